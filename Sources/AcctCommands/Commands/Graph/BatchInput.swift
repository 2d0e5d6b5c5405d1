import Dispatch
import Foundation

/// The bytes of a file or of stdin in pieces. A wait for them holds no thread that other work needs.
final class BatchInput: Sendable {
    private let descriptor: Int32
    private let isOwn: Bool
    private let path: String

    /// - Parameter path: `-` for stdin.
    /// - Throws: `Failure` of kind `usage` for a file that cannot be read.
    init(_ path: String) throws {
        self.path = path
        isOwn = path != "-"
        descriptor = isOwn ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO
        guard descriptor >= 0 else { throw BatchInput.unreadable(path) }
    }

    deinit {
        if isOwn { close(descriptor) }
    }

    /// The next bytes; nil at the end.
    func next() async throws -> Data? {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try self.read() }) }
        }
    }

    private func read() throws -> Data? {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        var count: Int
        repeat { count = Foundation.read(descriptor, &bytes, bytes.count) } while count < 0 && errno == EINTR
        guard count >= 0 else { throw BatchInput.unreadable(path) }
        return count == 0 ? nil : Data(bytes[..<count])
    }

    private static func unreadable(_ path: String) -> Failure {
        let reason = String(cString: strerror(errno))
        return Failure(
            .usage, "Cannot read \(path == "-" ? "stdin" : path): \(reason). Give a file with requests, or -.")
    }
}
