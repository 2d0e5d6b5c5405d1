import AccountStore
import HTTPTransport

/// A change that mends a finding.
struct FindingRepair: Sendable {
    /// The question before a change that cannot be undone; nil for one that can be, or that loses nothing.
    var question: String?
    /// Whether it puts a new database in the place of the old one, which may have had more profiles.
    var replacesDatabase = false
    /// Makes the change.
    ///
    /// - Returns: what was done, in a sentence.
    let run: @Sendable () throws -> String
}

/// `acct doctor --repair`: mends what can be mended here.
struct Repairs {
    private let services: Services
    /// Whether `--yes` answers the questions.
    private let isConfirmed: Bool
    /// A finding for each thing that was mended.
    private(set) var done: [Finding] = []
    /// The number of those that a person was told about before a question.
    private var toldCount = 0
    /// Whether the list of profiles is that of a new database. What belonged to a profile that is not in it looks like
    /// nobody's, so that `--yes`, given before that was known, allows no removal any more.
    private var hasReplacedDatabase = false

    init(services: Services, isConfirmed: Bool) {
        self.services = services
        self.isConfirmed = isConfirmed
    }

    /// Makes the repairs of findings. One that fails is noted, and the others continue.
    mutating func run(_ findings: [Finding]) {
        for finding in findings {
            guard let repair = finding.repair, isAllowed(repair, of: finding) else { continue }
            do {
                done.append(Finding(finding.check, .repaired, try repair.run()))
                if repair.replacesDatabase { hasReplacedDatabase = true }
            } catch {
                let reason = Failure(error).remark
                services.output.note(Remark("Not repaired: \(reason.text)", command: reason.command))
            }
        }
    }

    private mutating func isAllowed(_ repair: FindingRepair, of finding: Finding) -> Bool {
        guard let question = repair.question else { return true }
        if isConfirmed, !hasReplacedDatabase || repair.replacesDatabase { return true }
        guard services.prompter.canPrompt else {
            services.output.note(
                isConfirmed
                    ? "Not repaired, since this run has made a new database: \(finding.message) Look at acct list first."
                    : "Not repaired, since it cannot be undone: \(finding.message)")
            return false
        }
        // The answer can depend on what has just been done, which the list shows only at the end.
        let untold = done[toldCount...].map(\.message) + [finding.message]
        services.output.prompt(untold.map { "\($0.safeLine)\n" }.joined())
        toldCount = done.count
        return services.prompter.confirm(question)
    }
}

extension Finding {
    /// The finding after `acct doctor --repair`, which is no advice any more: it has not mended it.
    ///
    /// - Parameter isConfirmed: whether `--yes` was given.
    func afterRepair(isConfirmed: Bool) -> Finding {
        guard remedy?.command == .repair else { return self }
        var finding = self
        finding.remedy = repair?.question != nil && !isConfirmed ? Remedy(.repair.adding("--yes")) : nil
        return finding
    }
}

extension SuggestedCommand {
    static let repair: SuggestedCommand = "acct doctor --repair"
}

extension FindingRepair {
    /// Makes a new database of the rows that can be read, as `acct store repair` does.
    ///
    /// - Parameter question: nil where no sign-in is lost that could have been read.
    static func rebuild(_ services: Services, question: String? = nil) -> FindingRepair {
        FindingRepair(question: question, replacesDatabase: true) {
            let report = try services.repair.run(at: services.clock.now())
            try services.store.close()
            return report.map {
                "A new database was made; the damaged files are in \($0.folder). "
                    + $0.remarks.map(\.line).joined(separator: " ")
            }
                ?? "The store is not damaged any more."
        }
    }
}
