import Crypto
import FoundationEssentials
import NIOHTTP1

/// The place in a directory listing to go on from, sealed so that nobody can make one up or mend a broken one.
struct SkipToken {
    let offset: Int

    /// The listing it belongs to: a token of another query is refused.
    private let listing: String

    private static let key = SymmetricKey(size: .bits256)

    init(offset: Int, listing: String) {
        self.offset = offset
        self.listing = listing
    }

    /// The standard base64 alphabet, whose `+`, `/` and `=` have to be escaped in a link.
    var text: String {
        let payload = Array("\(offset)|".utf8)
        return Data(Self.padded(payload + Self.seal(offset, listing))).base64EncodedString()
    }

    init(text: String, listing: String) throws(GraphError) {
        let bytes = Data(base64Encoded: text).map(Array.init) ?? []
        guard let end = bytes.firstIndex(of: UInt8(ascii: "|")),
            let offset = Int(String(decoding: bytes[..<end], as: UTF8.self)),
            Self.padded(Array(bytes[...end]) + Self.seal(offset, listing)) == bytes
        else {
            throw GraphError(
                .badRequest, "Directory_ExpiredPageToken", "This page token was not given out for this request.")
        }
        self.init(offset: offset, listing: listing)
    }

    private static func seal(_ offset: Int, _ listing: String) -> [UInt8] {
        let text = Array("\(offset)|\(listing)".utf8)
        return Array(HMAC<SHA256>.authenticationCode(for: text, using: key))
    }

    /// Brings the length to one that needs `=`, so that every link holds an escape.
    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes.count % 3 == 0 ? bytes + [0xFB] : bytes
    }
}
