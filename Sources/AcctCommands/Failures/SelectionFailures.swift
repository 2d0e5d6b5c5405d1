import AccountProfiles

extension Failure {
    init(_ error: SelectionError) {
        switch error {
        case .none:
            self.init(.noProfile, "There is no profile yet.", command: "acct add NAME")
        case .unknown(let name, let source, let nearest):
            self.init(
                .noProfile,
                "There is no profile named “\(name)”\(Failure.origin(source)). \(Failure.suggestion(nearest))",
                command: "acct list")
        case .unknownTenant(let tenant, let binding):
            self.init(
                .noProfile, "\(binding.directory)/.acct asks for the tenant \(tenant), and no profile is in it.",
                command: "acct add --tenant \(tenant.asShellWord)")
        case .ruledOut(let profile, let exclusion, let source):
            self.init(profile.name, Failure.origin(source), cannot: exclusion)
        case .noneFits(let candidates): self.init(noneFits: candidates)
        case .ambiguous(let candidates, let current): self.init(ambiguous: candidates, current)
        case .conflict(let wishes): self.init(conflict: wishes) { "request \($0 + 1)" }
        }
    }

    private init(_ profile: ProfileName, _ origin: String = "", cannot exclusion: Exclusion) {
        self.init(
            exclusion.isPolicy ? .policy : .noProfile,
            "Profile \(profile)\(origin) cannot do this: \(exclusion.reason). "
                + "Nothing was sent; name another with --profile.", command: "acct list", profile: profile.text)
    }

    private init(noneFits candidates: [Candidate]) {
        if candidates.count == 1, let only = candidates.first, let exclusion = only.exclusion {
            self.init(only.profile.name, cannot: exclusion)
            return
        }
        let reasons = Dictionary(grouping: candidates, by: \.reason).sorted { $0.key < $1.key }
            .map { "\($1.map(\.profile.name.text).joined(separator: ", ")): \($0)" }.joined(separator: "; ")
        let isPolicy = candidates.contains { $0.exclusion?.isPolicy == true }
        self.init(
            isPolicy ? .policy : .noProfile, "No profile can do this, and nothing was sent. \(reasons).",
            command: "acct add NAME")
    }

    private init(ambiguous candidates: [Candidate], _ current: Candidate?) {
        let names = candidates.map(\.profile.name.text)
        let unfit = current.map { "The current profile, \($0.profile.name), cannot do this: \($0.reason). " } ?? ""
        self.init(
            .ambiguous,
            unfit + "Several profiles fit and nothing decides: \(names.joined(separator: ", ")). "
                + "Name one with --profile NAME, or choose one for good.",
            command: "acct use \((names.first ?? "NAME").asShellWord)")
    }

    /// - Parameter name: what a part is called, by its position.
    init(conflict wishes: [PartPreference], name: (Int) -> String) {
        let groups = Dictionary(grouping: wishes, by: \.profiles).values.sorted { $0[0].part < $1[0].part }
        let told = groups.map { group in
            let who = group[0].profiles.map(\.text).sorted().joined(separator: " or ")
            let more = group.count > 1 ? " and \(group.count - 1) more" : ""
            return "\(who.isEmpty ? "nobody in particular" : who): \(name(group[0].part)), because "
                + "\(group[0].reason)\(more)"
        }
        self.init(
            .ambiguous,
            "These requests are meant for different profiles. \(told.joined(separator: "; ")). Nothing was sent; "
                + "send them in a batch each, or say with --profile NAME who sends them all.")
    }

    private static func origin(_ source: Selection.Step) -> String {
        switch source {
        case .environment: " (from ACCT_PROFILE)"
        case .binding: " (bound to this directory)"
        case .rule: " (from a rule)"
        default: ""
        }
    }
}
