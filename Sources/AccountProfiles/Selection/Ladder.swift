import AuthCore

/// The selection ladder: the first step that decides chooses the profile that an action acts as, and says why.
///
/// The ladder is a pure function of its inputs. A step returns a selection, or nil to pass on to the next step. A step
/// with a name that does not exist throws: an action never falls through to another profile.
public struct Ladder: Sendable {
    let profiles: [Profile]
    let context: SelectionContext
    /// The tenants that hints and bindings mean; empty for an action without a hint, where no binding names a tenant.
    let tenants: KnownTenants
    private let inference: Inference
    /// The tenant that the binding names, with its ids as far as they are known.
    private let boundTenant: (name: String, ids: Set<String>)?

    public init(profiles: [Profile], context: SelectionContext) {
        let tenants = context.namesTenants ? KnownTenants(of: profiles, context.usageHistory) : .none
        self.init(profiles: profiles, context: context, tenants: tenants)
    }

    private init(profiles: [Profile], context: SelectionContext, tenants: KnownTenants) {
        self.profiles = profiles
        self.context = context
        self.tenants = tenants
        let able = profiles.filter { Exclusion(of: $0, from: context.action) == nil }
        inference = Inference(of: profiles, able: able, tenants: tenants, in: context)
        if case .tenant(let name) = context.binding?.target {
            boundTenant = (name, tenants.tenants(named: name))
        } else {
            boundTenant = nil
        }
    }

    /// The ladder of the same profiles for a part of the context.
    func with(_ context: SelectionContext) -> Ladder {
        Ladder(profiles: profiles, context: context, tenants: tenants)
    }

    public func select() throws(SelectionError) -> Selection {
        for step in [
            Self.byFlag, Self.byEnvironment, Self.byBinding, Self.byRule, Self.byInference, Self.byCurrent, Self.byOnly,
        ] {
            if var selection = try step(self)() {
                selection.caution = selection.caution ?? context.action.doubtfulKinds[selection.profile.kind]
                selection.possibleRule = possibleRule(beside: selection)
                return selection
            }
        }
        guard !profiles.isEmpty else { throw .noProfiles }
        guard !inference.remaining.isEmpty else { throw .noneFits(candidates(beside: nil)) }
        throw .ambiguous(tie(inference.remaining))
    }

    // Step 1: `--profile`.
    private func byFlag() throws(SelectionError) -> Selection? {
        guard let name = context.flag else { return nil }
        return try explicit(name, from: .flag, "is named by --profile")
    }

    // Step 2: `ACCT_PROFILE`.
    private func byEnvironment() throws(SelectionError) -> Selection? {
        guard let name = context.environment else { return nil }
        return try explicit(name, from: .environment, "is named by ACCT_PROFILE")
    }

    // Step 3: the binding of the nearest directory. An untrusted file may mean another profile.
    private func byBinding() throws(SelectionError) -> Selection? {
        if let file = context.untrustedFile, context.action.needsCertainty { throw .untrustedFile(file) }
        guard let binding = context.binding else { return nil }
        switch binding.target {
        case .profile(let name): return try bound(to: name, binding)
        case .tenant(let tenant): return try inTenant(tenant, binding)
        }
    }

    // Step 4, the rules: Ladder+Rules.swift.

    // Step 5: the hints of the action, and the scopes that profiles hold.
    private func byInference() throws(SelectionError) -> Selection? {
        switch inference.decision {
        case .abstain: return nil
        case .choose(let profile, let predicate, let rivals):
            try requireAgreement(on: profile)
            return Selection(
                profile: profile, step: .inference, predicate: predicate, isInferred: true, rivals: rivals)
        case .ask(let names): throw .ambiguous(tie(profiles.filter { names.contains($0.name) }))
        case .stop(let error): throw error
        }
    }

    // Step 6: the current profile, unless inference ruled it out.
    private func byCurrent() throws(SelectionError) -> Selection? {
        inference.remaining.first { $0.name == context.current }.map {
            Selection(profile: $0, step: .current, predicate: "is the current profile")
        }
    }

    // Step 7: the only profile that remains.
    private func byOnly() throws(SelectionError) -> Selection? {
        guard inference.remaining.count == 1, let profile = inference.remaining.first else { return nil }
        guard profiles.count > 1 else {
            return Selection(profile: profile, step: .only, predicate: "is the only profile")
        }
        return Selection(
            profile: profile, step: .only, predicate: "is the only profile that can do this", isInferred: true)
    }
}

/// Steps with a name.
extension Ladder {
    /// The profile that was named for this very action. A policy stops it; what is only known of the target does not.
    private func explicit(
        _ name: String, from step: Selection.Step, _ predicate: String
    ) throws(SelectionError) -> Selection {
        let profile = try named(name, from: step)
        let exclusion = Exclusion(of: profile, from: context.action)
        if let exclusion, exclusion.isPolicy { throw .ruledOut(profile, exclusion, source: step) }
        return Selection(profile: profile, step: step, predicate: predicate, caution: exclusion?.caution)
    }

    /// The profile that was named beforehand. An action that it cannot do stops here, and goes to no other profile.
    func pinned(
        _ name: String, from step: Selection.Step, _ predicate: String
    ) throws(SelectionError) -> Selection {
        let profile = try named(name, from: step)
        if let exclusion = Exclusion(of: profile, from: context.action) {
            throw .ruledOut(profile, exclusion, source: step)
        }
        return Selection(profile: profile, step: step, predicate: predicate)
    }

    /// The profile that a binding names. One by command always names a profile that exists, a file may not.
    private func bound(to name: String, _ binding: Binding) throws(SelectionError) -> Selection {
        do throws(SelectionError) {
            return try pinned(name, from: .binding, binding.predicate)
        } catch {
            guard binding.origin == .file, case .unknown(let name, _, let nearest) = error else { throw error }
            throw .unknownInFile(name, binding, nearest: nearest)
        }
    }

    /// The profile in a tenant; the current one among several. Where the others cannot do the action, the file has not
    /// named the one that can.
    private func inTenant(_ tenant: String, _ binding: Binding) throws(SelectionError) -> Selection {
        let members = profiles.filter { boundTenant?.ids.contains($0.tenantID.lowercased()) == true }
        guard let first = members.first else { throw .unknownTenant(tenant, binding) }
        if members.count == 1 { return try pinned(first.name.text, from: .binding, binding.predicate) }
        let able = members.filter { Exclusion(of: $0, from: context.action) == nil }
        guard !able.isEmpty else { throw .noneFits(candidates(beside: nil)) }
        if let current = able.first(where: { $0.name == context.current }) {
            return Selection(profile: current, step: .binding, predicate: binding.predicate)
        }
        guard able.count == 1 else { throw .ambiguous(tie(able, in: tenant)) }
        return Selection(
            profile: able[0], step: .binding,
            predicate: "\(binding.predicate), and is the only profile there that can do this", isInferred: true)
    }

    private func named(_ name: String, from step: Selection.Step) throws(SelectionError) -> Profile {
        if let wanted = try? ProfileName(name), let profile = profiles.first(where: { $0.name == wanted }) {
            return profile
        }
        let owners = profiles.filter { $0.username.lowercased() == name.lowercased() }.map(\.name)
        let nearest = owners.isEmpty ? profiles.map(\.name).nearest(to: name) : owners
        throw .unknown(name, source: step, nearest: nearest)
    }
}

/// The step of inference, for requests that are sent together.
extension Ladder {
    /// Parts without a hint go to the profile of the others only where they would not go to another one by themselves.
    private func requireAgreement(on profile: Profile) throws(SelectionError) {
        let preferences = inference.preferences
        let hinted = Set(preferences.map(\.part))
        let others = context.action.parts.indices.filter { !hinted.contains($0) }
        guard !hinted.isEmpty, let first = others.first else { return }
        let (names, reason) = try profileWithoutRules(ofParts: others)
        guard !names.isEmpty, names != [profile.name] else { return }
        throw .conflict(preferences + [PartPreference(part: first, profiles: names, reason: reason)])
    }
}

/// The other profiles, for explanations.
extension Ladder {
    /// Every profile with its outcome: the chosen one, those that lost with the likeliest first, those that are ruled out.
    public func candidates(beside selection: Selection?) -> [Candidate] {
        let candidates = context.usageHistory.ranked(profiles).map { profile in
            if let selection, selection.profile.name == profile.name {
                return Candidate(profile, .chosen, selection.reason)
            }
            if let excluded = Candidate(profile, unableTo: context.action) { return excluded }
            return Candidate(profile, .passedOver, loss(of: profile, to: selection))
        }
        return Candidate.Outcome.allCases.flatMap { outcome in candidates.filter { $0.outcome == outcome } }
    }

    /// The reason against each profile but the chosen one where a name was given, without a subject.
    public func reasonAgainstOthers(beside selection: Selection?) -> String {
        guard let selection, selection.step == .binding else { return "is not the named profile" }
        return "this directory uses \(selection.profile.name)"
    }

    /// The profiles that fit equally, the likeliest first, and the reasons against the others.
    ///
    /// - Parameter tenant: the one that the directory uses, where that has narrowed the field; nil for a hint of the action.
    private func tie(_ fitting: [Profile], in tenant: String? = nil) -> Tie {
        let names = Set(fitting.map(\.name))
        let candidates = context.usageHistory.ranked(fitting).map { profile in
            let scope = context.usageHistory.sufficientScopes[profile.name]
            return Candidate(profile, .passedOver, scope.map { "holds \($0)" } ?? "also fits")
        }
        let others = self.candidates(beside: nil).filter { !names.contains($0.profile.name) }
        if let tenant {
            return Tie(
                candidates, others: others, place: "\(tenant), which this directory uses", current: context.current)
        }
        let hint = inference.narrowing
        return Tie(
            candidates, others: others, place: hint?.hint.place, dissentingPlace: inference.dissentingPlace,
            isGuess: hint?.isGuess == true, current: context.current)
    }

    /// The reason why a profile that could do the action was not chosen, without a subject where it is the profile.
    private func loss(of profile: Profile, to selection: Selection?) -> String {
        guard let selection else {
            guard context.decisiveName == nil else { return reasonAgainstOthers(beside: nil) }
            if let boundTenant, !boundTenant.ids.contains(profile.tenantID.lowercased()) {
                return "it is not in the tenant \(boundTenant.name), which this directory uses"
            }
            return inference.objection(to: profile) ?? "also fits"
        }
        switch selection.step {
        case .flag, .environment, .binding: return reasonAgainstOthers(beside: selection)
        case .rule: return "the rule names \(selection.profile.name)"
        case .picker: return "\(selection.profile.name) was chosen"
        case .current, .only: return inference.objection(to: profile) ?? "is not the current profile"
        case .inference: return inference.objection(to: profile) ?? "holds no scope for this"
        }
    }
}
