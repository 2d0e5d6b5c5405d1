import AccountProfiles

/// The chosen profile, the step that decided, and the reason why each other profile was not chosen.
struct SelectionExplanation: CommandOutput {
    /// Nil when no profile could be chosen.
    let selection: Selection?
    private let explained: ExplainedAction
    private let context: SelectionContext
    /// The reason why no profile was chosen; nil where one was.
    private let failure: Failure?
    private let candidates: [Candidate]
    private let others: FoldedCandidates

    /// - Parameters:
    ///   - laterConflict: the reason why the profile that was chosen sends nothing.
    ///   - line: the line of `acct why`.
    init(
        _ explained: ExplainedAction, _ trial: SelectionTrial, laterConflict: Failure? = nil, showsAll: Bool,
        line: TypedLine? = nil
    ) {
        let chosen = laterConflict == nil ? try? trial.result.get() : nil
        self.explained = explained
        context = trial.context
        candidates = trial.ladder.candidates(beside: chosen)
        var fitting: Set<ProfileName> = []
        switch trial.result {
        case .success:
            (selection, failure) = (chosen, laterConflict)
        case .failure(let error):
            selection = nil
            var failure = explained.failure(error)
            if case .ambiguous(let tie) = error {
                fitting = Set(tie.fitting.map(\.profile.name))
                // The others follow, each with its reason.
                failure = explained.failure(tie)
            }
            self.failure = explained.suggestingCommand(failure, from: line)
        }
        others = FoldedCandidates(
            candidates.filter { $0.outcome != .chosen }, fitting: fitting, current: context.current, showsAll: showsAll,
            uncompared: trial.uncomparedCount == 0
                ? nil
                : UncomparedProfiles(
                    count: trial.uncomparedCount, reason: trial.ladder.reasonAgainstOthers(beside: chosen)))
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(selection?.profile.name.text, forKey: .profile)
        try fields.encode(selection?.step.rawValue, forKey: .step)
        try fields.encode(selection?.profile.tokenSource, forKey: .source)
        try fields.encode(selection?.reason ?? failure?.sentence(withCommand: true), forKey: .reason)
        try fields.encode(Target(context.action), forKey: .action)
        try fields.encode(asksFirst, forKey: .asksFirst)
        try fields.encode(candidates.map(CandidateRow.init), forKey: .candidates)
    }

    /// A pipe gets each sentence on a line of its own, as long as it is.
    func text(for terminal: Terminal) -> String {
        let width = terminal.outputIsTerminal ? terminal.outputColumns : .max
        var paragraphs = [headline]
        if selection?.profile.isBrokered == true { paragraphs.append("Its tokens come from this device's broker.") }
        if let caution = selection?.cautionSentence { paragraphs.append(caution) }
        if asksFirst { paragraphs.append(Selection.confirmationSentence) }
        // A command is copied, so it stays on a line of its own.
        var lines =
            paragraphs.flatMap { $0.wrapped(to: width) } + [failure?.command].compactMap { $0.map { "  Run: \($0)" } }
        let table = CandidateTable(candidates: others.listed, current: context.current).lines(width: width)
        let rest = others.foldedLine(besides: selection != nil || !others.listed.isEmpty)
        if !table.isEmpty || rest != nil { lines += [""] + table + (rest?.wrapped(to: width) ?? []) }
        return lines.joined(separator: "\n")
    }

    private var headline: String {
        guard let selection else {
            return "\(explained.inWords): no profile is chosen. \(failure?.sentence(withCommand: false) ?? "")"
        }
        return "\(explained.inWords): \(selection.explanation)"
    }

    private var asksFirst: Bool { selection?.asksFirst(before: context.action) == true }

    private enum CodingKeys: CodingKey {
        case profile, step, source, reason, action, asksFirst, candidates
    }

    private struct Target: Encodable {
        let method: String
        @Nullable var path: String?

        init(_ action: Action) {
            method = action.method
            path = action.path
        }

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
