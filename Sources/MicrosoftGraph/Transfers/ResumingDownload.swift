import Foundation
import HTTPTransport

/// The body of a download that goes on where it was when its connection breaks.
///
/// Only for what a redirect to another host answered: such a pre-signed URL needs no token, and it is where `Range` goes
/// (on `/content` it has no effect). `If-Range` makes sure that the bytes are still those of the same file.
actor ResumedDownload {
    private let url: String
    private let http: any HTTPClient
    private let headers: HTTPHeaders
    private let total: Int
    private let validator: String
    private var source: HTTPBodyStream
    private var received: Int
    /// Breaks since the last byte.
    private var breaks = 0

    private static let mostBreaks = 5

    /// Nil for an answer that cannot be resumed: neither whole nor the rest of the whole, encoded, of unknown length, or
    /// without a validator that tells one version from the next.
    init?(_ response: HTTPStreamedResponse, to request: HTTPRequest, http: any HTTPClient) {
        guard request.method == "GET", response.headers["Content-Encoding"] == nil,
            let origin = HTTPOrigin(url: response.url), origin != HTTPOrigin(url: request.url),
            let part = Self.part(of: response), part.range.upperBound == part.total,
            let validator = Self.validator(in: response.headers)
        else { return nil }
        url = response.url
        self.http = http
        // Nothing that the person gave goes along: it was for Graph.
        headers = ["Accept": request.headers["Accept"] ?? "*/*"]
        (total, received) = (part.total, part.range.lowerBound)
        self.validator = validator
        source = response.body
    }

    func next() async throws(HTTPError) -> Data? {
        while true {
            do throws(HTTPError) {
                var pieces = source.makeAsyncIterator()
                let piece = try await pieces.next()
                guard let piece else { return nil }
                received += piece.count
                breaks = 0
                return piece
            } catch {
                guard error.isTransient, received < total, breaks < Self.mostBreaks else { throw error }
                breaks += 1
                try await resume(after: error)
            }
        }
    }

    /// - Throws: the error that broke the connection when the rest cannot be had.
    private func resume(after broken: HTTPError) async throws(HTTPError) {
        var request = HTTPRequest(url: url, headers: headers, timeouts: GraphClient.streaming)
        request.headers["Range"] = "bytes=\(received)-"
        request.headers["If-Range"] = validator
        let rest = try await http.stream(request)
        guard rest.status == 206, rest.headers["Content-Encoding"] == nil,
            let part = rest.headers["Content-Range"].flatMap(ContentRange.init),
            part == ContentRange(received..<total, of: total)
        else { throw broken }
        source = rest.body
    }

    /// Which bytes an answer holds: all of them, or those that were asked for.
    private static func part(of response: HTTPStreamedResponse) -> ContentRange? {
        switch response.status {
        case 200:
            response.headers["Content-Length"].flatMap { Int($0) }.flatMap {
                $0 < 0 ? nil : ContentRange(0..<$0, of: $0)
            }
        case 206: response.headers["Content-Range"].flatMap(ContentRange.init)
        default: nil
        }
    }

    /// A strong entity tag, or a date (RFC 9110 §13.1.5: a weak tag proves nothing about bytes).
    private static func validator(in headers: HTTPHeaders) -> String? {
        if let tag = headers["ETag"], tag.hasPrefix("\"") { return tag }
        return headers["Last-Modified"]
    }
}

extension HTTPStreamedResponse {
    /// The same answer, with a body that survives broken connections where that is possible.
    func resuming(_ request: HTTPRequest, http: any HTTPClient) -> HTTPStreamedResponse {
        guard let download = ResumedDownload(self, to: request, http: http) else { return self }
        var answer = self
        answer.body = HTTPBodyStream { () async throws(HTTPError) in try await download.next() }
        return answer
    }
}
