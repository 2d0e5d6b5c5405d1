/// Which profile an action acts as: the first rung that decides wins, and it says why.
///
/// A pure function of what it is given. A rung answers with a profile and a reason, or passes; a rung that was
/// given a name that does not exist fails, and the action never falls through to somebody else.
public struct Ladder: Sendable {
    let profiles: [Profile]
    let selectionContext: SelectionContext
    private let inference: Inference

    public init(profiles: [Profile], selectionContext: SelectionContext) {
        self.profiles = profiles
        self.selectionContext = selectionContext
        let possible = profiles.filter { Exclusion(of: $0, from: selectionContext.action) == nil }
        inference = Inference(possible: possible, in: selectionContext)
    }

    public func select() throws(SelectionError) -> Selection {
        for rung in [
            Ladder.byFlag, Ladder.byEnvironment, Ladder.byBinding, Ladder.byRule, Ladder.byInference,
            Ladder.byCurrent, Ladder.byOnly,
        ] {
            if let selection = try rung(self)() { return selection }
        }
        guard !profiles.isEmpty else { throw .none }
        guard !inference.field.isEmpty else { throw .noneFits(candidates(beside: nil)) }
        throw .ambiguous(tied(inference.field), current: unfitCurrent)
    }

    private func byFlag() throws(SelectionError) -> Selection? {
        guard let name = selectionContext.flag else { return nil }
        return try insisting(on: name, .flag, "--profile names it")
    }

    private func byEnvironment() throws(SelectionError) -> Selection? {
        guard let name = selectionContext.environment else { return nil }
        return try insisting(on: name, .environment, "ACCT_PROFILE names it")
    }

    private func byBinding() throws(SelectionError) -> Selection? {
        guard let binding = selectionContext.binding else { return nil }
        switch binding.target {
        case .profile(let name): return try holding(to: name, .binding, binding.reason)
        case .tenant(let tenant): return try inTenant(tenant, binding)
        }
    }

    private func byInference() throws(SelectionError) -> Selection? {
        if !inference.division.isEmpty { throw .conflict(inference.division) }
        return inference.decision.map {
            Selection(profile: $0.profile, step: .inference, reason: $0.reason, isInferred: true)
        }
    }

    private func byCurrent() throws(SelectionError) -> Selection? {
        inference.field.first { $0.name == selectionContext.current }.map {
            Selection(profile: $0, step: .current, reason: "it is the current profile")
        }
    }

    private func byOnly() throws(SelectionError) -> Selection? {
        guard inference.field.count == 1, let profile = inference.field.first else { return nil }
        guard profiles.count > 1 else {
            return Selection(profile: profile, step: .only, reason: "it is the only profile")
        }
        return Selection(
            profile: profile, step: .only, reason: "it is the only profile that can do this", isInferred: true)
    }

    /// Every profile and what became of it: the chosen one, those that lost by how likely they are, those that cannot.
    public func candidates(beside selection: Selection?) -> [Candidate] {
        let candidates = selectionContext.usageHistory.ranked(profiles).map { profile in
            if let selection, selection.profile.name == profile.name {
                return Candidate(profile, .chosen, selection.reason)
            }
            if let exclusion = Exclusion(of: profile, from: selectionContext.action) {
                return Candidate(profile, exclusion)
            }
            return Candidate(profile, .passedOver, loss(of: profile, to: selection))
        }
        return Candidate.Outcome.allCases.flatMap { outcome in candidates.filter { $0.outcome == outcome } }
    }

    /// The current profile, if the action rules it out.
    var unfitCurrent: Candidate? {
        profiles.first { $0.name == selectionContext.current }.flatMap { current in
            Exclusion(of: current, from: selectionContext.action).map { Candidate(current, $0) }
        }
    }

    private func loss(of profile: Profile, to selection: Selection?) -> String {
        guard let selection else {
            return selectionContext.decidingName == nil ? "nothing decides for it" : "it is not the one that is named"
        }
        switch selection.step {
        case .flag, .environment: return "it is not the one that is named"
        case .binding: return "it is not bound here"
        case .rule: return "the rule is for another"
        case .current, .only: return "it is not the current profile"
        case .picker: return "another was chosen"
        case .inference:
            let isPointedAt = inference.field.contains(profile)
            return isPointedAt ? "\(selection.profile.name) has more for it" : "the request names something else"
        }
    }
}
