import Foundation
import HTTPTransport

/// What stdin holds, as a body: in memory while it is small, else in a file that has no name and goes with the process.
struct SpooledInput {
    private let folder: String
    private let input: Int32

    /// More than this is not held in memory; it is where an upload session begins as well.
    private static let limit = 4 << 20

    /// - Parameter folder: for what is large. `/var/tmp` is a disk, where `/tmp` may be memory.
    init(folder: String = Environment.process["TMPDIR"] ?? "/var/tmp", input: Int32 = STDIN_FILENO) {
        self.folder = folder
        self.input = input
    }

    /// - Throws: `Failure` when stdin cannot be read, or kept.
    func body() throws -> HTTPBody {
        var held = Data()
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while held.count <= SpooledInput.limit {
            let count = try read(into: &buffer)
            guard count > 0 else { return .bytes(held) }
            held += buffer[..<count]
        }
        let file = try namelessFile()
        try write(held, to: file)
        held = Data()
        while case let count = try read(into: &buffer), count > 0 { try write(buffer[..<count], to: file) }
        // Opened again by each piece that is sent; never closed, since a body can be sent as long as the process lives.
        return .file(path: "/dev/fd/\(file)")
    }

    private func read(into buffer: inout [UInt8]) throws -> Int {
        while true {
            let count = Foundation.read(input, &buffer, buffer.count)
            if count >= 0 { return count }
            guard errno == EINTR else {
                throw Failure(
                    .usage, "Cannot read stdin: \(SpooledInput.reason(errno)). Give a file with the body, or -.")
            }
        }
    }

    private func namelessFile() throws -> Int32 {
        // Mode 0600 and a name that nobody else has.
        var name = Array("\(folder)/acct-XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        guard descriptor >= 0 else { throw cannotKeep(errno) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(name)
        return descriptor
    }

    private func write(_ bytes: some Collection<UInt8>, to file: Int32) throws {
        if let code = Data(bytes).withUnsafeBytes({ WholeWrite.of($0, to: file) }) { throw cannotKeep(code) }
    }

    private func cannotKeep(_ code: Int32) -> Failure {
        Failure(
            .failed,
            "Cannot keep what stdin holds in \(folder): \(SpooledInput.reason(code)). Nothing was sent; give --input a file, "
                + "or set TMPDIR to a folder with room.")
    }

    private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
