import AuthCore

/// The profiles that the hints of an action point at, and the decision that follows.
struct Inference {
    /// The profiles that can do the action and that no hint speaks against.
    let remaining: [Profile]
    let decision: Decision
    /// The hints that decided, by part.
    private let evidence: [Evidence]

    enum Decision {
        /// The current profile stands, or nothing speaks for any profile.
        case abstain
        /// With the reason, without a subject.
        case choose(Profile, String)
        /// The action goes to no profile.
        case stop(SelectionError)
        /// A write or a token that a guess speaks for or against, or whose hints disagree.
        case ask(Set<ProfileName>)
    }

    /// - Parameters:
    ///   - profiles: all that there are.
    ///   - able: those that can do the action.
    init(of profiles: [Profile], able: [Profile], in context: SelectionContext) {
        let history = context.usageHistory
        // Most actions have no hints, and then the profiles need not be compared.
        guard context.action.requests.contains(where: { !$0.hints.isEmpty }) || !history.sufficientScopes.isEmpty else {
            (remaining, decision, evidence) = (able, .abstain, [])
            return
        }
        let known = KnownTenants(of: profiles, history)
        let ableNames = Set(able.map(\.name))
        let parts = context.action.requests.enumerated().compactMap { index, request in
            Evidence(part: index, request.hints, profiles: profiles, able: ableNames, tenants: known, in: context)
        }.filter { !$0.hint.isGuess || $0.fitting != ableNames }
        let sure = parts.filter { !$0.hint.isGuess }
        let sureProfiles = Self.common(sure)
        if let stop = sure.lazy.compactMap({ $0.stop(context.action, profiles: profiles, tenants: known) }).first {
            (remaining, decision, evidence) = (able, .stop(stop), sure)
            return
        }
        if let sureProfiles, sureProfiles.isEmpty {
            (remaining, decision, evidence) = (able, .stop(.conflict(sure.map(\.preference))), sure)
            return
        }
        if context.action.needsCertainty, let divided = sure.first(where: { $0.dissent != nil }) {
            (remaining, evidence) = (able, [divided])
            decision = .ask(divided.fitting)
            return
        }
        let current = ableNames.filter { $0 == context.current }
        let doubtful = parts.filter { $0.hint.isGuess && $0.fitting.isDisjoint(with: sureProfiles ?? current) }
        if context.action.needsCertainty, let guess = doubtful.first {
            (remaining, evidence) = (able, [guess])
            decision = .ask(guess.fitting.union(sureProfiles ?? current))
            return
        }
        // For a read a guess counts where nothing better is known and the guesses agree.
        let guesses = parts.filter { $0.hint.isGuess && !$0.fitting.isEmpty }
        let agreed = Self.common(guesses).flatMap { $0.isEmpty ? nil : $0 }
        evidence = sureProfiles != nil ? sure : agreed != nil ? guesses : []
        let pointed = sureProfiles ?? agreed
        remaining = pointed.map { pointed in able.filter { pointed.contains($0.name) } } ?? able
        let narrowest = evidence.min { $0.fitting.count < $1.fitting.count }
        if remaining.contains(where: { $0.name == context.current }) {
            decision = .abstain
        } else if let narrowest, remaining.count == 1, let only = remaining.first {
            let others = narrowest.pointed.count > 1 ? ", and is the only such profile that can do this" : ""
            decision = .choose(only, narrowest.hint.predicate + others)
        } else {
            decision = Self.onlyHolder(among: remaining, history, after: narrowest)
        }
    }

    /// The profiles that all parts point at and that can do the action; nil without any part.
    private static func common(_ evidence: [Evidence]) -> Set<ProfileName>? {
        evidence.dropFirst().reduce(evidence.first?.fitting) { $0?.intersection($1.fitting) }
    }

    /// The reason against a profile that a hint does not point at, as a sentence; nil for one that remains.
    func objection(to profile: Profile) -> String? {
        evidence.first { !$0.pointed.contains(profile.name) }?.hint.objection
    }

    /// The profiles that each part with a deciding hint points at.
    var preferences: [PartPreference] { evidence.map(\.preference) }

    /// The hint that left fewer profiles than can do the action; nil without one.
    var narrowing: ResolvedHint? { evidence.min { $0.fitting.count < $1.fitting.count }?.hint }

    /// The place of the hint that points at other profiles than the one that narrowed the field; nil without one.
    var dissentingPlace: String? { evidence.lazy.compactMap(\.dissent).first }

    /// The weak hint: one profile alone holds a sufficient scope.
    ///
    /// - Parameter evidence: the hint that left these profiles.
    private static func onlyHolder(
        among remaining: [Profile], _ history: UsageHistory, after evidence: Evidence?
    ) -> Decision {
        let holders = remaining.filter { history.sufficientScopes[$0.name] != nil }
        guard remaining.count > 1, holders.count == 1, let holder = holders.first,
            let scope = history.sufficientScopes[holder.name]
        else { return .abstain }
        let predicate = evidence.map { "\($0.hint.predicate), and is" } ?? "is"
        return .choose(holder, "\(predicate) the only profile that fits and holds \(scope)")
    }
}

/// The profiles that the hints of one request point at together.
private struct Evidence {
    let part: Int
    /// The narrowest of the hints.
    let hint: ResolvedHint
    let pointed: Set<ProfileName>
    /// Those of them that can do the action.
    let fitting: Set<ProfileName>
    /// The place of a hint that has no profile in common with the narrowest; nil where they agree.
    let dissent: String?

    /// - Returns: nil where no hint separates the profiles. Guesses count where there is nothing better.
    init?(
        part: Int, _ hints: [TenantHint], profiles: [Profile], able: Set<ProfileName>, tenants known: KnownTenants,
        in context: SelectionContext
    ) {
        let resolved = hints.compactMap {
            ResolvedHint($0, among: profiles, tenants: known, history: context.usageHistory)
        }
        let sure = resolved.filter { !$0.isGuess }
        let decisive = (sure.isEmpty ? resolved : sure).filter { $0.profiles.count < profiles.count }
        guard let narrowest = decisive.min(by: { $0.profiles.count < $1.profiles.count }) else { return nil }
        // Hints that have no profile in common point at all of theirs.
        let agreed = decisive.dropFirst().reduce(decisive[0].profiles) { $0.intersection($1.profiles) }
        let pointed = agreed.isEmpty ? decisive.reduce(into: []) { $0.formUnion($1.profiles) } : agreed
        self.part = part
        dissent =
            decisive.first { $0.hint != narrowest.hint && $0.profiles.isDisjoint(with: narrowest.profiles) }?.hint.place
        hint = narrowest
        self.pointed = pointed
        fitting = pointed.intersection(able)
        // A profile of another cloud or kind is not meant by a host that resembles its domain.
        if narrowest.isGuess, fitting.isEmpty {
            let withheld = profiles.filter { pointed.contains($0.name) }
            guard withheld.contains(where: { Exclusion(of: $0, from: context.action)?.isPolicy == true }) else {
                return nil
            }
        }
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
