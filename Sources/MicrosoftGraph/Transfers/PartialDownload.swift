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
