import FoundationEssentials
import HTTPTransport

extension GraphRequest {
    /// Whether it is sent to `$batch`, where its body is a list of requests.
    public var isBatch: Bool { ResourcePath(path).segments.map { $0.lowercased() } == ["$batch"] }

    /// The largest body in which requests are looked for; Graph takes 20 of them.
    public static let batchSizeLimit = 4 << 20

    /// The requests in the body of a POST to `$batch`; nil for a body that is no list of requests.
    ///
    /// Only what says where a request goes is read: a method, a URL, and headers that are text.
    ///
    /// Source: Microsoft Graph, "Combine multiple HTTP requests using JSON batching".
    public static func batched(in body: Data) -> [GraphRequest]? {
        guard let parts = JSONValue(parsing: body)?["requests"]?.arrayValue else { return nil }
        var requests: [GraphRequest] = []
        for part in parts {
            guard let method = part["method"]?.stringValue, let url = part["url"]?.stringValue else { return nil }
            var headers = HTTPHeaders()
            for (name, value) in part["headers"]?.objectValue ?? [:] { headers[name] = value.stringValue }
            requests.append(GraphRequest(method: method, path: url, headers: headers))
        }
        return requests
    }
}
