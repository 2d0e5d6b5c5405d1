import AccountProfiles

/// A selection told to the end: who acts, which step decided, and what became of everybody else.
struct SelectionExplanation: CommandOutput {
    /// Nil when nobody could be chosen.
    let selection: Selection?
    private let selectionContext: SelectionContext
    private let reason: String
    private let candidates: [Candidate]

    init(_ selectionContext: SelectionContext, _ result: Result<Selection, SelectionError>, candidates: [Candidate]) {
        self.selectionContext = selectionContext
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
        try fields.encode(Target(selectionContext.action), forKey: .action)
        try fields.encode(asksFirst, forKey: .asksFirst)
        try fields.encode(candidates.map(CandidateRow.init), forKey: .candidates)
    }

    /// On a terminal and through a pipe alike: this is for reading, `--json` is for programs.
    func text(for terminal: Terminal) -> String {
        var lines = [headline]
        if let caution = selection?.caution { lines.append("But: \(caution).") }
        if asksFirst { lines.append("A write is not left to a guess: a person is asked first, a script is refused.") }
        let others = candidates.filter { $0.outcome != .chosen }
        if !others.isEmpty { lines += [""] + table(of: others) }
        return lines.joined(separator: "\n")
    }

    private var headline: String {
        let what =
            selectionContext.action.path.map { "\(selectionContext.action.method) \($0)" }
            ?? "A command in this directory"
        guard let selection else { return "\(what): nobody is chosen. \(reason)" }
        let profile = selection.profile
        return "\(what): \(profile.name) (\(profile.username)), because \(reason). [\(selection.step)]"
    }

    private var asksFirst: Bool { selectionContext.action.isWrite && selection?.isInferred == true }

    private func table(of candidates: [Candidate]) -> [String] {
        let names = candidates.map {
            ($0.profile.name == selectionContext.current ? "* " : "  ") + $0.profile.name.text
        }
        let width = names.map(\.displayWidth).max() ?? 0
        return zip(names, candidates).map { name, candidate in
            let fate = candidate.outcome == .ruledOut ? "cannot: " : ""
            return "\(name)\(String(repeating: " ", count: width - name.displayWidth))  \(fate)\(candidate.reason)"
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
