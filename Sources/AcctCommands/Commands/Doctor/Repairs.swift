import AccountStore
import HTTPTransport

/// A change that mends a finding.
struct FindingRepair: Sendable {
    /// The question before a change that cannot be undone; nil for one that can be, or that loses nothing.
    var question: String?
    /// Makes the change.
    ///
    /// - Returns: what was done, in a sentence.
    let run: @Sendable () throws -> String
}

/// `acct doctor --repair`: mends what can be mended here.
struct Repairs {
    let services: Services
    /// Whether `--yes` answers the questions.
    let isConfirmed: Bool

    /// - Returns: a finding for each thing that was mended. A repair that fails is noted, and the others continue.
    func run(_ findings: [Finding]) -> [Finding] {
        findings.compactMap { finding in
            guard let repair = finding.repair, isAllowed(repair, of: finding) else { return nil }
            do {
                return Finding(finding.check, .repaired, try repair.run())
            } catch {
                let reason = Failure(error).remark
                services.output.note(Remark("Not repaired: \(reason.text)", command: reason.command))
                return nil
            }
        }
    }

    private func isAllowed(_ repair: FindingRepair, of finding: Finding) -> Bool {
        guard let question = repair.question, !isConfirmed else { return true }
        guard services.prompter.canPrompt else {
            services.output.note("Not repaired, since it cannot be undone: \(finding.message) To allow it, add --yes.")
            return false
        }
        services.output.prompt("\(finding.message.safeLine)\n")
        return services.prompter.confirm(question)
    }
}

extension FindingRepair {
    /// Makes a new database of the rows that can be read, as `acct store repair` does.
    ///
    /// - Parameter question: nil where no sign-in is lost that could have been read.
    static func rebuild(_ services: Services, question: String? = nil) -> FindingRepair {
        FindingRepair(question: question) {
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
