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
        switch response.status {
        case 200:
            let units = response.headers["Accept-Ranges"]?.lowercased() ?? ""
            guard units == "bytes", let length = response.headers.contentLength, length > 0
            else { return nil }
            (size, total) = (0, length)
        case 206:
            guard let part = response.headers["Content-Range"].flatMap(ContentRange.init) else { return nil }
            (size, total) = (part.range.lowerBound, part.total)
        default: return nil
        }
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
        guard response.status == 206, size < total, response.headers["Content-Encoding"] == nil,
            let part = response.headers["Content-Range"].flatMap(ContentRange.init)
        else { return false }
        return part == ContentRange(size..<total, of: total) && (response.headers["ETag"] ?? validator) == validator
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

    var text: String { "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(total)" }
}
