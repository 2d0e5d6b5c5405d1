import AuthCore
import FoundationEssentials
import Glibc
import HTTPTransport

/// A file that a person named as input: a regular file, stdin, a pipe such as `<(…)` of a shell, or a device.
struct InputFile {
    let path: String

    /// - Parameter path: `-` for stdin.
    init(_ path: String) {
        self.path = path
    }

    /// Whether this reads stdin, which can be read only once.
    var isStandardInput: Bool {
        ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"].contains(path)
    }

    /// The content as the body of a request. What has no size is stored until it is sent.
    ///
    /// - Throws: `Failure` when the file cannot be read or its content not be stored.
    func body() throws -> HTTPBody {
        guard path != "-" else { return try SpooledInput().body() }
        let descriptor: Int32
        do { descriptor = try open() } catch { throw Failure.unreadableInput(path, code: error.code) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Failure.unreadableInput(path, code: errno) }
        if status.isRegularFile { return .file(path: path) }
        return try SpooledInput(input: descriptor, name: path).body()
    }

    /// - Parameter limit: the size that the parser accepts. One byte more is read, so that the parser sees when a file is
    ///   larger.
    func contents(limit: Int = .max - 1) throws(UnreadableFile) -> Data {
        let descriptor = path == "-" ? STDIN_FILENO : try open()
        defer { if descriptor != STDIN_FILENO { close(descriptor) } }
        guard let contents = readAll(from: descriptor, limit: limit + 1) else { throw unreadable(errno) }
        return contents
    }

    /// The name in a sentence.
    var name: String { path == "-" ? "stdin" : path }

    /// Waits for the writer of a named pipe.
    private func open() throws(UnreadableFile) -> Int32 {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw unreadable(errno) }
        return descriptor
    }

    private func unreadable(_ code: Int32) -> UnreadableFile { UnreadableFile(path: name, code: code) }
}

/// The system's reason why a file cannot be read.
struct UnreadableFile: Error, Equatable {
    let path: String
    let code: Int32

    var sentence: String { Failure.cannotRead(path, code) }
}

extension UnifiedCache {
    /// - Throws: `UnreadableFile`; `Failure` for a file that is not a token cache.
    init(file path: String) throws {
        let bytes = try InputFile(path).contents(limit: Self.sizeLimit)
        do throws(UnifiedCacheError) { try self.init(bytes) } catch { throw Failure.notACache(path, error) }
    }
}
