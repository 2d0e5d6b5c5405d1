/// The result of one check of `acct doctor`.
struct Finding: Encodable {
    /// From the worst.
    enum Level: String, Encodable, CaseIterable { case wrong, note, repaired, ok }

    /// The subject of a check.
    enum Check: String, Encodable {
        case binding, broker, browser, certificates, clock, completion, key, leftovers, libraries, manual, program
        case proxy, rule, selection, server, space, store
        case signIn = "sign-in"
    }

    let check: Check
    let level: Level
    let message: String
    /// The command that mends it.
    var remedy: Remedy?
    /// The way in which `--repair` mends it; nil where only a person can.
    var repair: FindingRepair?

    init(
        _ check: Check, _ level: Level, _ message: String, leadIn: String? = nil, command: SuggestedCommand? = nil,
        repair: FindingRepair? = nil
    ) {
        self.init(check, level, message, remedy: Remedy(leadIn: leadIn, command), repair: repair)
    }

    init(_ check: Check, _ level: Level, _ message: String, remedy: Remedy?, repair: FindingRepair? = nil) {
        (self.check, self.level, self.message) = (check, level, message)
        (self.remedy, self.repair) = (remedy, repair)
    }

    /// An error that was found, in the words that another command would have for it.
    init(_ check: Check, _ error: any Error, level: Level = .wrong, repair: FindingRepair? = nil) {
        let failure = Failure(error)
        self.init(check, level, failure.text, remedy: failure.remedy, repair: repair)
    }

    /// A finding without a command has null for it.
    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(check, forKey: .check)
        try fields.encode(level, forKey: .level)
        try fields.encode(message, forKey: .message)
        try fields.encode(remedy?.command, forKey: .command)
    }

    private enum CodingKeys: CodingKey { case check, level, message, command }
}

extension Finding.Level {
    fileprivate var style: ClippedLine.Style {
        switch self {
        case .wrong: .red
        case .note: .yellow
        case .repaired: .cyan
        case .ok: .plain
        }
    }
}

/// The findings of `acct doctor`, the worst first: one a line, with the command below it.
struct Findings: CommandOutput {
    let all: [Finding]
    /// The width of a level, in columns.
    private let column: Int

    init(_ findings: [Finding]) {
        all = Finding.Level.allCases.flatMap { level in findings.filter { $0.level == level } }
        column = (all.map(\.level.rawValue.count).max() ?? 0) + 2
    }

    func encode(to encoder: any Encoder) throws { try all.encode(to: encoder) }

    func text(for terminal: Terminal) -> String {
        all.flatMap { lines(of: $0, terminal) }.joined(separator: "\n")
    }

    func styledText(for terminal: Terminal) -> String? {
        guard terminal.colorsOutput else { return nil }
        return all.map { finding in
            let text = lines(of: finding, terminal).joined(separator: "\n").safeForTerminal
            let level = finding.level.rawValue
            return finding.level.style.applied(to: level) + text.dropFirst(level.count)
        }.joined(separator: "\n")
    }

    private func lines(of finding: Finding, _ terminal: Terminal) -> [String] {
        let width = terminal.outputIsTerminal ? max(terminal.outputColumns - column, 20) : Int.max
        let text = [finding.message, finding.remedy?.leadIn].compactMap(\.self).joined(separator: " ")
        let message = text.safeLine.wrapped(to: width)
        let command = finding.remedy.map { ["Run: \($0.command.text.safeLine)"] } ?? []
        return (message + command).beside(finding.level.rawValue, column: column)
    }
}
