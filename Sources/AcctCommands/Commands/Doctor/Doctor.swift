import AccountProfiles
import AccountStore
import ArgumentParser

/// `acct doctor`: what is wrong on this machine.
struct Doctor: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Find what is wrong, and the command that mends it.",
        discussion: """
            Checks the store, the sign-ins, credentials of apps, bindings, rules and .acct files, the variables for \
            proxies and certificates, the browser, the device's identity broker, the libraries that are loaded when \
            they are needed, completion and the manual. Each finding is one line, what is wrong first, with the command that mends it. Nothing is \
            changed. The output has no secrets: it can be pasted into a report.

            Without --online no request is sent. With it, the sign-in server of every profile is asked for its \
            discovery document, this machine's clock is compared with the server's, and the broker is asked for a token \
            of each of its profiles.

              acct doctor
              acct doctor --online
              acct doctor --json | jq '.[] | select(.level == "wrong")'

            The exit code is 0 when nothing is wrong and 1 otherwise. A note is not wrong.
            """)

    @Flag(help: "Also ask the servers of the profiles.")
    var online = false

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    func run(_ services: Services) async throws {
        var findings = EnvironmentChecks(services).findings() + LibraryChecks.findings()
        findings += InstallationChecks(services.environment).findings()
        var profiles: [Profile] = []
        do {
            profiles = try services.profiles.profiles()
            findings += try StoreChecks(services).findings(profiles)
            findings += try await SignInChecks(services).findings(profiles)
            findings += try DirectoryChecks(services).findings()
        } catch {
            findings.append(Finding("store", error))
        }
        findings += await BrokerChecks(services).findings(profiles, isOnline: online)
        if online { findings += await ServerChecks(services).findings(profiles) }
        try services.output.print(Findings(findings), asJSON: json.json)
        let count = findings.count { $0.level == .wrong }
        guard count > 0 else { return services.output.note("Nothing is wrong.") }
        services.output.note(count == 1 ? "1 thing is wrong." : "\(count) things are wrong.")
        throw ExitCode(Failure.Kind.failed.exitCode)
    }
}

/// What one check of `acct doctor` has found.
struct Finding: Encodable, Equatable {
    /// From the worst.
    enum Level: String, Encodable, CaseIterable { case wrong, note, ok }

    /// The subject of the check, such as `store`.
    let check: String
    let level: Level
    let message: String
    /// The command that mends it.
    let command: String?

    init(_ check: String, _ level: Level, _ message: String, command: String? = nil) {
        (self.check, self.level, self.message, self.command) = (check, level, message, command)
    }

    /// An error that was found, in the words that another command would have for it.
    init(_ check: String, _ error: any Error, level: Level = .wrong) {
        let failure = Failure(error)
        self.init(check, level, failure.text, command: failure.command)
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(check, forKey: .check)
        try fields.encode(level, forKey: .level)
        try fields.encode(message, forKey: .message)
        try fields.encode(command, forKey: .command)
    }

    private enum CodingKeys: CodingKey { case check, level, message, command }
}

/// The findings of `acct doctor`, the worst first: one a line, with the command below it.
private struct Findings: CommandOutput {
    let all: [Finding]

    init(_ findings: [Finding]) {
        all = Finding.Level.allCases.flatMap { level in findings.filter { $0.level == level } }
    }

    func encode(to encoder: any Encoder) throws { try all.encode(to: encoder) }

    func text(for terminal: Terminal) -> String {
        all.flatMap { lines(of: $0, terminal) }.joined(separator: "\n")
    }

    private func lines(of finding: Finding, _ terminal: Terminal) -> [String] {
        let width = terminal.outputIsTerminal ? max(terminal.outputColumns - Self.column, 20) : Int.max
        let message = finding.message.safeLine.wrapped(to: width)
        let command = finding.command.map { ["Run: \($0.safeLine)"] } ?? []
        return (message + command).enumerated().map { index, line in
            let lead = index == 0 ? finding.level.rawValue : ""
            return lead + String(repeating: " ", count: Self.column - lead.count) + line
        }
    }

    /// The width of a level.
    private static let column = 7
}
