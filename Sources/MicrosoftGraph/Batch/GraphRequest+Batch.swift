import FoundationEssentials
import HTTPTransport

extension GraphRequest {
    /// Whether it is sent to `$batch`, where its body is a list of requests.
    public var isBatch: Bool { ResourcePath(path).segments.map { $0.lowercased() } == ["$batch"] }

    /// The largest body in which requests are looked for; Graph takes 20 of them.
    public static let batchSizeLimit = 4 << 20

    /// The requests in the body of a POST to `$batch`; nil for a body that is not a list of requests, and for one that
    /// repeats a name: which of the two members a server takes is not known.
    ///
    /// Reads only the method, the URL and the headers, which say where a request goes.
    ///
    /// Source: Microsoft Graph, "Combine multiple HTTP requests using JSON batching".
    public static func batched(in body: Data) -> [GraphRequest]? {
        guard let document = JSONObjectText(body), !document.repeatsNames,
            let parts = document.elements("requests")
        else { return nil }
        var requests: [GraphRequest] = []
        for part in parts {
            guard let part = JSONObjectText(wellFormed: part), !part.repeatsNames,
                let method = part.string("method"), let url = part.string("url")
            else { return nil }
            let headers = part["headers"].flatMap { JSONObjectText(wellFormed: $0) }
            requests.append(
                GraphRequest(method: method, path: url, headers: headers.map(HTTPHeaders.init) ?? HTTPHeaders()))
        }
        return requests
    }
}

extension HTTPHeaders {
    /// The members of a JSON object as fields, repeated names too. The text of a value that is not a string is its JSON.
    init(_ members: JSONObjectText) {
        self.init(members.texts)
    }
}
