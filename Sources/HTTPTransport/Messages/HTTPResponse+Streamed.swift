import FoundationEssentials
import Synchronization

extension HTTPResponse {
    /// The same answer for who reads streams: its body comes in one piece, once.
    public var streamed: HTTPStreamedResponse {
        let rest = Once(body)
        let stream = HTTPBodyStream { () async throws(HTTPError) in rest.take() }
        return HTTPStreamedResponse(status: status, headers: headers, url: url, body: stream)
    }

    private final class Once: Sendable {
        private let body: Mutex<Data?>

        init(_ body: Data) {
            self.body = Mutex(body.isEmpty ? nil : body)
        }

        func take() -> Data? {
            body.withLock { body in
                defer { body = nil }
                return body
            }
        }
    }
}
