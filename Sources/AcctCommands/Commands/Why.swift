import AccountProfiles
import AccountStore
import ArgumentParser
import MicrosoftGraph

/// `acct why`: explain which profile an action would use, without the network and without a sign-in.
struct Why: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Explain which profile an action would use.",
        discussion: """
            Shows the chosen profile, the step that decided and why every other profile was not chosen. The steps, in \
            order: --profile, ACCT_PROFILE, a directory's binding, a rule, names in the request itself, the current \
            profile, the only profile that can, a choice on the terminal. Without a path it explains which profile a command \
            in this directory would use. No request is sent.

              acct why
              acct why /users/dana@fabrikam.com
              acct why -X DELETE /groups/7c6e2b14-3f0a-4d5c-9b8e-c0470500ac01
              acct why --json /me/chats | jq -r .profile

            The exit code is 0 when a profile was chosen and 3 when not; the explanation is on stdout either way.
            """)

    @Argument(help: "The path of a Graph request, such as /me/messages.")
    var path: String?

    @Option(name: [.customShort("X"), .long], help: "The method. Default: GET.")
    var method: String?

    @OptionGroup
    var profile: ProfileOption

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    func validate() throws {
        if path == nil, method != nil { throw ValidationError("-X needs a path: acct why -X DELETE /users/ID") }
    }

    func run(_ services: Services) async throws {
        let explanation = try explanation(services.selector)
        try services.output.print(explanation, asJSON: json.json)
        if explanation.selection == nil { throw ExitCode(Failure.Kind.noProfile.exitCode) }
    }

    /// The selection from all inputs, also from those that were not needed to decide.
    private func explanation(_ selector: Selector) throws -> SelectionExplanation {
        let request = path.map { GraphRequest(method: method ?? "GET", path: $0) }
        let required = try request.flatMap(selector.permissions.required)
        let action = request.map { Action($0, required) } ?? .anything
        let profiles = try selector.profiles.profiles()
        var context = try selector.selectionContext(profile.name, action)
        context.usageHistory = try selector.usageHistory(of: action, required: required, among: profiles)
        let ladder = Ladder(profiles: profiles, context: context)
        let result = Result { () throws(SelectionError) in try ladder.select() }
        return SelectionExplanation(context, result, candidates: ladder.candidates(beside: try? result.get()))
    }
}

/// The chosen profile, the step that decided, and the reason why each other profile was not chosen.
private struct SelectionExplanation: CommandOutput {
    /// Nil when no profile could be chosen.
    let selection: Selection?
    private let context: SelectionContext
    private let reason: String
    private let candidates: [Candidate]

    init(_ context: SelectionContext, _ result: Result<Selection, SelectionError>, candidates: [Candidate]) {
        self.context = context
        self.candidates = candidates
        switch result {
        case .success(let selection):
            self.selection = selection
            reason = selection.reason
        case .failure(let error):
            selection = nil
            let failure = Failure(error)
            reason = failure.message + (failure.command.map { " Run: \($0)" } ?? "")
        }
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(selection?.profile.name.text, forKey: .profile)
        try fields.encode(selection?.step.rawValue, forKey: .step)
        try fields.encode(reason, forKey: .reason)
        try fields.encode(Target(context.action), forKey: .action)
        try fields.encode(asksFirst, forKey: .asksFirst)
        try fields.encode(candidates.map(CandidateRow.init), forKey: .candidates)
    }

    /// The same on a terminal and through a pipe: programs read `--json`.
    func text(for terminal: Terminal) -> String {
        var lines = [headline]
        if let caution = selection?.caution { lines.append("But: \(caution).") }
        if asksFirst {
            lines.append("An inferred profile is not used for a write without a confirmation; a script is refused.")
        }
        let others = candidates.filter { $0.outcome != .chosen }
        if !others.isEmpty { lines += [""] + table(of: others) }
        return lines.joined(separator: "\n")
    }

    private var headline: String {
        let action =
            context.action.path.map { "\(context.action.method) \($0)" }
            ?? "A command in this directory"
        guard let selection else { return "\(action): no profile is chosen. \(reason)" }
        let profile = selection.profile
        return "\(action): \(profile.name) (\(profile.username)), because \(reason). [\(selection.step)]"
    }

    private var asksFirst: Bool { context.action.isWrite && selection?.isInferred == true }

    private func table(of candidates: [Candidate]) -> [String] {
        let names = candidates.map {
            ($0.profile.name == context.current ? "* " : "  ") + $0.profile.name.text
        }
        let width = names.map(\.displayWidth).max() ?? 0
        return zip(names, candidates).map { name, candidate in
            let prefix = candidate.outcome == .ruledOut ? "cannot: " : ""
            return "\(name)\(String(repeating: " ", count: width - name.displayWidth))  \(prefix)\(candidate.reason)"
        }
    }

    private enum CodingKeys: CodingKey {
        case profile, step, reason, action, asksFirst, candidates
    }

    private struct Target: Encodable {
        let method: String
        let path: String?

        init(_ action: Action) {
            method = action.method
            path = action.path
        }

        func encode(to encoder: any Encoder) throws {
            var fields = encoder.container(keyedBy: CodingKeys.self)
            try fields.encode(method, forKey: .method)
            try fields.encode(path, forKey: .path)
        }

        private enum CodingKeys: CodingKey { case method, path }
    }

    private struct CandidateRow: Encodable {
        let profile, outcome, reason: String

        init(_ candidate: Candidate) {
            profile = candidate.profile.name.text
            outcome = candidate.outcome.rawValue
            reason = candidate.reason
        }
    }
}
