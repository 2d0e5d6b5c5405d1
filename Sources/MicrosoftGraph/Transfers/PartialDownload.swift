import HTTPTransport

/// The part of a file that was downloaded, with the data needed to download the remainder of the same version.
///
/// Only a strong validator says that two responses have the same bytes (RFC 9110 §8.8.1), and `If-Range` takes no other
/// (§13.1.5).
public struct PartialDownload: Codable, Hashable, Sendable {
    /// The number of bytes downloaded so far.
    public var size: Int
    /// The size of the whole file in bytes.
    public let total: Int
    private let validator: String

    /// - Parameter response: the whole file or a part of it, as another run would receive it again.
    /// - Returns: nil where the server serves no ranges, or does not identify the version of the file.
    public init?(_ response: HTTPStreamedResponse) {
        guard response.headers["Content-Encoding"] == nil, let tag = response.headers["ETag"], tag.count > 2,
            tag.hasPrefix("\""), tag.hasSuffix("\"")
        else { return nil }
        if response.status == 200, response.headers["Accept-Ranges"]?.lowercased() != "bytes" { return nil }
        guard let part = ContentRange(of: response), part.total > 0 else { return nil }
        (size, total) = (part.range.lowerBound, part.total)
        validator = tag
    }

    /// The request for the remainder. A redirect keeps its headers, so they reach the server that has the bytes.
    public func remainder(of request: GraphRequest) -> GraphRequest {
        var request = request
        request.headers["Range"] = "bytes=\(size)-"
        request.headers["If-Range"] = validator
        return request
    }

    /// Whether a response is the remainder, from the first missing byte to the last one.
    public func isContinued(by response: HTTPStreamedResponse) -> Bool {
        guard size < total, ContentRange(size..<total, of: total).isHeld(by: response) else { return false }
        return (response.headers["ETag"] ?? validator) == validator
    }
}

/// The part of a whole that a message holds: `bytes 0-99/1000` (RFC 9110 §14.4).
struct ContentRange: Hashable {
    let range: Range<Int>
    /// The size of the whole.
    let total: Int

    /// Nil for any other unit or form, an unknown total, and a range that is not within it.
    init?(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
        let ends = (parts.first ?? "").split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, ends.count == 2, let total = ByteCount.parse(parts[1]),
            let first = ByteCount.parse(ends[0]),
            let last = ByteCount.parse(ends[1]), first <= last, last < total
        else { return nil }
        range = first..<(last + 1)
        self.total = total
    }

    init(_ range: Range<Int>, of total: Int) {
        self.range = range
        self.total = total
    }

    /// The bytes that a response holds: all of them, or those that were requested. Nil for any other response, and where
    /// the size of the whole is unknown.
    init?(of response: HTTPStreamedResponse) {
        switch response.status {
        case 200:
            guard let length = response.headers.contentLength else { return nil }
            self.init(0..<length, of: length)
        case 206:
            guard let text = response.headers["Content-Range"] else { return nil }
            self.init(text)
        default: return nil
        }
    }

    /// Whether a response is exactly this part, as it is on the server.
    func isHeld(by response: HTTPStreamedResponse) -> Bool {
        response.status == 206 && response.headers["Content-Encoding"] == nil && ContentRange(of: response) == self
    }

    var text: String { "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(total)" }
}
