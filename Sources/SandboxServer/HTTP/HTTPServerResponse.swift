import NIOCore
import NIOHTTP1

/// A response, and what the request log may say about it.
struct HTTPServerResponse {
    var status: HTTPResponseStatus
    var headers: HTTPHeaders = [:]
    var body: [UInt8] = []
    /// The delay before the response is sent, set by injected faults only.
    var delay: TimeAmount = .zero
    /// Whether it waits for `POST /sandbox/release`. Set by injected faults only.
    var isHeld = false
    /// Closes the connection without a response, like a failing network. Set by injected faults only.
    var dropsConnection = false
    /// The account or application that the request acted for, as far as it was identified; for the request log.
    var username: String?
    /// The name of the tenant that it acted in.
    var tenant: String?

    init(status: HTTPResponseStatus, contentType: String? = nil, body: [UInt8] = []) {
        self.status = status
        self.body = body
        if let contentType {
            headers.add(name: "Content-Type", value: contentType)
        }
    }

    static func text(_ text: String, status: HTTPResponseStatus = .ok) -> HTTPServerResponse {
        HTTPServerResponse(status: status, contentType: "text/plain; charset=utf-8", body: Array(text.utf8))
    }

    static func json(_ json: JSON, status: HTTPResponseStatus = .ok) -> HTTPServerResponse {
        HTTPServerResponse(status: status, contentType: "application/json; charset=utf-8", body: json.serialized())
    }

    static func redirect(to location: String) -> HTTPServerResponse {
        var response = HTTPServerResponse(status: .found)
        response.headers.add(name: "Location", value: location)
        response.headers.add(name: "Cache-Control", value: "no-store")
        return response
    }

    /// Adds the headers that RFC 6749 §5.1 requires of a response that may contain a token.
    func uncached() -> HTTPServerResponse {
        var copy = self
        copy.headers.replaceOrAdd(name: "Cache-Control", value: "no-store, no-cache")
        copy.headers.replaceOrAdd(name: "Pragma", value: "no-cache")
        return copy
    }

    func with(status: HTTPResponseStatus) -> HTTPServerResponse {
        var copy = self
        copy.status = status
        return copy
    }

    func attributed(to username: String?, in tenant: String? = nil) -> HTTPServerResponse {
        var copy = self
        copy.username = username
        copy.tenant = tenant
        return copy
    }
}
