#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a request carries. Every kind can be sent a second time, for a retry or a redirect.
public enum HTTPBody: Sendable, Hashable {
    case bytes(Data)
    /// Bytes that hold a secret: a redirect to another origin that would send them again is refused.
    case secret(Data)
    /// A file streamed from disk, with the size it has when the request starts.
    case file(path: String)

    /// An `application/x-www-form-urlencoded` body; always `.secret`, since token requests are what forms are for.
    ///
    /// Everything but RFC 3986's unreserved characters is percent-encoded, so a space is `%20` and a plus `%2B`, which
    /// every form parser reads alike.
    public static func form(_ fields: [(String, String)]) -> HTTPBody {
        let pairs = fields.map { name, value in "\(percentEncoded(name))=\(percentEncoded(value))" }
        return .secret(Data(pairs.joined(separator: "&").utf8))
    }

    private static func percentEncoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if byte.isUnreserved {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)
}

extension HTTPBody: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The kind and the size, never the bytes.
    public var description: String {
        switch self {
        case .bytes(let data): "\(data.count) bytes"
        case .secret(let data): "\(data.count) bytes \(Secret.placeholder)"
        case .file(let path): "file \(path)"
        }
    }

    public var debugDescription: String { description }

    /// Empty, because `dump` would walk into the bytes.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension UInt8 {
    fileprivate var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
