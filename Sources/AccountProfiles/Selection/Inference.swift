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
        /// This profile, with the reason as a sentence without its subject, and the profiles that also fit.
        case choose(Profile, String, rivals: Set<ProfileName>)
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
            self.init(remaining: able, decision: .abstain, evidence: [])
            return
        }
        let known = KnownTenants(of: profiles, history)
        let names = Set(able.map(\.name))
        let evidence = context.action.requests.enumerated().compactMap { index, request in
            Evidence(part: index, request.hints, profiles: profiles, able: names, tenants: known, in: context)
        }
        let weighing = Weighing(evidence, able: able, in: context)
        self = weighing.contradiction(profiles, known) ?? weighing.doubt ?? weighing.conclusion
    }

    fileprivate init(remaining: [Profile], decision: Decision, evidence: [Evidence]) {
        (self.remaining, self.decision, self.evidence) = (remaining, decision, evidence)
    }

    /// The reason against a profile that a hint does not point at, as a sentence; nil for one that remains.
    func objection(to profile: Profile) -> String? {
        evidence.first { !$0.pointed.contains(profile.name) }?.objection(to: profile)
    }

    /// The profiles that each part with a deciding hint points at.
    var preferences: [PartPreference] { evidence.map(\.preference) }

    /// The hint that left fewer profiles than can do the action; nil without one.
    var narrowing: ResolvedHint? { evidence.min { $0.fitting.count < $1.fitting.count }?.hint }

    /// The place of the hint that points at other profiles than the one that narrowed the field; nil without one.
    var dissentingPlace: String? { evidence.lazy.compactMap(\.dissent).first }
}

/// The weighing of sure hints, guesses, the current profile and held scopes, in this order.
private struct Weighing {
    private let able: [Profile]
    private let context: SelectionContext
    private let sure: [Evidence]
    private let guesses: [Evidence]
    /// The profiles that all sure hints point at; nil without a sure hint.
    private let sureProfiles: Set<ProfileName>?

    init(_ evidence: [Evidence], able: [Profile], in context: SelectionContext) {
        self.able = able
        self.context = context
        sure = evidence.filter { !$0.hint.isGuess }
        let names = Set(able.map(\.name))
        guesses = evidence.filter { $0.hint.isGuess && $0.fitting != names }
        sureProfiles = Self.common(sure)
    }

    /// A sure hint that points only at profiles that cannot do the action, or sure hints that have no profile in common.
    func contradiction(_ profiles: [Profile], _ known: KnownTenants) -> Inference? {
        let errors = sure.lazy.compactMap { $0.stop(context.action, profiles: profiles, tenants: known) }
        if let error = errors.first { return Inference(remaining: able, decision: .stop(error), evidence: sure) }
        guard sureProfiles?.isEmpty == true else { return nil }
        return Inference(remaining: able, decision: .stop(.conflict(sure.map(\.preference))), evidence: sure)
    }

    /// A write or a token whose hints disagree, or which a guess would send as another profile.
    var doubt: Inference? {
        guard context.action.needsCertainty else { return nil }
        if let divided = sure.first(where: { $0.dissent != nil }) {
            return Inference(remaining: able, decision: .ask(divided.fitting), evidence: [divided])
        }
        let current = Set(able.map(\.name).filter { $0 == context.current })
        let expected = sureProfiles ?? current
        guard let guess = guesses.first(where: { $0.fitting.isDisjoint(with: expected) }) else { return nil }
        return Inference(remaining: able, decision: .ask(guess.fitting.union(expected)), evidence: [guess])
    }

    /// The profiles that the evidence leaves, and the choice among them.
    var conclusion: Inference {
        // A guess counts for a read, where nothing better is known and the guesses agree.
        let usableGuesses = guesses.filter { !$0.fitting.isEmpty }
        let guessed = Self.common(usableGuesses).flatMap { $0.isEmpty ? nil : $0 }
        let pointed = sureProfiles ?? guessed
        let evidence = sureProfiles != nil ? sure : guessed != nil ? usableGuesses : []
        let remaining = pointed.map { pointed in able.filter { pointed.contains($0.name) } } ?? able
        return Inference(remaining: remaining, decision: decision(among: remaining, evidence), evidence: evidence)
    }

    private func decision(among remaining: [Profile], _ evidence: [Evidence]) -> Inference.Decision {
        guard !remaining.contains(where: { $0.name == context.current }) else { return .abstain }
        guard remaining.count == 1, let only = remaining.first, !evidence.isEmpty else {
            return onlyHolder(among: remaining, evidence)
        }
        return .choose(only, predicate(of: only, evidence), rivals: [])
    }

    /// The reason for a profile: the hints that together leave fewer others than each alone.
    private func predicate(of profile: Profile, _ evidence: [Evidence]) -> String {
        let able = Set(able.map(\.name))
        let hints = evidence.flatMap(\.hints).filter { $0.profiles.contains(profile.name) }
        var meant: Set<ProfileName>?
        var reasons: [String] = []
        for hint in hints.sorted(by: { $0.profiles.count < $1.profiles.count }) {
            let common = meant?.intersection(hint.profiles) ?? hint.profiles
            if common == meant { continue }
            meant = common
            reasons.append(hint.predicate)
            if common.intersection(able).count == 1 { break }
        }
        let isOnlyAble = meant.map { $0.count > 1 && $0.intersection(able).count == 1 } ?? false
        return reasons.joined(separator: ", and ")
            + (isOnlyAble ? ", and is the only such profile that can do this" : "")
    }

    /// The weak hint: one profile alone holds a sufficient scope, as far as every other is known to hold none.
    ///
    /// - Parameter evidence: the hints that left these profiles.
    private func onlyHolder(among remaining: [Profile], _ evidence: [Evidence]) -> Inference.Decision {
        let history = context.usageHistory
        let scopes = history.sufficientScopes
        let holders = remaining.filter { scopes[$0.name] != nil }
        guard remaining.count > 1, history.withUnknownScopes.isDisjoint(with: remaining.map(\.name)),
            holders.count == 1, let holder = holders.first, let scope = scopes[holder.name]
        else { return .abstain }
        let predicate = evidence.isEmpty ? "is" : "\(predicate(of: holder, evidence)), and is"
        return .choose(
            holder, "\(predicate) the only profile that fits and holds \(scope)",
            rivals: Set(remaining.map(\.name)).subtracting([holder.name]))
    }

    /// The profiles that all parts point at and that can do the action; nil without any part.
    private static func common(_ evidence: [Evidence]) -> Set<ProfileName>? {
        evidence.dropFirst().reduce(evidence.first?.fitting) { $0?.intersection($1.fitting) }
    }
}

/// The profiles that the hints of one request point at together.
private struct Evidence {
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
            ResolvedHint($0, among: profiles, tenants: known, history: context.usageHistory)
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
