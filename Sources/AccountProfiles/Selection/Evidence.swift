import AuthCore

/// The profiles that the hints of one request point at together.
struct Evidence {
    let part: Int
    /// The hints that separate the profiles.
    let hints: [ResolvedHint]
    /// The narrowest hint that points at a profile that can do the action.
    let hint: ResolvedHint
    let pointed: Set<ProfileName>
    /// The profiles pointed at that can do the action.
    let fitting: Set<ProfileName>
    /// The place of a hint that has no profile in common with this one; nil where they agree.
    let dissent: String?

    /// - Returns: nil where no hint separates the profiles. Guesses count where there is nothing better.
    init?(
        part: Int, _ hints: [TenantHint], profiles: [Profile], able: Set<ProfileName>, tenants known: KnownTenants,
        in context: SelectionContext
    ) {
        let resolved = hints.compactMap {
            ResolvedHint(
                $0, among: profiles, current: context.current, tenants: known, history: context.usageHistory)
        }
        let sure = resolved.filter { !$0.isGuess }
        let decisive = (sure.isEmpty ? resolved : sure).filter { $0.profiles.count < profiles.count }
        guard let narrowest = decisive.min(by: { $0.profiles.count < $1.profiles.count }) else { return nil }
        // Hints that have no profile in common point at all of theirs. A hint at an account or a tenant without a profile
        // is no such disagreement: another hint does not make up for it.
        let agreed = decisive.dropFirst().reduce(decisive[0].profiles) { $0.intersection($1.profiles) }
        let isDivided = agreed.isEmpty && !narrowest.profiles.isEmpty
        let pointed = isDivided ? decisive.reduce(into: []) { $0.formUnion($1.profiles) } : agreed
        self.part = part
        self.hints = decisive
        self.pointed = pointed
        fitting = pointed.intersection(able)
        let useful = decisive.filter { [fitting] in !$0.profiles.isDisjoint(with: fitting) }
        let hint = useful.min { $0.profiles.count < $1.profiles.count } ?? narrowest
        self.hint = hint
        dissent = decisive.first { $0.hint != hint.hint && $0.profiles.isDisjoint(with: hint.profiles) }?.hint.place
        // A profile of another cloud or kind is not meant by a host that resembles its domain.
        if hint.isGuess, fitting.isEmpty {
            let withheld = profiles.filter { pointed.contains($0.name) }
            guard withheld.contains(where: { Exclusion(of: $0, from: context.action)?.isPolicy == true }) else {
                return nil
            }
        }
    }

    /// The reason against a profile that the hints do not point at together, as a sentence.
    func objection(to profile: Profile) -> String {
        (hints.first { !$0.profiles.contains(profile.name) } ?? hint).objection
    }

    var preference: PartPreference {
        PartPreference(part: part, profiles: fitting, reason: "it \(hint.predicate)")
    }

    /// The error where none of the profiles that a sure hint points at can do the action: no other profile may.
    func stop(_ action: Action, profiles: [Profile], tenants known: KnownTenants) -> SelectionError? {
        guard fitting.isEmpty else { return nil }
        guard pointed.isEmpty else {
            let excluded = profiles.filter { pointed.contains($0.name) }.compactMap { profile in
                Exclusion(of: profile, from: action).map { Candidate(profile, $0) }
            }
            return .addressed(hint.hint.place, excluded)
        }
        if hint.hint.isAccount { return .unknownAccount(hint.hint.place) }
        let tenant = hint.tenants.min() ?? ""
        let guest = profiles.first { $0.account.homeTenantID?.lowercased() == tenant }
        return .noneInTenant(known.displayName(of: tenant) ?? tenant, place: hint.hint.place, account: guest?.name)
    }
}

/// The profiles that one of several requests belongs to, where they are sent together.
public struct PartPreference: Hashable, Sendable {
    /// The position among the parts of the action, from 0.
    public let part: Int
    /// The profiles that fit the part equally well; empty where no profile can be chosen.
    public let profiles: Set<ProfileName>
    /// The reason as a sentence without the profiles' names.
    public let reason: String

    public init(part: Int, profiles: Set<ProfileName>, reason: String) {
        self.part = part
        self.profiles = profiles
        self.reason = reason
    }
}
