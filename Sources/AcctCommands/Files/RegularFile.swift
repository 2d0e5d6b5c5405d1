import Glibc

/// A regular file, read up to a limit, so that neither a pipe nor a device nor its size can make the process wait.
struct RegularFile {
    /// The content, up to the limit. A larger file gives a byte more than the limit.
    let bytes: [UInt8]
    let owner: uid_t
    let mode: mode_t

    enum Problem: Error, Equatable {
        case missing
        case directory
        /// A pipe, a socket or a device.
        case irregular
        case unreadable(code: Int32)
    }

    init(_ path: String, limit: Int) throws(Problem) {
        // O_NONBLOCK: a pipe without a writer does not block. O_NOCTTY: a terminal does not become the controlling one.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw Self.problem(errno, path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(code: errno) }
        if status.isFolder { throw .directory }
        guard status.isRegularFile else { throw .irregular }
        (owner, mode) = (status.st_uid, status.st_mode)
        guard let contents = readAll(from: descriptor, limit: limit + 1) else { throw .unreadable(code: errno) }
        bytes = Array(contents)
    }

    /// A file that `lstat` cannot see counts as missing. A file that exists and cannot be opened is a problem.
    private static func problem(_ code: Int32, _ path: String) -> Problem {
        var status = stat()
        guard code != ENOENT, lstat(path, &status) == 0 else { return .missing }
        return code == ENXIO ? .irregular : .unreadable(code: code)
    }
}

extension stat {
    var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
    var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }
    var isSymbolicLink: Bool { st_mode & S_IFMT == S_IFLNK }
}
