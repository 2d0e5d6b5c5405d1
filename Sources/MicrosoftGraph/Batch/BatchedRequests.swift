import FoundationEssentials
import HTTPTransport

extension GraphRequest {
    /// Whether it is sent to `$batch`, where its body is a list of requests.
    public var isBatch: Bool { ResourcePath(path).segments.map { $0.lowercased() } == ["$batch"] }

    /// The largest body in which requests are looked for; Graph takes 20 of them.
    public static let batchSizeLimit = 4 << 20

    /// The requests in the body of a POST to `$batch`; empty for any other body.
    ///
    /// Source: Microsoft Graph, "Combine multiple HTTP requests using JSON batching".
    public static func batched(in body: Data) -> [GraphRequest] {
        guard let batch = try? JSONDecoder().decode(Batch.self, from: body) else { return [] }
        return batch.requests.map { part in
            var headers = HTTPHeaders()
            for (name, value) in part.headers ?? [:] { headers[name] = value }
            return GraphRequest(method: part.method, path: part.url, headers: headers)
        }
    }

    private struct Batch: Decodable {
        let requests: [Part]

        struct Part: Decodable {
            let method, url: String
            let headers: [String: String]?
        }
    }
}
