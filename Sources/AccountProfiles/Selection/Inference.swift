/// The profiles that the hints of an action point at, and the decision that follows.
struct Inference {
    /// The profiles that can do the action and that no hint speaks against.
    let remaining: [Profile]
    /// Nil where the action does not decide, or the current profile remains.
    let decision: (profile: Profile, predicate: String)?
    /// The preferences of the parts of the action, where they have no profile in common; else empty.
    let conflict: [PartPreference]

    /// - Parameter able: the profiles that can do the action.
    init(among able: [Profile], in context: SelectionContext) {
        let history = context.usageHistory
        // Most actions have no hints, and then the profiles need not be compared.
        guard context.action.requests.contains(where: { !$0.hints.isEmpty }) || !history.sufficientScopes.isEmpty else {
            (remaining, decision, conflict) = (able, nil, [])
            return
        }
        let matches = context.action.requests.enumerated().compactMap { index, request in
            Self.match(request.hints, among: able, history).map { (part: index, match: $0) }
        }
        let common = Self.common(matches.map(\.match))
        remaining = common?.profiles ?? able
        conflict =
            matches.isEmpty || common != nil
            ? []
            : matches.map { part, match in
                PartPreference(part: part, profiles: Set(match.profiles.map(\.name)), reason: "it \(match.predicate)")
            }
        let currentRemains = remaining.contains { $0.name == context.current }
        if currentRemains {
            decision = nil
        } else if let common, remaining.count == 1, let only = remaining.first {
            decision = (only, common.predicate)
        } else {
            decision = Self.onlyHolder(among: remaining, history)
        }
    }

    /// The profiles that hints point at, and the reason.
    private typealias Match = (profiles: [Profile], predicate: String)

    /// The profiles that all of several requests point at, with the reason of the narrowest; nil where none points at any,
    /// and where they have no profile in common.
    private static func common(_ matches: [Match]) -> Match? {
        guard let narrowest = matches.min(by: { $0.profiles.count < $1.profiles.count }) else { return nil }
        let agreed = narrowest.profiles.filter { profile in matches.allSatisfy { $0.profiles.contains(profile) } }
        return agreed.isEmpty ? nil : (agreed, narrowest.predicate)
    }

    /// The profiles that all hints of a request point at; if they have none in common, those that any hint points at.
    private static func match(_ hints: [TenantHint], among able: [Profile], _ history: UsageHistory) -> Match? {
        let decisive = hints.map { hint in (hint: hint, profiles: able.filter { hint.matches($0, given: history) }) }
            .filter { !$0.profiles.isEmpty && $0.profiles.count < able.count }
        guard let narrowest = decisive.min(by: { $0.profiles.count < $1.profiles.count }) else { return nil }
        let agreed = able.filter { profile in decisive.allSatisfy { $0.profiles.contains(profile) } }
        let any = able.filter { profile in decisive.contains { $0.profiles.contains(profile) } }
        return (agreed.isEmpty ? any : agreed, narrowest.hint.predicate)
    }

    /// The weak hint: one profile alone holds a sufficient scope.
    private static func onlyHolder(among remaining: [Profile], _ history: UsageHistory) -> (Profile, String)? {
        let holders = remaining.filter { history.sufficientScopes[$0.name] != nil }
        guard remaining.count > 1, holders.count == 1, let holder = holders.first,
            let scope = history.sufficientScopes[holder.name]
        else { return nil }
        return (holder, "is the only profile that holds \(scope)")
    }
}

/// The profiles that one of several requests belongs to, where they are sent together.
public struct PartPreference: Hashable, Sendable {
    /// The position among the parts of the action, from 0.
    public let part: Int
    /// Any of these; empty where no profile can be chosen.
    public let profiles: Set<ProfileName>
    /// The reason as a sentence without the profiles' names.
    public let reason: String

    public init(part: Int, profiles: Set<ProfileName>, reason: String) {
        self.part = part
        self.profiles = profiles
        self.reason = reason
    }
}
