import AccountProfiles
import AccountStore
import MicrosoftGraph

extension Selector {
    /// The profile that sends a batch, and the batch as the action that the ladder has seen.
    ///
    /// - Parameter requests: of the batch; all that are known before the first is sent.
    /// - Throws: `SelectionError`; `Failure` of kind `ambiguous` where requests are meant for different profiles. Where the
    ///   profile may not write, the failure names the writes.
    func select(_ flag: String?, for requests: [BatchRequest]) throws -> (action: Action, selection: Selection) {
        let action = try action(of: requests)
        let writes = BatchWrites(requests)
        do {
            return (action, try select(flag, for: action, writing: writes.text))
        } catch let error as SelectionError {
            throw Failure(error, sending: requests)
        }
    }

    /// Makes sure that requests after those that the ladder has seen belong to the selected profile too.
    ///
    /// - Throws: `Failure` for one that belongs to another profile. A name and a directory decide for all requests.
    func check(_ requests: [BatchRequest], belongTo selection: Selection) throws {
        let unseen = requests.filter { $0.position >= Action.partLimit }
        guard !unseen.isEmpty, ![.flag, .environment, .binding].contains(selection.step) else { return }
        let action = try action(of: unseen)
        let context = SelectionContext(
            action: action, rules: try rules.rules().map(\.rule), current: selection.profile.name,
            usageHistory: try usageHistory(of: action))
        let ladder = Ladder(profiles: try profiles.profiles(), context: context)
        guard (try? ladder.select().profile) != selection.profile else { return }
        throw Failure.laterRequest(unseen[0].inWords, belongsToAnotherThan: selection.profile.name)
    }

    func action(of requests: [BatchRequest]) throws -> Action {
        let parts = try requests.prefix(Action.partLimit).map { request in
            let required = try permissions.required(method: request.effectiveMethod, path: ResourcePath(request.url))
            return Action(GraphRequest(method: request.effectiveMethod, path: request.url), required)
        }
        return Action(batchOf: parts, hasWrites: requests.contains(where: \.isWrite))
    }
}

extension Failure {
    /// The failure to choose a profile for a batch: it names the requests that disagree, and the writes where a profile may
    /// not write.
    init(_ error: SelectionError, sending requests: [BatchRequest]) {
        if case .conflict(let preferences) = error {
            self.init(conflict: preferences) { requests[$0].inWords }
            return
        }
        self.init(error)
        if error.isAboutWriting, let text = BatchWrites(requests).text { message += " The writes: \(text)." }
    }
}

extension Action {
    /// The number of parts of a batch that the ladder matches against rules and hints. A file can have millions.
    fileprivate static let partLimit = 1000

    /// Requests that are sent together. They are a write if one of them is, although a batch of reads is posted too. A kind
    /// of profile that cannot serve one of them cannot serve the batch. Rules and hints are matched against each part.
    init(batchOf parts: [Action], hasWrites: Bool) {
        var seen: Set<TenantHint> = []
        self.init(
            method: hasWrites ? "POST" : "GET", path: "/$batch", isWrite: hasWrites, needsGraph: true,
            unsupportedKinds: parts.reduce(into: [:]) { $0.merge($1.unsupportedKinds) { first, _ in first } },
            doubtfulKinds: parts.reduce(into: [:]) { $0.merge($1.doubtfulKinds) { first, _ in first } },
            clouds: parts.lazy.map(\.clouds).first { !$0.isEmpty } ?? [], hosts: parts.flatMap(\.hosts),
            hints: parts.flatMap(\.hints).filter { seen.insert($0).inserted }, topic: "$batch", parts: parts)
    }
}

/// The writes of a batch, the first few of them by name.
struct BatchWrites {
    /// Nil where there are none.
    let text: String?

    private static let shown = 3

    init(_ requests: [BatchRequest]) {
        let writes = requests.filter(\.isWrite)
        text = writes.isEmpty ? nil : writes.map(\.inWords).listed(first: Self.shown)
    }
}

extension BatchRequest {
    /// `DELETE /users/1 (line 3)`, without the query and the ends of long paths.
    var inWords: String {
        let path = url.prefix { $0 != "?" }
        let name = path.count > 80 ? path.prefix(79) + "…" : path
        return "\(effectiveMethod) \(name) (\(place.inWords))"
    }
}

extension SelectionError {
    fileprivate var isAboutWriting: Bool {
        switch self {
        case .ruledOut(_, let exclusion, _): exclusion == .readOnly
        case .noneFits(let candidates): candidates.contains { $0.exclusion == .readOnly }
        default: false
        }
    }
}
