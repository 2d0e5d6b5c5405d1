import FoundationEssentials
import HTTPTransport
import Synchronization

/// The body of a download that resumes where it was when its connection breaks.
///
/// Only for a response that a redirect to another host led to: such a pre-signed URL needs no token, and `Range` has an
/// effect there and none on `/content`. `If-Range` makes sure that the bytes are still those of the same file.
actor ResumingDownload {
    private let url: String
    private let http: any HTTPClient
    private let headers: HTTPHeaders
    private let validator: StrongValidator
    private var source: HTTPBodyStream
    private var received: ReceivedRange
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
        received = ReceivedRange(part, from: origin.host)
        self.validator = validator
        source = response.body
    }

    /// The next bytes; nil after the last.
    func next() async throws(HTTPError) -> Data? {
        while true {
            do throws(HTTPError) {
                var chunks = source.makeAsyncIterator()
                let chunk = try await chunks.next()
                try received.add(chunk)
                if chunk?.isEmpty != true { breaks = 0 }
                return chunk
            } catch {
                guard error.isTransient, !received.isComplete, breaks < Self.breakLimit else { throw error }
                breaks += 1
                try await resume(after: error)
            }
        }
    }

    /// - Throws: the error that broke the connection, when the server does not send the remainder.
    private func resume(after broken: HTTPError) async throws(HTTPError) {
        var request = HTTPRequest(url: url, headers: headers, timeouts: GraphClient.timeouts)
        request.urlIsSecret = true
        request.headers["Range"] = "bytes=\(received.missing.lowerBound)-"
        request.headers["If-Range"] = validator.ifRange
        let remainder = try await http.stream(request)
        let missing = ContentRange(received.missing, of: received.missing.upperBound)
        guard missing.isHeld(by: remainder, version: validator) else { throw broken }
        source = remainder.body
    }
}

extension HTTPStreamedResponse {
    /// The same response, with a body that survives broken connections where that is possible. A part of a file ends at
    /// exactly its size in any case.
    func resuming(_ request: HTTPRequest, http: any HTTPClient) -> HTTPStreamedResponse {
        var response = self
        if let download = ResumingDownload(self, to: request, http: http) {
            response.body = HTTPBodyStream { () async throws(HTTPError) in try await download.next() }
        } else if let range = ReceivedRange(of: self, to: request) {
            response.body = body.checked(against: range)
        }
        return response
    }
}

extension HTTPBodyStream {
    /// The same bytes, with an error where they are more or fewer than the range.
    fileprivate func checked(against range: ReceivedRange) -> HTTPBodyStream {
        let received = Mutex(range)
        return HTTPBodyStream { () async throws(HTTPError) in
            var chunks = makeAsyncIterator()
            let chunk = try await chunks.next()
            try received.withLock { (received) throws(HTTPError) in try received.add(chunk) }
            return chunk
        }
    }
}

/// A range of a file of which the bytes arrive, as `Content-Range` or `Content-Length` announced it.
///
/// The framing of a 206 says nothing about the range: its `Content-Length` may be shorter, and a chunked body may end
/// anywhere.
struct ReceivedRange: Sendable {
    /// The bytes that have not arrived.
    private(set) var missing: Range<Int>
    private let host: String

    init(_ part: ContentRange, from host: String) {
        missing = part.range
        self.host = host
    }

    /// Nil where the size of the body is unknown, and for a 200, of which the transport checks the length.
    init?(of response: HTTPStreamedResponse, to request: HTTPRequest) {
        guard request.method == "GET", response.status == 206, response.headers["Content-Encoding"] == nil,
            let part = ContentRange(of: response)
        else { return nil }
        self.init(part, from: HTTPOrigin(url: response.url)?.host ?? "the server")
    }

    var isComplete: Bool { missing.isEmpty }

    /// - Parameter chunk: nil at the end of the body.
    /// - Throws: `HTTPError.connectionLost` for an end before the last byte, and for bytes after it.
    mutating func add(_ chunk: Data?) throws(HTTPError) {
        guard let chunk else {
            guard isComplete else {
                throw .connectionLost(host: host, reason: "the response ended \(missing.count) bytes too early")
            }
            return
        }
        guard chunk.count <= missing.count else {
            throw .connectionLost(host: host, reason: "the response is longer than announced")
        }
        missing = (missing.lowerBound + chunk.count)..<missing.upperBound
    }
}
