import FoundationEssentials
import Glibc

/// The body of a request. Every kind can be sent a second time, for a retry or a redirect.
public enum HTTPBody: Sendable, Hashable {
    case bytes(Data)
    /// Bytes that hold a secret: a redirect that would send them to another origin is refused.
    case secret(Data)
    /// A file, streamed from disk, up to the size that it has when the request starts.
    case file(path: String)
    /// A range of the bytes of a file that must be this version from the first byte to the last: the parts of a file that
    /// changes between them would make a mixture.
    case filePart(path: String, range: Range<Int>, version: FileVersion)

    /// An `application/x-www-form-urlencoded` body. Always `.secret`, since forms carry token requests.
    ///
    /// Everything but RFC 3986's unreserved characters is percent-encoded: a space is `%20` and a plus `%2B`, which every
    /// form parser reads alike.
    public static func form(_ fields: [(String, String)]) -> HTTPBody {
        .secret(Data(QueryString.make(fields).utf8))
    }
}

extension HTTPBody: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The kind and the size, never the bytes.
    public var description: String {
        switch self {
        case .bytes(let data): "\(data.count) bytes"
        case .secret(let data): "\(data.count) bytes \(Secret.placeholder)"
        case .file(let path): "file \(path)"
        case .filePart(let path, let range, _): "bytes \(range.lowerBound)-\(range.upperBound) of file \(path)"
        }
    }

    public var debugDescription: String { description }

    /// Empty, because `dump` would print the bytes.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A regular file as it was at one moment. Another file in its place, another size or another time of change is another
/// version.
public struct FileVersion: Sendable, Hashable {
    /// In bytes.
    public let size: Int
    private let device, inode: UInt64
    private let seconds, nanoseconds: Int

    /// The version of a regular file, or of the one that a symbolic link leads to; nil for anything else.
    public init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The version of an open regular file; nil for anything else.
    init?(ofDescriptor descriptor: CInt) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init?(_ status: stat) {
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        size = Int(status.st_size)
        (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
        (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
}
