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
        let descriptor = try open()
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw Failure.unreadableInput(path, code: errno) }
        if status.isRegularFile { return .file(path: path) }
        return try SpooledInput(input: descriptor, name: path).body()
    }

    /// - Throws: `Failure` when the file cannot be read.
    func contents() throws -> Data {
        let descriptor = path == "-" ? STDIN_FILENO : try open()
        defer { if descriptor != STDIN_FILENO { close(descriptor) } }
        guard let contents = readAll(from: descriptor) else { throw Failure.unreadableInput(path, code: errno) }
        return contents
    }

    /// Waits for the writer of a named pipe.
    private func open() throws -> Int32 {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw Failure.unreadableInput(path, code: errno) }
        return descriptor
    }
}
