/// Rungs that are given a name.
extension Ladder {
    /// Somebody named it for this very action: what is only known of the target does not stop them, a decision does.
    func insisting(on name: String, _ step: Selection.Step, _ reason: String) throws(SelectionError) -> Selection {
        let profile = try named(name, from: step)
        let exclusion = Exclusion(of: profile, from: selectionContext.action)
        if let exclusion, exclusion.isPolicy { throw .ruledOut(profile, exclusion, source: step) }
        return Selection(profile: profile, step: step, reason: reason, caution: exclusion?.reason)
    }

    /// It was named beforehand, for whatever comes: an action that it cannot do stops here, and goes to nobody else.
    func holding(to name: String, _ step: Selection.Step, _ reason: String) throws(SelectionError) -> Selection {
        let profile = try named(name, from: step)
        if let exclusion = Exclusion(of: profile, from: selectionContext.action) {
            throw .ruledOut(profile, exclusion, source: step)
        }
        return Selection(profile: profile, step: step, reason: reason)
    }

    /// The profile in a tenant; among several the current one.
    func inTenant(_ tenant: String, _ binding: Binding) throws(SelectionError) -> Selection {
        let members = profiles.filter { $0.isIn(tenant: tenant, given: selectionContext.usageHistory) }
        guard let first = members.first else { throw .unknownTenant(tenant, binding) }
        let able = members.filter { Exclusion(of: $0, from: selectionContext.action) == nil }
        if able.isEmpty, let exclusion = Exclusion(of: first, from: selectionContext.action) {
            throw .ruledOut(first, exclusion, source: .binding)
        }
        let chosen = able.count == 1 ? able.first : able.first { $0.name == selectionContext.current }
        guard let chosen else { throw .ambiguous(tied(able), current: unfitCurrent) }
        return Selection(profile: chosen, step: .binding, reason: binding.reason)
    }

    /// Profiles between which nothing decides, the likeliest first.
    func tied(_ profiles: [Profile]) -> [Candidate] {
        selectionContext.usageHistory.ranked(profiles).map { Candidate($0, .passedOver, standing(of: $0)) }
    }

    /// What speaks for a profile that is tied with others.
    private func standing(of profile: Profile) -> String {
        selectionContext.usageHistory.holders[profile.name].map { "it holds \($0)" } ?? "nothing decides for it"
    }

    private func named(_ name: String, from step: Selection.Step) throws(SelectionError) -> Profile {
        if let wanted = try? ProfileName(name), let profile = profiles.first(where: { $0.name == wanted }) {
            return profile
        }
        throw .unknown(name, source: step, nearest: NearestNames.to(name, among: profiles.map(\.name)))
    }
}
