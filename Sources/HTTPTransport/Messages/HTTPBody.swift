import FoundationEssentials

/// What a request carries. Every kind can be sent a second time, for a retry or a redirect.
public enum HTTPBody: Sendable, Hashable {
    case bytes(Data)
    /// Bytes that hold a secret: a redirect to another origin that would send them again is refused.
    case secret(Data)
    /// A file streamed from disk, with the size it has when the request starts.
    case file(path: String)
    /// These bytes of a file, which must have them when the request starts.
    case filePart(path: String, range: Range<Int>)

    /// An `application/x-www-form-urlencoded` body; always `.secret`, since token requests are what forms are for.
    ///
    /// Everything but RFC 3986's unreserved characters is percent-encoded, so a space is `%20` and a plus `%2B`, which
    /// every form parser reads alike.
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
        case .filePart(let path, let range): "bytes \(range.lowerBound)-\(range.upperBound) of file \(path)"
        }
    }

    public var debugDescription: String { description }

    /// Empty, because `dump` would walk into the bytes.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
