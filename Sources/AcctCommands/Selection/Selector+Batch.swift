import AccountProfiles
import AccountStore
import MicrosoftGraph

extension Selector {
    /// The profile that sends a batch.
    ///
    /// - Parameter requests: of the batch; all that are known before the first is sent.
    /// - Throws: `SelectionError`; `Failure` of kind `ambiguous` where requests are meant for different profiles. Where the
    ///   profile may not write, the failure names the writes.
    func select(_ flag: String?, for requests: [BatchRequest]) throws -> BatchSelection {
        let action = try action(of: requests)
        let context = try selectionContext(flag, action)
        let selection: Selection
        do {
            selection = try select(in: context, writing: BatchWrites(requests).text)
        } catch let error as SelectionError {
            throw Failure(error, sending: requests)
        }
        let batch = BatchSelection(
            action: action, selection: selection, context: context, profiles: try profiles.profiles(), selector: self)
        try batch.checkThoseAfterTheFirst(requests)
        return batch
    }

    func action(of requests: [BatchRequest]) throws -> Action {
        let parts = try requests.prefix(Action.partLimit).map { request in
            let required = try permissions.required(method: request.effectiveMethod, path: ResourcePath(request.url))
            return Action(GraphRequest(method: request.effectiveMethod, path: request.url), required)
        }
        return Action(batchOf: parts, hasWrites: requests.contains(where: \.isWrite))
    }
}

/// The profile that sends a batch. The ladder has chosen it by the first requests, and checks that it would choose the same
/// profile by the others: a file can have millions.
struct BatchSelection: Sendable {
    /// The first requests, with whether there is a write among all that were known.
    let action: Action
    let selection: Selection
    let context: SelectionContext
    let profiles: [Profile]
    let selector: Selector

    /// Checks all requests but those that the ladder has chosen the profile by.
    func checkThoseAfterTheFirst(_ requests: [BatchRequest]) throws {
        var others = requests.dropFirst(Action.partLimit)
        while !others.isEmpty {
            try check(Array(others.prefix(Action.partLimit)), isFirstSent: false)
            others = others.dropFirst(Action.partLimit)
        }
    }

    /// - Parameters:
    ///   - requests: at most as many as the ladder compares, of those after the first.
    ///   - isFirstSent: whether requests before these have been sent.
    /// - Throws: `Failure` where one belongs to another profile, or is a write that only an inference would send.
    func check(_ requests: [BatchRequest], isFirstSent: Bool = true) throws {
        do {
            let chosen = try ladder(for: requests).select()
            guard chosen.profile.name == selection.profile.name else {
                throw try belongsToAnother(requests, isFirstSent: isFirstSent)
            }
            if chosen.isInferred { try requireConfirmation(of: requests) }
        } catch SelectionError.ambiguous(let tie) {
            // Requests that point at no profile go with the others, as they do among the first.
            guard selection.step == .inference || selection.step == .picker,
                tie.fitting.contains(where: { $0.profile.name == selection.profile.name })
            else { throw try belongsToAnother(requests, isFirstSent: isFirstSent) }
            try requireConfirmation(of: requests)
        } catch let error as SelectionError {
            throw error.isAboutWriting
                ? Failure(error, sending: requests) : try belongsToAnother(requests, isFirstSent: isFirstSent)
        }
    }

    private func ladder(for requests: [BatchRequest]) throws -> Ladder {
        var context = context
        context.action = try selector.action(of: requests)
        context.usageHistory = try selector.usageHints(of: context.action)
        return Ladder(profiles: profiles, context: context)
    }

    /// A person has confirmed the writes of an inferred profile if there was one among the requests that were known.
    private func requireConfirmation(of requests: [BatchRequest]) throws {
        guard !action.isWrite, let write = requests.first(where: \.isWrite) else { return }
        throw Failure.inferredProfile(selection, forbids: write.inWords, from: requests[0].inWords)
    }

    /// Names the first of the requests that a rule or a hint gives to another profile.
    private func belongsToAnother(_ requests: [BatchRequest], isFirstSent: Bool) throws -> Failure {
        let owners = requests.lazy.compactMap { request -> (BatchRequest, Selection)? in
            guard let owner = try? ladder(for: [request]).select(), [.rule, .inference].contains(owner.step),
                owner.profile.name != selection.profile.name
            else { return nil }
            return (request, owner)
        }
        return .laterRequest(
            owners.first.map { "\($0.inWords) belongs to \($1.profile.name), because \($1.reason)" }
                ?? "one of the next belongs to another profile than \(selection.profile.name)",
            unsentFrom: isFirstSent ? requests[0].inWords : nil)
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
            hosts: parts.flatMap(\.hosts),
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
