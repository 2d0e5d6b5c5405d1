import FoundationEssentials
import Glibc
import HTTPTransport
import MicrosoftGraph

/// The requests of a batch out of a file or of stdin, of which the first are read and checked.
struct BatchSource {
    let reader: BatchReader
    /// The requests that decide which profile sends all of them.
    let head: [BatchRequest]

    /// The number of requests of stdin that are read before one is sent.
    private static let readAhead = 1000

    /// - Parameters:
    ///   - file: `-` for stdin.
    ///   - version: of the batch, `v1.0` or `beta`.
    ///   - headers: for every request that does not have them itself.
    ///   - readsAll: whether all of stdin is read, and not only its beginning.
    ///   - ending: what Ctrl-D does for a person who types the requests.
    /// - Throws: `Failure` of kind `usage` for a file that cannot be read; `BatchError` for an invalid request.
    init(
        _ file: String, version: String, headers: HTTPHeaders = HTTPHeaders(), readsAll: Bool = false,
        thenEnding ending: String, in services: Services
    ) async throws {
        let input = try BatchInput(file)
        if file == "-", services.terminal.inputIsTerminal {
            services.output.note("Type one request a line, such as GET /me; Ctrl-D \(ending).")
        }
        reader = BatchReader(version: version, headers: headers) { try await input.next() }
        head = try await reader.head(limit: file == "-" && !readsAll ? Self.readAhead : nil)
    }
}

/// The bytes of a file or of stdin, in pieces.
private final class BatchInput: Sendable {
    private let descriptor: Int32
    private let path: String

    /// - Parameter path: `-` for stdin.
    /// - Throws: `Failure` of kind `usage` for a file that cannot be read.
    init(_ path: String) throws {
        self.path = path
        descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.unreadable(path, code: errno) }
    }

    deinit {
        if path != "-" { close(descriptor) }
    }

    /// The next bytes; nil at the end. A thread of its own waits for them, and keeps waiting where the task is cancelled.
    func next() async throws -> Data? {
        let (pieces, continuation) = AsyncThrowingStream.makeStream(of: Data?.self)
        let isStarted = DetachedThread.start {
            continuation.yield(with: Result { try self.read() })
            continuation.finish()
        }
        guard isStarted else { throw Self.unreadable(path, code: EAGAIN) }
        for try await piece in pieces { return piece }
        throw CancellationError()
    }

    private func read() throws -> Data? {
        guard let bytes = readSome(from: descriptor, upTo: 1 << 16) else {
            throw Self.unreadable(path, code: errno)
        }
        return bytes.isEmpty ? nil : bytes
    }

    private static func unreadable(_ path: String, code: Int32) -> Failure {
        Failure.unreadableRequests(path, code: code)
    }
}
