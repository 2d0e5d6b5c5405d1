import FoundationEssentials
import Glibc
import HTTPTransport

/// A body of unknown size, from stdin or another pipe: in memory while it is small, else in a file without a name,
/// which goes with the process.
struct SpooledInput {
    private let folder: String
    private let input: Int32
    private let name: String

    /// A larger body is not held in memory. An upload session begins at the same size.
    private static let memoryLimit = 4 << 20

    /// - Parameter folder: for a large body. `/var/tmp` is a disk, where `/tmp` may be memory.
    init(
        folder: String = Environment.process["TMPDIR"] ?? "/var/tmp", input: Int32 = STDIN_FILENO,
        name: String = "stdin"
    ) {
        self.folder = folder
        self.input = input
        self.name = name
    }

    /// - Throws: `Failure` when the input cannot be read or stored.
    func body() throws -> HTTPBody {
        var held = Data()
        while held.count <= Self.memoryLimit {
            let bytes = try read()
            guard !bytes.isEmpty else { return .bytes(held) }
            held += bytes
        }
        let file = try namelessFile()
        try write(held, to: file)
        held = Data()
        while case let bytes = try read(), !bytes.isEmpty { try write(bytes, to: file) }
        // Each piece that is sent opens it again. Never closed, since a body can be sent as long as the process lives.
        return .file(path: "/dev/fd/\(file)")
    }

    private func read() throws -> Data {
        guard let bytes = readSome(from: input, upTo: 1 << 18) else {
            throw Failure.unreadableInput(name, code: errno)
        }
        return bytes
    }

    private func namelessFile() throws -> Int32 {
        // Mode 0600 and an unused name.
        var name = Array("\(folder)/acct-XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { throw cannotStore(errno) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(name)
        return descriptor
    }

    private func write(_ bytes: Data, to file: Int32) throws {
        if let code = bytes.withUnsafeBytes({ writeAll($0, to: file) }) { throw cannotStore(code) }
    }

    private func cannotStore(_ code: Int32) -> Failure {
        Failure.noRoomForInput(of: name, in: folder, code: code)
    }
}
