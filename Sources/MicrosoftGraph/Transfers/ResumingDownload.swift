import FoundationEssentials
import HTTPTransport

/// The body of a download that resumes where it was when its connection breaks.
///
/// Only for a response that a redirect to another host led to: such a pre-signed URL needs no token, and `Range` has an
/// effect there and none on `/content`. `If-Range` makes sure that the bytes are still those of the same file.
actor ResumingDownload {
    private let url: String
    private let http: any HTTPClient
    private let headers: HTTPHeaders
    private let total: Int
    private let validator: StrongValidator
    private var source: HTTPBodyStream
    private var received: Int
    /// Broken connections since the last byte.
    private var breaks = 0

    private static let breakLimit = 5

    /// Nil for a response that cannot be resumed: neither the whole nor the remainder of it, encoded, of unknown length, or
    /// without a validator that identifies the version.
    init?(_ response: HTTPStreamedResponse, to request: HTTPRequest, http: any HTTPClient) {
        guard request.method == "GET", response.headers["Content-Encoding"] == nil,
            let origin = HTTPOrigin(url: response.url), origin != HTTPOrigin(url: request.url),
            let part = ContentRange(of: response), part.range.upperBound == part.total,
            let validator = StrongValidator(response.headers)
        else { return nil }
        url = response.url
        self.http = http
        // The caller's headers were meant for Graph and do not go to another host.
        headers = ["Accept": request.headers["Accept"] ?? "*/*"]
        (total, received) = (part.total, part.range.lowerBound)
        self.validator = validator
        source = response.body
    }

    /// The next bytes; nil after the last.
    func next() async throws(HTTPError) -> Data? {
        while true {
            do throws(HTTPError) {
                var chunks = source.makeAsyncIterator()
                guard let chunk = try await chunks.next() else { return nil }
                received += chunk.count
                breaks = 0
                return chunk
            } catch {
                guard error.isTransient, received < total, breaks < Self.breakLimit else { throw error }
                breaks += 1
                try await resume(after: error)
            }
        }
    }

    /// - Throws: the error that broke the connection, when the server does not send the remainder.
    private func resume(after broken: HTTPError) async throws(HTTPError) {
        var request = HTTPRequest(url: url, headers: headers, timeouts: GraphClient.timeouts)
        request.urlIsSecret = true
        request.headers["Range"] = "bytes=\(received)-"
        request.headers["If-Range"] = validator.rawValue
        let remainder = try await http.stream(request)
        guard ContentRange(received..<total, of: total).isHeld(by: remainder, version: validator) else { throw broken }
        source = remainder.body
    }
}

extension HTTPStreamedResponse {
    /// The same response, with a body that survives broken connections where that is possible.
    func resuming(_ request: HTTPRequest, http: any HTTPClient) -> HTTPStreamedResponse {
        guard let download = ResumingDownload(self, to: request, http: http) else { return self }
        var response = self
        response.body = HTTPBodyStream { () async throws(HTTPError) in try await download.next() }
        return response
    }
}
