import NIOHTTP1

/// What a Graph operation gives back when it succeeds.
enum GraphAnswer {
    case json(JSON, status: HTTPResponseStatus = .ok)
    /// An operation with nothing to say, 202 or 204, but perhaps where to go on.
    case empty(HTTPResponseStatus, location: String? = nil)
    case text(String)
    case binary([UInt8], contentType: String)

    var response: Response {
        switch self {
        case .json(let json, let status):
            Response(status: status, contentType: Self.jsonType, body: json.serialized())
        case .empty(let status, let location): Response(status: status).located(at: location)
        case .text(let text): Response(status: .ok, contentType: "text/plain", body: Array(text.utf8))
        case .binary(let bytes, let type): Response(status: .ok, contentType: type, body: bytes)
        }
    }

    static let jsonType =
        "application/json;odata.metadata=minimal;odata.streaming=true;IEEE754Compatible=false;charset=utf-8"
}

extension Response {
    fileprivate func located(at place: String?) -> Response {
        var copy = self
        if let place { copy.headers.add(name: "Location", value: place) }
        return copy
    }
}
