import AccountProfiles
import AuthCore
import CProcess
import FoundationEssentials
import Glibc
import HTTPTransport

/// The address of a token server, and the secret that its clients send.
struct TokenServerAddress: Equatable {
    let url: String
    let secret: Secret
}

/// The start of a token server: a process of its own that serves until this one ends, whichever program it has become.
///
/// Detached by a double fork: the program that replaces this process may wait(2) for all its children.
enum TokenServerProcess {
    /// The hidden command that the server is started with.
    static let command = "---serve-tokens"

    /// The open files of the server beside the standard streams.
    enum File {
        static let socket: Int32 = 3
        /// Of the process that the server serves, where `TokenServerSettings.hasProcessFile`.
        static let process: Int32 = 4
    }

    /// - Throws: `Failure`
    static func start(as identity: ExecIdentity, isVerbose: Bool) throws(Failure) -> TokenServerAddress {
        let socket = try listeningSocket()
        defer { close(socket.descriptor) }
        var generator = SystemRandomNumberGenerator()
        let secret = Secret((0..<4).map { _ in String(generator.next() as UInt64, radix: 36) }.joined())
        let settings = TokenServerSettings(
            identity: identity, port: socket.port, secret: secret,
            process: getpid(), hasProcessFile: false, isVerbose: isVerbose)
        try start(settings, socket: socket.descriptor)
        return TokenServerAddress(url: "http://127.0.0.1:\(socket.port)\(TokenServerSettings.path)", secret: secret)
    }

    private static func start(_ settings: TokenServerSettings, socket: Int32) throws(Failure) {
        let process = cprocess_open_process(getpid())
        defer { if process >= 0 { close(process) } }
        var settings = settings
        settings.hasProcessFile = process >= 0
        guard let pipe = openPipe(), let bytes = try? JSONEncoder().encode(settings) else { throw .noOpenFiles }
        defer { close(pipe.readEnd) }
        // Less than a pipe holds, so that this does not wait.
        let isWritten = bytes.withUnsafeBytes { writeAll($0, to: pipe.writeEnd) } == nil
        close(pipe.writeEnd)
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        guard isWritten, null >= 0 else { throw .noOpenFiles }
        defer { close(null) }
        let files =
            [pipe.readEnd, null, settings.isVerbose ? STDERR_FILENO : null, socket] + (process >= 0 ? [process] : [])
        let code = withCStrings(["acct", command]) {
            cprocess_start_detached("/proc/self/exe", $0, cprocess_environment(), files, Int32(files.count))
        }
        guard code == 0 else { throw .tokenServer(Failure.systemReason(code)) }
    }

    /// A socket on a free port of 127.0.0.1, on which connections wait until the server accepts them.
    private static func listeningSocket() throws(Failure) -> (descriptor: Int32, port: Int) {
        let descriptor = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .tokenServer(Failure.systemReason(errno)) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && listen(descriptor, 128) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        guard isListening else {
            let code = errno
            close(descriptor)
            throw .tokenServer(Failure.systemReason(code))
        }
        return (descriptor, Int(UInt16(bigEndian: address.sin_port)))
    }
}

/// The settings of a token server, which it reads from a pipe: neither arguments nor variables of a process are secret.
struct TokenServerSettings: Codable, Equatable {
    /// The path of the endpoint's URL.
    static let path = "/msi/token"

    var identity: ExecIdentity
    var port: Int
    @EncodedInTheClear var secret: Secret
    /// The id of the process that is served.
    var process: Int32
    /// Whether the server has the process as an open file, which tells of its end. Linux has such files since 5.3.
    var hasProcessFile: Bool
    var isVerbose: Bool
}

/// A secret that is encoded in the clear: for a pipe, and never for a file.
@propertyWrapper struct EncodedInTheClear: Codable, Equatable {
    var wrappedValue: Secret

    init(wrappedValue: Secret) { self.wrappedValue = wrappedValue }

    init(from decoder: any Decoder) throws { wrappedValue = try Secret(from: decoder) }

    func encode(to encoder: any Encoder) throws { try wrappedValue.expose().encode(to: encoder) }
}
