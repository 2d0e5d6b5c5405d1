import FoundationEssentials
import HTTPTransport

/// A request of a batch, with headers and body as the bytes of the input.
public struct BatchRequest: Hashable, Sendable {
    /// The id by which the response is found; generated where the input has none.
    public internal(set) var id: String
    /// The position among all requests of a run, from 0.
    public internal(set) var position = 0
    /// The method in upper case.
    public let method: String
    /// The path below the version of the batch, with a leading slash and percent-encoded.
    public let url: String
    public let place: BatchPlace
    /// A JSON object.
    let headers: Data?
    let body: Data?
    /// The ids of the requests that have to succeed first.
    public let dependsOn: [String]

    init(
        id: String, method: String, url: String, place: BatchPlace, headers: Data? = nil, body: Data? = nil,
        dependsOn: [String] = []
    ) {
        self.id = id
        self.method = method
        self.url = url
        self.place = place
        self.headers = headers
        self.body = body
        self.dependsOn = dependsOn
    }

    /// The method that the request is judged by, in upper case; see ``GraphRequest/effectiveMethod``.
    public var effectiveMethod: String { MethodOverride.effective(method, httpHeaders) }

    /// The request as it would be sent alone, with a path below the version and without its body.
    public var standalone: GraphRequest { GraphRequest(method: method, path: url, headers: httpHeaders) }

    /// The headers with their texts; a value that is not a string as JSON text.
    private var httpHeaders: HTTPHeaders {
        headers.flatMap { JSONObjectText(wellFormed: $0) }.map(HTTPHeaders.init) ?? HTTPHeaders()
    }

    /// Whether the effective method may change something.
    public var isWrite: Bool { !MethodOverride.isRead(effectiveMethod) }

    /// The bytes that the request takes in a batch, or a few more.
    var size: Int {
        [id, method, url].map(\.utf8.count).reduce(0, +) + (headers?.count ?? 0) + (body?.count ?? 0)
            + dependsOn.map(\.utf8.count).reduce(100, +)
    }

    /// The id in lower case: ids are compared without case.
    var key: String { id.lowercased() }

    /// The request as a member of `requests`.
    ///
    /// - Parameter companions: the keys of the requests in the same batch. Other dependencies have their responses
    ///   already, and Graph refuses a dependency on a request that the batch does not hold.
    func json(among companions: Set<String>) -> Data {
        var members = [("id", id), ("method", method), ("url", url)].map { ($0, JSONString.quoted($1)) }
        if let headers { members.append(("headers", headers)) }
        if let body { members.append(("body", body)) }
        let open = dependsOn.filter { companions.contains($0.lowercased()) }
        if !open.isEmpty {
            members.append(("dependsOn", Data("[".utf8) + JSONString.quoted(open[0]) + Data("]".utf8)))
        }
        return JSONObjectText.object(members)
    }
}
