import Foundation

/// One request of a batch, with headers and body as the bytes that were given.
public struct BatchRequest: Hashable, Sendable {
    /// What the answer is found by; made where none was given.
    public internal(set) var id: String
    /// Among all requests of a run, from 0.
    var position = 0
    /// In upper case.
    public let method: String
    /// Below the version of the batch, with a leading slash and percent-encoded.
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

    /// Whether the method may change something.
    public var isWrite: Bool { method != "GET" && method != "HEAD" }

    /// What ids are compared by.
    var key: String { id.lowercased() }

    /// The request as a member of `requests`.
    ///
    /// - Parameter companions: the keys of the requests that are sent with it. What it depends on beside them has been
    ///   answered, and a dependency on a request that is not there is refused.
    func json(among companions: Set<String>) -> Data {
        var members = [("id", id), ("method", method), ("url", url)].map { ($0, JSONObjectText.quoted($1)) }
        if let headers { members.append(("headers", headers)) }
        if let body { members.append(("body", body)) }
        let open = dependsOn.filter { companions.contains($0.lowercased()) }
        if !open.isEmpty {
            members.append(("dependsOn", Data("[".utf8) + JSONObjectText.quoted(open[0]) + Data("]".utf8)))
        }
        return Data.object(members)
    }
}

extension Data {
    /// A JSON object of values that are JSON.
    static func object(_ members: [(name: String, value: Data)]) -> Data {
        var text = Data("{".utf8)
        for (index, member) in members.enumerated() {
            text += Data((index == 0 ? "" : ",").utf8) + JSONObjectText.quoted(member.name) + Data(":".utf8)
            text += member.value
        }
        return text + Data("}".utf8)
    }
}
