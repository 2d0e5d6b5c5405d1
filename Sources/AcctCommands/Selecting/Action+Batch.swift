import AccountProfiles
import MicrosoftGraph

extension Services {
    /// What requests that are sent together say about who is meant.
    ///
    /// Together they are a write if one of them is, and out is whoever cannot do one of them. A batch of reads is a read,
    /// although it is posted. Each is a part on its own as well, since rules and hints are about parts.
    func action(of requests: [BatchRequest]) throws -> Action {
        let parts = try requests.prefix(Action.speakers).map { request in
            let required = try requiredPermissions(method: request.method, path: ResourcePath(request.url))
            return Action(GraphRequest(method: request.method, path: request.url), required)
        }
        return Action(batchOf: parts, hasWrites: requests.contains(where: \.isWrite))
    }
}

extension Action {
    /// How many parts of a batch are asked who is meant. A file can have millions.
    fileprivate static let speakers = 1000

    init(batchOf parts: [Action], hasWrites: Bool) {
        var seen: Set<TenantHint> = []
        self.init(
            method: hasWrites ? "POST" : "GET", path: "/$batch", isWrite: hasWrites, needsGraph: true,
            unfit: parts.reduce(into: [:]) { $0.merge($1.unfit) { first, _ in first } },
            cloud: parts.lazy.compactMap(\.cloud).first, hosts: parts.flatMap(\.hosts),
            hints: parts.flatMap(\.hints).filter { seen.insert($0).inserted }, topic: "$batch", parts: parts)
    }
}
