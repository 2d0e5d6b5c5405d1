/// Which profile an action acts as: the first rung that decides wins, and it says why.
///
/// A pure function of what it is given. A rung answers with a profile and a reason, or passes; a rung that was
/// given a name that does not exist fails, and the action never falls through to somebody else.
public struct Ladder: Sendable {
    public let profiles: [Profile]
    /// `--profile`.
    public let flag: String?
    /// `ACCT_PROFILE`.
    public let environment: String?
    public let current: ProfileName?

    public init(profiles: [Profile], flag: String?, environment: String?, current: ProfileName?) {
        self.profiles = profiles
        self.flag = flag
        self.environment = environment
        self.current = current
    }

    public func select() throws(SelectionError) -> Selection {
        for rung in [Ladder.byFlag, Ladder.byEnvironment, Ladder.byCurrent, Ladder.byOnly] {
            if let decision = try rung(self)() { return selection(decision) }
        }
        guard !profiles.isEmpty else { throw .none }
        throw .ambiguous(
            profiles.map { Candidate(profile: $0.name, outcome: .passedOver, reason: "nothing decides for it") })
    }

    private struct Decision {
        let profile: Profile
        let step: Selection.Step
        let reason: String
    }

    private func byFlag() throws(SelectionError) -> Decision? {
        guard let flag else { return nil }
        return Decision(profile: try named(flag, from: .flag), step: .flag, reason: "--profile names it")
    }

    /// An empty variable is a variable that is not set.
    private func byEnvironment() throws(SelectionError) -> Decision? {
        guard let environment, !environment.isEmpty else { return nil }
        return Decision(
            profile: try named(environment, from: .environment), step: .environment, reason: "ACCT_PROFILE names it")
    }

    private func byCurrent() throws(SelectionError) -> Decision? {
        guard let profile = profiles.first(where: { $0.name == current }) else { return nil }
        return Decision(profile: profile, step: .current, reason: "it is the current profile")
    }

    private func byOnly() throws(SelectionError) -> Decision? {
        guard profiles.count == 1, let profile = profiles.first else { return nil }
        return Decision(profile: profile, step: .only, reason: "it is the only profile")
    }

    private func named(_ name: String, from step: Selection.Step) throws(SelectionError) -> Profile {
        if let wanted = try? ProfileName(name), let profile = profiles.first(where: { $0.name == wanted }) {
            return profile
        }
        throw .unknown(name, source: step, nearest: NearestNames.to(name, among: profiles.map(\.name)))
    }

    private func selection(_ decision: Decision) -> Selection {
        let candidates = profiles.map { profile in
            profile.name == decision.profile.name
                ? Candidate(profile: profile.name, outcome: .chosen, reason: decision.reason)
                : Candidate(
                    profile: profile.name, outcome: .passedOver, reason: "\(decision.profile.name) came first")
        }
        return Selection(
            profile: decision.profile, step: decision.step, reason: decision.reason, candidates: candidates)
    }
}
