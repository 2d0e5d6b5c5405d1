import AccountProfiles
import AccountStore
import ArgumentParser
import AuthCore
import HTTPTransport

extension Import {
    /// `acct import FILE`.
    struct Profiles: DataCommand, ImmediateCommand {
        static let configuration = CommandConfiguration(
            commandName: "profiles",
            abstract: "Read profiles, rules and bindings from a file that acct export has written.",
            discussion: """
                The word profiles can be left out. Nothing that exists is changed: a name, a rule or a directory that is \
                in use here is named and left out. The file holds no tokens, so each new profile needs a sign-in; the \
                first one decides its account, and asks if that is another than the one the file names. The command \
                fails if every profile is left out because of its host, name or content, and then stores nothing.

                Rules and bindings of the file come along for the profiles that are new. Those for profiles that you \
                have would choose an account of yours for requests: they are asked about, and without a terminal left \
                out unless --yes is given.

                A profile of a host outside the Microsoft clouds is imported only if you name the host with --trust, \
                since a file must not decide where tokens are sent.

                  acct export > profiles.json
                  acct import profiles.json
                  acct import profiles.json --dry-run
                """)

        @Argument(help: "The file, or - for stdin.", completion: .file())
        var file: String

        @Option(
            help: ArgumentHelp(
                "A host that may get tokens, as the message names it; repeat it for more.", valueName: "host"),
            transform: { try TrustedHost(option: $0) })
        var trust: [TrustedHost] = []

        @Flag(name: .shortAndLong, help: "Take rules and bindings for profiles that exist without asking.")
        var yes = false

        @Flag(help: "Show the result, and store nothing.")
        var dryRun = false

        @OptionGroup
        var json: JSONOption

        @OptionGroup
        var common: CommonOptions

        func run(_ services: Services) throws {
            let input = InputFile(file)
            if file == "-", services.terminal.inputIsTerminal {
                services.output.note("Paste the text that acct export has written; Ctrl-D ends it.")
            }
            let contents = try ProfileFile(input.contents(limit: ProfileFile.sizeLimit), named: input.name)
            var plan = try ProfileFilePlan(contents, trusting: trust.map(\.text), services)
            if !plan.rows.isEmpty, plan.rows.allSatisfy({ $0.outcome == .skipped }) {
                try services.output.print(plan.rows, asJSON: json.json)
                note(plan, services)
                let hosts = plan.untrustedHosts.sorted()
                throw Failure.everyProfileSkipped(
                    hosts: hosts, retryCommand: command(trusting: trust.map(\.text) + hosts))
            }
            if !plan.choices.isEmpty, isAccepted(plan.choices, services) { plan.acceptChoices() }
            if !dryRun, !plan.isEmpty { try services.profiles.add(plan.additions) }
            try services.output.print(plan.rows, asJSON: json.json)
            if plan.rows.isEmpty { services.output.note("\(input.name) has no profiles.") }
            note(plan, services)
            if dryRun {
                services.output.note("Nothing was stored: this was a dry run.")
            } else {
                let added = plan.additions.profiles
                let remarks = ImportRow.signInRemarks(
                    people: added.filter { $0.kind != .app }.map(\.name.text), apps: added.filter { $0.kind == .app })
                for remark in remarks { services.output.note(remark) }
            }
        }

        private func note(_ plan: ProfileFilePlan, _ services: Services) {
            for note in plan.notes { services.output.note(note.sentence(isDryRun: dryRun)) }
            for host in trust.map(\.text) where !plan.hostsOfFile.contains(host) {
                let others = plan.hostsOfFile.sorted().joined(separator: ", ")
                services.output.note(
                    "No profile of the file needs --trust \(host): "
                        + (others.isEmpty
                            ? "all are of Microsoft clouds." : "the hosts outside the Microsoft clouds are \(others)."))
            }
        }

        /// Whether rules and bindings for profiles that exist are taken.
        private func isAccepted(_ choices: [ProfileFilePlan.Choice], _ services: Services) -> Bool {
            if yes { return true }
            let list = choices.map(\.text).joined(separator: "; ")
            guard !dryRun, services.prompter.canPrompt else {
                services.output.note("Not imported, because the profiles exist: \(list). To take them:")
                services.output.note(command(trusting: trust.map(\.text), "--yes").text)
                return false
            }
            services.output.prompt("The file also chooses profiles that you have: \(list).".safeLine + "\n")
            return services.prompter.confirm("Import these rules and bindings?")
        }

        private func command(trusting hosts: [String], _ option: String? = nil) -> SuggestedCommand {
            let options = (dryRun && option == nil ? ["--dry-run"] : []) + [option].compactMap(\.self)
            let words = ["acct", "import", file] + options + hosts.flatMap { ["--trust", $0] }
            return SuggestedCommand(words: words)
        }
    }
}

/// A host of `--trust`: as messages name it, or as the beginning of its addresses.
struct TrustedHost: Equatable {
    /// With a port where it is not the usual one, and with `http://` where that is the scheme.
    let text: String

    /// - Throws: `ValidationError`, which argument-parser appends to the name and the value of the option.
    init(option typed: String) throws {
        var text = typed.lowercased()
        if text.hasPrefix("https://") { text.removeFirst("https://".count) }
        if text.hasSuffix("/") { text.removeLast() }
        guard !text.isEmpty, !text.contains(where: \.isWhitespace) else {
            throw ValidationError("give a host, such as login.example.com.")
        }
        self.text = text
    }
}
