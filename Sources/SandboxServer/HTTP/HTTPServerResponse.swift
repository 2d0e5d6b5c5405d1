import NIOCore
import NIOHTTP1

/// What goes back, plus what the request log may say about it.
struct Response {
    var status: HTTPResponseStatus
    var headers: HTTPHeaders = [:]
    var body: [UInt8] = []
    /// How long the answer is held back; only faults set it.
    var delay: TimeAmount = .zero
    /// Closes the connection without an answer, as a network that fails does; only faults set it.
    var dropsConnection = false
    /// Who the request acted for, as far as it got to know.
    var username: String?

    init(status: HTTPResponseStatus, contentType: String? = nil, body: [UInt8] = []) {
        self.status = status
        self.body = body
        if let contentType {
            headers.add(name: "Content-Type", value: contentType)
        }
    }

    static func text(_ text: String, status: HTTPResponseStatus = .ok) -> Response {
        Response(status: status, contentType: "text/plain; charset=utf-8", body: Array(text.utf8))
    }

    static func json(_ json: JSON, status: HTTPResponseStatus = .ok) -> Response {
        Response(status: status, contentType: "application/json; charset=utf-8", body: json.serialized())
    }

    static func redirect(to location: String) -> Response {
        var response = Response(status: .found)
        response.headers.add(name: "Location", value: location)
        response.headers.add(name: "Cache-Control", value: "no-store")
        return response
    }

    /// RFC 6749 §5.1 wants this on every answer that may carry a token.
    func uncached() -> Response {
        var copy = self
        copy.headers.replaceOrAdd(name: "Cache-Control", value: "no-store, no-cache")
        copy.headers.replaceOrAdd(name: "Pragma", value: "no-cache")
        return copy
    }

    func with(status: HTTPResponseStatus) -> Response {
        var copy = self
        copy.status = status
        return copy
    }

    func acting(for username: String?) -> Response {
        var copy = self
        copy.username = username
        return copy
    }
}
