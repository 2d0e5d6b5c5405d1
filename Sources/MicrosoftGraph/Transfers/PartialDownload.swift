import HTTPTransport

/// The beginning of a file that was fetched, and what it takes to fetch the rest of the very same one.
///
/// Only a strong validator says that two answers have the same bytes (RFC 9110 §8.8.1), and `If-Range` takes no other
/// (§13.1.5).
public struct PartialDownload: Codable, Hashable, Sendable {
    /// How many bytes are there.
    public var size: Int
    /// Of the whole.
    public let total: Int
    private let validator: String

    /// - Parameter answer: whole or in part, as another run would get it again.
    /// - Returns: nil where the server does not serve ranges, or says too little of the file.
    public init?(_ answer: HTTPStreamedResponse) {
        guard answer.headers["Content-Encoding"] == nil, let tag = answer.headers["ETag"], tag.count > 2,
            tag.hasPrefix("\""), tag.hasSuffix("\"")
        else { return nil }
        switch answer.status {
        case 200:
            let units = answer.headers["Accept-Ranges"]?.lowercased() ?? ""
            guard units == "bytes", let length = answer.headers["Content-Length"].flatMap({ Int($0) }), length > 0
            else { return nil }
            (size, total) = (0, length)
        case 206:
            guard let part = answer.headers["Content-Range"].flatMap(ContentRange.init) else { return nil }
            (size, total) = (part.range.lowerBound, part.total)
        default: return nil
        }
        validator = tag
    }

    /// The request for the rest. It goes along a redirect to where the bytes are.
    public func rest(of request: GraphRequest) -> GraphRequest {
        var request = request
        request.headers["Range"] = "bytes=\(size)-"
        request.headers["If-Range"] = validator
        return request
    }

    /// Whether an answer is the rest, from the first missing byte to the last one.
    public func isContinued(by answer: HTTPStreamedResponse) -> Bool {
        guard answer.status == 206, size < total, answer.headers["Content-Encoding"] == nil,
            let part = answer.headers["Content-Range"].flatMap(ContentRange.init)
        else { return false }
        return part == ContentRange(size..<total, of: total) && (answer.headers["ETag"] ?? validator) == validator
    }
}

/// What part of a whole an answer holds: `bytes 0-99/1000` (RFC 9110 §14.4).
struct ContentRange: Hashable {
    let range: Range<Int>
    /// The size of the whole.
    let total: Int

    /// Nil for any other unit or shape, an unknown total, and a range that is not within it.
    init?(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
        let ends = (parts.first ?? "").split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, ends.count == 2, let total = Int(parts[1]), let first = Int(ends[0]),
            let last = Int(ends[1]), first >= 0, first <= last, last < total
        else { return nil }
        range = first..<(last + 1)
        self.total = total
    }

    init(_ range: Range<Int>, of total: Int) {
        self.range = range
        self.total = total
    }

    var text: String { "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(total)" }
}
