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
    init(of profiles: [Profile], able: [Profile], tenants known: KnownTenants, in context: SelectionContext) {
        let history = context.usageHistory
        guard context.action.requests.contains(where: { !$0.hints.isEmpty }) || !history.sufficientScopes.isEmpty else {
            self.init(remaining: able, decision: .abstain, evidence: [])
            return
        }
        let names = Set(able.map(\.name))
        let evidence = context.action.requests.enumerated().compactMap { index, request in
            Evidence(part: index, request.hints, profiles: profiles, able: names, tenants: known, in: context)
        }
        let hintDecision = HintDecision(evidence, able: able, in: context)
        self = hintDecision.contradiction(profiles, known) ?? hintDecision.doubt ?? hintDecision.conclusion
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

/// Decides by sure hints, then guesses, then the current profile, then held scopes.
private struct HintDecision {
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
