import Foundation

/// A regular file that should be small, read so that neither a pipe, a device nor its size can keep us waiting.
struct SmallFile {
    /// One more than was asked for says that there is too much.
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
        // Without waiting for a pipe's other end, and without becoming a terminal's owner.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw SmallFile.problem(errno, path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .unreadable(code: errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw .directory
        default: throw .irregular
        }
        (owner, mode) = (status.st_uid, status.st_mode)
        bytes = try SmallFile.contents(of: descriptor, limit: limit + 1)
    }

    private static func contents(of descriptor: Int32, limit: Int) throws(Problem) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        var count = 0
        while count < limit {
            let read = bytes.withUnsafeMutableBytes {
                Foundation.read(descriptor, $0.baseAddress.map { $0 + count }, limit - count)
            }
            if read == 0 { break }
            if read < 0, errno != EINTR { throw .unreadable(code: errno) }
            count += max(read, 0)
        }
        return Array(bytes.prefix(count))
    }

    /// What cannot be looked at from here is not there for us; what is there and does not open is a problem.
    private static func problem(_ code: Int32, _ path: String) -> Problem {
        var status = stat()
        guard code != ENOENT, lstat(path, &status) == 0 else { return .missing }
        return code == ENXIO ? .irregular : .unreadable(code: code)
    }
}
