import FoundationEssentials
import HTTPTransport

extension GraphRequest {
    /// The requests in the body of a POST to `$batch`, up to 20 as Graph takes them; empty for any other request, and for
    /// a body that is not in memory or not a batch.
    ///
    /// Source: Microsoft Graph, "Combine multiple HTTP requests using JSON batching".
    public var batchedRequests: [GraphRequest] {
        guard ResourcePath(path).segments.map({ $0.lowercased() }) == ["$batch"], case .bytes(let data) = body,
            data.count <= Self.batchSizeLimit, let batch = try? JSONDecoder().decode(Batch.self, from: data)
        else { return [] }
        return batch.requests.map { part in
            var headers = HTTPHeaders()
            for (name, value) in part.headers ?? [:] { headers[name] = value }
            return GraphRequest(method: part.method, path: part.url, headers: headers)
        }
    }

    /// Larger than any batch that Graph takes.
    private static let batchSizeLimit = 4 << 20

    private struct Batch: Decodable {
        let requests: [Part]

        struct Part: Decodable {
            let method, url: String
            let headers: [String: String]?
        }
    }
}
