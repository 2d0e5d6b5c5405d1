import AccountProfiles
import AccountStore
import AuthCore
import FoundationEssentials
import HTTPTransport
import MicrosoftGraph

/// Chooses the profile that an action acts as. The inputs are gathered here, the `Ladder` decides, and a person at the
/// terminal breaks a tie and confirms a write that only an inference would send.
struct Selector: Sendable {
    let environment: Environment
    let prompter: Prompter
    let clock: WallClock
    let profiles: ProfileRepository
    let bindings: BindingRepository
    let rules: RuleRepository
    let usage: UsageRepository
    let permissions: RequestPermissions

    /// The profile that sends a request to Graph, and the request as the action that the ladder has seen.
    func select(_ flag: String?, for request: GraphRequest) throws -> (action: Action, profile: Profile) {
        let (action, required) = try action(of: request, as: flag)
        return (action, try select(flag, for: action, required: required).profile)
    }

    /// The request as an action, and the permissions that it takes, where they are known.
    ///
    /// - Throws: `Failure` for a batch that cannot be read, where no profile is named: rules and hints would not see whose
    ///   data it is about.
    func action(
        of request: GraphRequest, as flag: String?
    ) throws -> (action: Action, required: RequiredPermissions?) {
        let parts = request.batchedRequests
        if parts == nil, flag == nil, namedProfile == nil { throw Failure.unreadableBatch }
        return try permissions.action(of: request, parts: parts ?? [])
    }

    /// The profile that an action acts as. Stderr says which, unless it is the current profile or was named for this
    /// command.
    ///
    /// - Parameters:
    ///   - flag: the value of `--profile`.
    ///   - required: the permissions that the action takes, where they are known.
    ///   - writes: the words for a write in the question that confirms it; else its method and path.
    ///   - program: the program that will run as the profile, and may write.
    /// - Throws: `SelectionError`; `Failure` for a write or a program that is not confirmed.
    func select(
        _ flag: String?, for action: Action = .anything, required: RequiredPermissions? = nil,
        writing writes: String? = nil, running program: String? = nil
    ) throws -> Selection {
        try select(
            in: selectionContext(flag, action), required: required, writing: writes, running: program)
    }

    func select(
        in context: SelectionContext, required: RequiredPermissions? = nil, writing writes: String? = nil,
        running program: String? = nil
    ) throws -> Selection {
        let action = context.action
        let selection = try decide(in: context, required: required)
        try selection.requireNoPossibleRule(for: action)
        if let caution = selection.caution {
            output.note("\(selection.profile.name) may not be able to do this: \(caution).")
        }
        if let program, selection.isInferred {
            try confirm(
                "Run \(program)", as: selection, orFail: .inferredProfile(selection, runs: program),
                declined: "\(program) was not started.")
        } else if action.isWrite, selection.isInferred {
            let write = writes ?? "\(action.method) \(action.path ?? "")"
            try confirm(
                "Send \(write)", as: selection, orFail: .inferredProfile(selection, forbids: write),
                declined: "Nothing was sent.")
        } else if selection.shouldAnnounce, try selection.profile.name != profiles.current() {
            output.note("Acting as \(selection.profile.nameAndUsername): \(selection.reason).")
        }
        return selection
    }

    /// The selection without a note and without confirming a write. A tie is still put to the person at the terminal.
    func decide(
        _ flag: String?, for action: Action = .anything, required: RequiredPermissions? = nil
    ) throws -> Selection {
        try decide(in: selectionContext(flag, action), required: required)
    }

    private func decide(in context: SelectionContext, required: RequiredPermissions?) throws -> Selection {
        let selection: Selection
        do {
            selection = try climb(context, required)
        } catch SelectionError.ambiguous(let tie) where prompter.canPrompt {
            selection = try choose(among: tie, in: context)
        }
        try requireAccount(of: selection, for: context.action)
        return selection
    }

    /// Makes sure that the account of a selected profile is the one that is meant.
    ///
    /// - Throws: `Failure` where another account has taken the name, and where the account is not known yet.
    func requireAccount(of selection: Selection, for action: Action) throws {
        try requireAccountOfExec(selection)
        try requireKnownAccount(of: selection, for: action)
    }

    /// Under `acct exec` the name in `ACCT_PROFILE` stands for the account that it had when the program was started.
    private func requireAccountOfExec(_ selection: Selection) throws {
        guard selection.step == .environment, let identity = ExecIdentity(environment) else { return }
        try identity.requireAccount(of: selection.profile, in: profiles)
    }

    /// A profile that was never signed in may be a guest's, so that what the action addresses is judged after its sign-in,
    /// unless the profile was named.
    private func requireKnownAccount(of selection: Selection, for action: Action) throws {
        guard !selection.profile.hasAccount, [.inference, .current, .only, .picker].contains(selection.step),
            let hint = action.requests.lazy.flatMap(\.hints).first
        else { return }
        throw Failure.unknownAccount(of: selection.profile.name, for: hint.place)
    }

    /// Asks the ladder, and reads no more from the store than its answer needs.
    private func climb(_ context: SelectionContext, _ required: RequiredPermissions?) throws -> Selection {
        // A name that is known decides alone. So does an unknown one that somebody gave: the nearest names are suggested.
        if let name = context.decisiveName, let compared = try? profilesCompared(with: name, in: context) {
            return try Ladder(profiles: compared, context: context).select()
        }
        let all = try profiles.profiles()
        guard !all.isEmpty else { throw SelectionError.noProfiles }
        var context = context
        context.usageHistory = try usageHints(of: context.action)
        do {
            return try Ladder(profiles: all, context: context).select()
        } catch SelectionError.ambiguous {
            // The weaker hints are read for a tie alone.
            context.usageHistory = try usageHistory(of: context.action, required: required, among: all)
            return try Ladder(profiles: all.inNameOrder(), context: context).select()
        }
    }

    /// The profile of a decisive name; where there is none, the profiles with the nearest names.
    func profilesCompared(with name: String, in context: SelectionContext) throws -> [Profile] {
        do {
            return [try profiles.profile(named: name)]
        } catch ProfileError.unknown(_, let nearest) where context.givenName != nil {
            return try nearest.map { try profiles.profile(named: $0.text) }
        }
    }

    private func choose(among tie: Tie, in context: SelectionContext) throws -> Selection {
        let (action, candidates) = (context.action, tie.fitting)
        let reasons = Dictionary(candidates.map { ($0.profile.name, $0.reason) }) { first, _ in first }
        let known = try UsageHistory(domains: usage.tenantDomains())
        let statuses = try profiles.statuses(at: clock.now())
        let items = PickerItem.list(candidates.map(\.profile), given: known, current: context.current) { profile in
            [statuses[profile.name]?.state.remark, reasons[profile.name], profile.usage(at: clock.now())]
                .compactMap(\.self).joined(separator: ", ")
        }
        let question = action.path.map { "Send \(action.method) \($0) as:" } ?? "Use profile:"
        let footer = action.path == nil ? nil : UnlistedProfiles(tie.others).line
        let profile = candidates[try prompter.choose(question, from: items, footer: footer)].profile
        output.note("To skip the list next time: --profile \(profile.name)")
        return Selection(
            profile: profile, step: .picker, predicate: "was chosen from the list",
            caution: action.doubtfulKinds[profile.kind])
    }

    /// Asks before something is written as a profile that only the action points at.
    ///
    /// - Parameters:
    ///   - refusal: the failure without a terminal.
    ///   - consequence: what the answer no prevents, as a sentence.
    private func confirm(
        _ question: String, as selection: Selection, orFail refusal: Failure, declined consequence: String
    ) throws {
        guard prompter.canPrompt else { throw refusal }
        output.prompt(selection.inference.safeLine + "\n")
        guard prompter.confirm("\(question) as \(selection.profile.name)?") else {
            throw Failure.notConfirmed(consequence, as: selection.profile.name)
        }
    }

    private var output: Output { prompter.output }
}

extension Selection {
    /// - Throws: `Failure` where a rule for another profile may be meant.
    func requireNoPossibleRule(for action: Action) throws(Failure) {
        guard let possibleRule else { return }
        throw .possibleRule(possibleRule, beside: self, givesToken: action.givesToken)
    }

    /// Whether something else decided than the current profile, or a name or a choice for this very command.
    fileprivate var shouldAnnounce: Bool { ![.flag, .environment, .picker, .current].contains(step) }
}
