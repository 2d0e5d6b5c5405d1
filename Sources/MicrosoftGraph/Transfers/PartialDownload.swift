import HTTPTransport

/// The part of a file that was downloaded, with the data needed to download the remainder of the same version.
public struct PartialDownload: Codable, Hashable, Sendable {
    /// The number of bytes downloaded so far.
    public var size: Int
    /// The size of the whole file in bytes.
    public let total: Int
    private let validator: StrongValidator

    /// - Parameter response: the whole file or a part of it, as another run would receive it again.
    /// - Returns: nil where the server serves no ranges, or does not identify the version of the file.
    public init?(_ response: HTTPStreamedResponse) {
        guard response.headers["Content-Encoding"] == nil, let validator = StrongValidator(response.headers) else {
            return nil
        }
        if response.status == 200, response.headers["Accept-Ranges"]?.lowercased() != "bytes" { return nil }
        guard let part = ContentRange(of: response), part.total > 0 else { return nil }
        (size, total) = (part.range.lowerBound, part.total)
        self.validator = validator
    }

    /// The request for the remainder. A redirect keeps its headers, so they reach the server that has the bytes.
    public func remainder(of request: GraphRequest) -> GraphRequest {
        var request = request
        request.headers["Range"] = "bytes=\(size)-"
        request.headers["If-Range"] = validator.ifRange
        return request
    }

    /// Whether a response is the remainder, from the first missing byte to the last one.
    public func isContinued(by response: HTTPStreamedResponse) -> Bool {
        size < total && ContentRange(size..<total, of: total).isHeld(by: response, version: validator)
    }
}
