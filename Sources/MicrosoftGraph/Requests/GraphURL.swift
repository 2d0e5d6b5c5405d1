import Foundation
import HTTPTransport

/// Turns what people paste into a URL on the Graph host, and keeps tokens from any other host.
struct GraphURL {
    /// The Graph endpoint: scheme, host and port, without a trailing slash.
    let endpoint: String

    /// - Throws: `.foreignHost` for a full URL elsewhere, `.invalidPath` for what cannot be a URL.
    func url(path: String) throws(GraphError) -> String {
        guard !path.contains(where: \.isNewline) else { throw .invalidPath(path) }
        if GraphURL.hasScheme(path) { return try own(GraphURL.encoded(path)) }
        let relative = path.drop { $0 == "/" }
        let version = relative.split(separator: "/", maxSplits: 1).first ?? ""
        let hasVersion = version == "v1.0" || version == "beta"
        return try own("\(endpoint)/\(hasVersion ? "" : "v1.0/")\(GraphURL.encodedByPerson(relative))")
    }

    /// Somebody who writes spaces into a query has not encoded it, so a plus in it is one; to the server it would be a
    /// space. Without spaces it may be meant as one, and stays.
    private static func encodedByPerson(_ path: Substring) -> String {
        let parts = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, parts[1].contains(" ") else { return encoded(String(path)) }
        return "\(encoded(parts[0]))?\(encoded(parts[1]).replacing("+", with: "%2B"))"
    }

    /// A link of the server, as it is. Only raw spaces become `%20`, without which it could not be sent: decoding and
    /// encoding a link anew would make another one of it.
    ///
    /// - Throws: `.foreignHost` for a link elsewhere.
    func url(link: String) throws(GraphError) -> String {
        try own(link.utf8.contains(UInt8(ascii: " ")) ? link.replacing(" ", with: "%20") : link)
    }

    /// Whether this is a full URL (RFC 3986 section 3.1), and not a path or a filter that speaks of one.
    private static func hasScheme(_ text: String) -> Bool {
        guard let end = text.range(of: "://") else { return false }
        let scheme = text[..<end.lowerBound].utf8
        return scheme.allSatisfy { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }
    }

    /// A URL that a token may be sent to.
    private func own(_ url: String) throws(GraphError) -> String {
        // Where the URL begins with the endpoint and a slash, no parser has to be asked: the authority ends at that slash
        // (RFC 3986 section 3.2).
        let isPlain = url.utf8.allSatisfy { (0x21..<0x7F).contains($0) }
        if isPlain, url.utf8.starts(with: "\(endpoint)/".utf8) { return url }
        guard let origin = HTTPOrigin(url: url), origin == HTTPOrigin(url: endpoint) else {
            throw .foreignHost(url: url, graph: endpoint)
        }
        return url
    }

    /// Percent-encodes the bytes that RFC 3986 does not allow and leaves every valid escape alone.
    static func encoded(_ text: String) -> String {
        let bytes = Array(text.utf8)
        var encoded: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            let isEscape = byte == UInt8(ascii: "%") && bytes[(index + 1)...].prefix(2).filter(\.isHexDigit).count == 2
            if isEscape || allowed.contains(byte) {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// A name and a value of a query, whatever is in them. What OData is made of stays readable.
    static func encodedField(_ name: String, _ value: String) -> String {
        "\(encoded(name, keeping: "-._~$'(),:;/@!*"))=\(encoded(value, keeping: "-._~$'(),:;/@!*="))"
    }

    private static func encoded(_ text: String, keeping kept: String) -> String {
        var encoded: [UInt8] = []
        for byte in text.utf8 {
            if byte.isLetter || byte.isDigit || kept.utf8.contains(byte) {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    private static let hexDigits = Array("0123456789ABCDEF".utf8)

    /// Unreserved and reserved characters of RFC 3986 section 2, but `#`: nothing in Graph has a fragment.
    private static let allowed = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?[]@!$&'()*+,;=".utf8)
}
