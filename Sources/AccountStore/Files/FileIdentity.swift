import Crypto
import FoundationEssentials
import Glibc

/// Tells a file from another one, and from itself after a change, without reading all of it: its size, when it was
/// written to, and what it begins and ends with.
public struct FileIdentity: Hashable, Sendable, Codable {
    public let size: Int
    private let seconds, nanoseconds: Int
    /// SHA-256 of the first and the last MiB.
    private let ends: Data

    private static let sample = 1 << 20

    /// Nil for what is no file that can be read, and for one without a name, which no other run could find.
    public init?(of path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var info = stat()
        guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.st_nlink > 0 else { return nil }
        size = Int(info.st_size)
        (seconds, nanoseconds) = (info.st_mtim.tv_sec, info.st_mtim.tv_nsec)
        var hash = SHA256()
        var bytes = [UInt8](repeating: 0, count: FileIdentity.sample)
        for place in [0, max(0, size - FileIdentity.sample)] {
            let count = pread(descriptor, &bytes, bytes.count, off_t(place))
            guard count >= 0 else { return nil }
            hash.update(data: bytes[..<count])
        }
        ends = Data(hash.finalize())
    }
}
