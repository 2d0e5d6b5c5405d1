import AccountProfiles

extension Failure {
    init(_ error: SelectionError) {
        switch error {
        case .noProfiles:
            self.init(.noProfile, "There is no profile yet.", leadIn: "To create one:", command: "acct add NAME")
        case .unknown(let name, let source, let nearest):
            self.init(unknownProfile: name, origin: source.origin, nearest: nearest)
            guard source == .environment else { break }
            // Not to unset the variable: the same command would then act as the current profile.
            remedy = Remedy(leadIn: "Add -p NAME to use another. To see them:", "acct list")
        case .unknownInFile(let name, let binding, let nearest):
            self.init(unknownProfile: name, namedBy: "\(binding.directory)/.acct", nearest: nearest)
        case .unknownTenant(let tenant, let binding):
            self.init(
                .noProfile, "\(binding.directory)/.acct names the tenant \(tenant), but no profile is in it.",
                command: "acct add --tenant \(tenant)")
        case .ruledOut(let profile, let exclusion, let source):
            self.init(profile.name, origin: source.origin, ruledOut: exclusion)
        case .noneFits(let candidates): self.init(noneFits: candidates)
        case .addressed(let place, let candidates): self.init(place: place, belongsTo: candidates)
        case .noneInTenant(let tenant, let place, let account):
            let add: SuggestedCommand = "acct add NAME --tenant \(tenant)"
            self.init(
                .noProfile,
                "\(place) belongs to the tenant \(tenant), and no profile is in it. Nothing was sent. To send it all the "
                    + "same, add --profile NAME.",
                command: account.map { add.adding("--account", $0.text) } ?? add)
        case .unknownAccount(let username):
            self.init(
                .noProfile, "No profile has the account \(username), which is named. Nothing was sent.",
                command: "acct add NAME --username \(username)")
        case .untrustedFile(let file) where file.isGone:
            self.init(
                .policy,
                "\(file.path), which was allowed, is gone. It named a profile for this directory, so nothing is changed and "
                    + "no token given here. To go on without it, add --profile NAME.",
                leadIn: "To forget it:", command: "acct allow --revoke \(file.path)")
        case .untrustedFile(let file):
            self.init(
                .policy,
                "\(file.path), which was allowed, \(file.reason). It may mean another profile, so nothing is changed and no "
                    + "token given here. To go on without it, add --profile NAME.",
                leadIn: "To allow it again:", command: "acct allow \(file.path)")
        case .ambiguous(let tie): self.init(tie)
        case .conflictingRules(let rules):
            let names = rules.map { "\"\($0.pattern.text)\" (\($0.profile))" }.joined(separator: " and ")
            self.init(
                .ambiguous,
                "The rules \(names) match, and none is more specific. Nothing was sent. Remove or change one of them, or add "
                    + "--profile NAME.", command: "acct rule list")
            candidates = rules.map(\.profile.text)
        case .conflict(let preferences): self.init(conflict: preferences) { "request \($0 + 1)" }
        }
    }

    private init(_ profile: ProfileName, origin: String = "", ruledOut exclusion: Exclusion) {
        let sentence =
            switch exclusion {
            case .endpoint(let endpoint):
                "\(Self.host(of: endpoint)) is not "
                    + (origin.isEmpty ? "\(profile)'s Graph host" : "the Graph host of \(profile)\(origin)")
                    + "; the token is not sent there."
            case .kind, .impossible, .noGraph, .cloud, .readOnly:
                "\(profile)\(origin) cannot do this: \(exclusion.reason). Nothing was sent."
            }
        let anyway = exclusion.yieldsToName ? " To send it all the same, add -p \(profile)." : ""
        self.init(
            exclusion.isPolicy ? .policy : .noProfile,
            "\(sentence)\(anyway) To use another profile, add --profile NAME.",
            command: "acct list", profile: profile.text)
    }

    /// The host of an origin. Plain http is shown: the same host over https can be the profile's.
    private static func host(of origin: String) -> Substring {
        origin.hasPrefix("https://") ? origin.dropFirst("https://".count) : origin[...]
    }

    private init(noneFits candidates: [Candidate]) {
        if candidates.count == 1, let only = candidates.first, let exclusion = only.exclusion {
            self.init(only.profile.name, ruledOut: exclusion)
            return
        }
        if case .endpoint(let endpoint) = candidates.first?.exclusion,
            candidates.allSatisfy({ $0.exclusion == candidates.first?.exclusion })
        {
            self.init(
                .policy,
                "\(Self.host(of: endpoint)) is not the Graph host of any profile; no token is sent there. Give a path alone, "
                    + "such as /me.", command: "acct list")
            return
        }
        let isPolicy = candidates.contains { $0.exclusion?.isPolicy == true }
        let anyway =
            candidates.contains { $0.exclusion?.yieldsToName == true }
            ? " To send it all the same, name the profile with -p NAME." : ""
        self.init(
            isPolicy ? .policy : .noProfile,
            "No profile can do this; nothing was sent. \(Self.reasons(candidates)).\(anyway)", command: "acct add NAME")
    }

    /// The action addresses something of profiles that cannot do it. Another profile would act on something else.
    private init(place: String, belongsTo candidates: [Candidate]) {
        let isPolicy = candidates.contains { $0.exclusion?.isPolicy == true }
        self.init(
            isPolicy ? .policy : .noProfile,
            "\(place) belongs to a profile that cannot do this; nothing was sent. \(Self.reasons(candidates)). To use "
                + "another profile, add --profile NAME.",
            command: "acct list")
    }

    /// The command proposes none of the candidates: pasting it must not choose an account.
    ///
    /// - Parameter listsOthers: whether the message says why each of the others does not fit, as nothing else does.
    init(_ tie: Tie, listsOthers: Bool = true) {
        let names = tie.fitting.map(\.profile.name.text)
        let others = listsOthers ? tie.others.filter { $0 != tie.current } : []
        let current = listsOthers ? tie.current.map { Self.sentence(onCurrent: $0, beside: others) } ?? "" : ""
        let place = tie.place ?? ""
        let question =
            if tie.isGuess {
                "\(place) only resembles a domain of a known tenant. These could be meant: \(Self.list(names))"
            } else if let other = tie.dissentingPlace {
                "\(place) and \(other) belong to different accounts. These could be meant: \(Self.list(names))"
            } else if place.isEmpty {
                "Several profiles could do this: \(Self.list(names))"
            } else {
                "Several profiles fit \(place): \(Self.list(names))"
            }
        let unnamed = others.filter { $0.reason != tie.current?.reason }
        let reasons = unnamed.isEmpty ? "" : " Not these: \(Self.reasons(unnamed))."
        self.init(.ambiguous, "\(current)\(question).\(reasons) Add --profile NAME.")
        lacksProfileOption = true
        self.candidates = names
    }

    /// The reason against the current profile, said once for those that it holds for as well.
    private static func sentence(onCurrent current: Candidate, beside others: [Candidate]) -> String {
        let names = others.filter { $0.reason == current.reason }.map(\.profile.name.text)
        let more = names.isEmpty ? "" : ", nor \(names.count == 1 ? "does" : "do") \(list(names))"
        return "The current profile, \(current.profile.name), does not fit\(more): \(current.reason). "
    }

    /// - Parameter tie: of the profiles that could act in this directory.
    init(noCurrentProfile tie: Tie) {
        let names = tie.fitting.map(\.profile.name.text)
        guard tie.current == nil else {
            self.init(tie)
            return
        }
        self.init(
            .ambiguous, "No profile is the current one; a command here could use \(Self.list(names)).",
            leadIn: "To choose one:", command: "acct use NAME")
        candidates = names
    }

    /// `home: it is read-only, and this is a write; fab, gov: …`.
    static func reasons(_ candidates: [Candidate]) -> String {
        Dictionary(grouping: candidates, by: \.reason).sorted { $0.key < $1.key }
            .map { "\(list($1.map(\.profile.name.text))): \($0)" }.joined(separator: "; ")
    }

    /// The first names, and the number of the others.
    static func list(_ names: [String]) -> String { names.listed(first: 8) }

    /// - Parameter name: the name of a part, by its position.
    init(conflict preferences: [PartPreference], name: (Int) -> String) {
        let groups = Dictionary(grouping: preferences, by: \.profiles).values.sorted { $0[0].part < $1[0].part }
        let parts = groups.map { group in
            let profiles = group[0].profiles.map(\.text).sorted().joined(separator: " or ")
            let more = group.count > 1 ? " and \(group.count - 1) more" : ""
            return "\(profiles.isEmpty ? "no profile" : profiles): \(name(group[0].part)), because "
                + "\(group[0].reason)\(more)"
        }
        self.init(
            .ambiguous,
            "These requests belong to different profiles. \(parts.joined(separator: "; ")). Nothing was sent; "
                + "send a batch for each profile, or send all as one profile with --profile NAME.")
        candidates = preferences.reduce(into: Set()) { $0.formUnion($1.profiles) }.map(\.text).sorted()
    }
}

extension Failure {
    /// A request of a batch after those that the profile was chosen by.
    ///
    /// - Parameters:
    ///   - reason: a sentence without its full stop.
    ///   - first: the first request that was not sent; nil where none was.
    static func laterRequest(_ reason: String, unsentFrom first: String?) -> Failure {
        Failure(
            .ambiguous,
            (first.map { "The requests from \($0) on are not sent: \(reason). " }
                ?? "The requests belong to different profiles, and nothing was sent: \(reason). ")
                + "Send a batch for each profile, or send all as one profile with --profile NAME.")
    }
}

extension Failure {
    /// A body for `$batch` that is no list of requests.
    static let unreadableBatch = Failure(
        .usage,
        "The body is not a batch of at most 4 MiB: an object with requests, each with a method and a url. Nothing was "
            + "sent. To send it all the same, add --profile NAME.", command: "acct batch --help")
}

extension Failure {
    /// - Parameter place: the part of the action that addresses somebody's data.
    static func unknownAccount(of profile: ProfileName, for place: String) -> Failure {
        Failure(
            .signInRequired,
            "Profile \(profile) has never been signed in, so its account cannot be compared with \(place) yet. Sign in, "
                + "then run the same command again.", command: "acct sign-in \(profile)", profile: profile.text)
    }
}

extension Failure {
    /// - Parameter rule: one for another profile than the one that was selected.
    static func possibleRule(_ rule: Rule, beside selection: Selection, givesToken: Bool) -> Failure {
        let open =
            givesToken
            ? "The token would serve requests that the rule \"\(rule.pattern.text)\" gives to \(rule.profile)"
            : "The rule \"\(rule.pattern.text)\" for \(rule.profile) may be about this request, which names no path that "
                + "could be compared"
        var failure = Failure(
            .ambiguous,
            "\(open); without the rule \(selection.profile.name) would act: \(selection.reason). Nothing was sent. Add "
                + "--profile NAME.", command: "acct rule list")
        failure.candidates = [selection.profile.name, rule.profile].map(\.text)
        return failure
    }
}

/// Choosing a profile by hand.
extension Failure {
    static func noTerminal(toChooseAmong profiles: [ProfileName]) -> Failure {
        var failure = Failure(
            .ambiguous, "No terminal to choose a profile on. Name one of \(list(profiles.map(\.text))).",
            command: "acct use NAME")
        failure.candidates = profiles.map(\.text)
        return failure
    }

    /// - Parameter initCommand: the line that makes the shell take its profile from acct.
    static func shellNotSetUp(initCommand: SuggestedCommand) -> Failure {
        Failure(
            .usage, "acct cannot set variables of this shell yet.",
            leadIn: "Run this, and add it to the shell's start-up file:", command: initCommand)
    }
}

/// Writes of which only an inference names the profile.
extension Failure {
    static func inferredProfile(_ selection: Selection, forbids write: String) -> Failure {
        Failure(
            selection, "An inferred profile sends no writes. Nothing was sent: \(write). To send it,")
    }

    /// - Parameters:
    ///   - write: a write of a batch that has begun.
    ///   - first: the first request that was not sent.
    static func inferredProfile(_ selection: Selection, forbids write: String, from first: String) -> Failure {
        Failure(
            selection,
            "An inferred profile sends no writes, such as \(write). The requests from \(first) on were not sent. To send "
                + "them,")
    }

    static func inferredProfile(_ selection: Selection, runs program: String) -> Failure {
        Failure(
            selection, "No program runs as an inferred profile, and \(program) was not started. To run it,")
    }

    /// - Parameter refusal: ends where the option to add follows.
    private init(_ selection: Selection, _ refusal: String) {
        let name = selection.profile.name
        guard selection.rivals.isEmpty else {
            self.init(.policy, "\(selection.inference) \(refusal) add --profile NAME.")
            candidates = [name.text] + selection.rivals.map(\.text).sorted()
            return
        }
        self.init(
            .policy, "\(selection.inference) \(refusal) add --profile \(name).", profile: name.text)
    }

    /// - Parameter consequence: what was not done, as a sentence.
    static func notConfirmed(_ consequence: String, as profile: ProfileName) -> Failure {
        Failure(.cancelled, "\(consequence) To name a profile: --profile \(profile)", profile: profile.text)
    }
}

extension Selection {
    /// The sentence that says which profile was inferred, and why.
    var inference: String { "You named no profile; \(profile.nameAndUsername) \(predicate)." }
}

extension Selection.Step {
    /// The source of the name, in parentheses; empty for a name that was typed.
    fileprivate var origin: String {
        switch self {
        case .environment: " (from ACCT_PROFILE)"
        case .binding: " (from a directory's binding or .acct file)"
        case .rule: " (from a rule)"
        case .flag, .inference, .current, .only, .picker: ""
        }
    }
}
