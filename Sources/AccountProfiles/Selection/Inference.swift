/// What the action itself says about who is meant.
struct Inference {
    /// The profiles that remain: those that can do it and that no strong sign speaks against.
    let field: [Profile]
    /// Nil where the action does not decide, or the current profile stands.
    let decision: (profile: Profile, reason: String)?
    /// Whom the parts of the action point at, where they do not go together.
    let division: [PartPreference]

    /// - Parameter possible: the profiles that can do it.
    init(possible: [Profile], in selectionContext: SelectionContext) {
        guard Inference.hasGrounds(in: selectionContext) else {
            (field, decision, division) = (possible, nil, [])
            return
        }
        let usageHistory = selectionContext.usageHistory
        let wishes = selectionContext.action.units.enumerated().compactMap { index, part in
            Inference.pointed(part.hints, among: possible, usageHistory).map { (index, $0) }
        }
        let pointed = Inference.common(wishes.map(\.1))
        division =
            wishes.isEmpty || pointed != nil
            ? []
            : wishes.map { index, wish in
                PartPreference(part: index, profiles: Set(wish.profiles.map(\.name)), reason: wish.reason)
            }
        field = pointed?.profiles ?? possible
        let currentStands = field.contains { $0.name == selectionContext.current }
        if currentStands {
            decision = nil
        } else if let pointed, field.count == 1, let only = field.first {
            decision = (only, pointed.reason)
        } else {
            decision = Inference.holder(among: field, usageHistory)
        }
    }

    /// Most actions say nothing about who is meant, and what is known need not be looked at.
    private static func hasGrounds(in selectionContext: SelectionContext) -> Bool {
        selectionContext.action.units.contains { !$0.hints.isEmpty } || !selectionContext.usageHistory.holders.isEmpty
    }

    /// Where all of several requests point, by the narrowest of them; nil for nowhere, and when they point apart.
    private static func common(
        _ wishes: [(profiles: [Profile], reason: String)]
    ) -> (profiles: [Profile], reason: String)? {
        guard let sharpest = wishes.min(by: { $0.profiles.count < $1.profiles.count }) else { return nil }
        let agreed = sharpest.profiles.filter { profile in wishes.allSatisfy { $0.profiles.contains(profile) } }
        return agreed.isEmpty ? nil : (agreed, sharpest.reason)
    }

    /// Where hints point, all of them together; if they point apart, wherever any of them points.
    private static func pointed(
        _ hints: [TenantHint], among possible: [Profile], _ usageHistory: UsageHistory
    ) -> (profiles: [Profile], reason: String)? {
        let telling = hints.map { sign in (sign, possible.filter { sign.points(at: $0, given: usageHistory) }) }
            .filter { !$0.1.isEmpty && $0.1.count < possible.count }
        guard let first = telling.first else { return nil }
        let agreed = possible.filter { profile in telling.allSatisfy { $0.1.contains(profile) } }
        let any = possible.filter { profile in telling.contains { $0.1.contains(profile) } }
        // The narrowest sign is the one that decided.
        let sharpest = telling.min { $0.1.count < $1.1.count } ?? first
        return (agreed.isEmpty ? any : agreed, sharpest.0.reason)
    }

    /// The weak sign: one profile alone already has what it takes.
    private static func holder(among field: [Profile], _ usageHistory: UsageHistory) -> (Profile, String)? {
        let holders = field.filter { usageHistory.holders[$0.name] != nil }
        guard field.count > 1, holders.count == 1, let holder = holders.first,
            let scope = usageHistory.holders[holder.name]
        else { return nil }
        return (holder, "it alone already holds \(scope)")
    }
}
