import AccountProfiles
import AccountStore
import ArgumentParser
import AuthCore
import HTTPTransport

extension Import {
    /// `acct import FILE`.
    struct Profiles: DataCommand {
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
                "A host that may get tokens, as the message names it; repeat it for more.", valueName: "host"))
        var trust: [String] = []

        @Flag(name: .shortAndLong, help: "Take rules and bindings for profiles that exist without asking.")
        var yes = false

        @Flag(help: "Show the result, and store nothing.")
        var dryRun = false

        @OptionGroup
        var json: JSONOption

        @OptionGroup
        var common: CommonOptions

        func run(_ services: Services) async throws {
            let limit = ProfileFile.sizeLimit
            if file == "-", services.terminal.inputIsTerminal {
                services.output.note("Paste the text that acct export has written; Ctrl-D ends it.")
            }
            let bytes =
                try file == "-" ? ForeignFile.standardInput(limit: limit) : ForeignFile.read(file, limit: limit)
            let definitions = try ProfileFile(bytes, named: file == "-" ? "stdin" : file)
            var plan = try DefinitionPlan(definitions, trusting: trust, services)
            if !definitions.profiles.isEmpty, plan.rows.allSatisfy({ $0.outcome == .skipped }) {
                try services.output.print(plan.rows, asJSON: json.json)
                note(plan, services)
                let hosts = plan.untrustedHosts.sorted()
                throw Failure.everyProfileSkipped(hosts: hosts, retryCommand: command(trusting: trust + hosts))
            }
            if !plan.choices.isEmpty, isAccepted(plan.choices, services) { plan.acceptChoices() }
            if !dryRun, !plan.isEmpty { try services.profiles.add(plan.definitions) }
            try services.output.print(plan.rows, asJSON: json.json)
            note(plan, services)
            if dryRun {
                services.output.note("Nothing was stored: this was a dry run.")
            } else {
                ImportRow.noteSignIns(plan.definitions.profiles.map(\.name.text), services.output)
            }
        }

        private func note(_ plan: DefinitionPlan, _ services: Services) {
            for note in plan.notes { services.output.note(note.sentence(isDryRun: dryRun)) }
        }

        /// Whether rules and bindings for profiles that exist are taken.
        private func isAccepted(_ choices: [DefinitionPlan.Choice], _ services: Services) -> Bool {
            if yes { return true }
            let list = choices.map(\.text).joined(separator: "; ")
            guard !dryRun, services.prompter.canPrompt else {
                services.output.note("Not imported, because the profiles exist: \(list). To take them:")
                services.output.note(command(trusting: trust, "--yes").text)
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

/// The part of a file of definitions that is new here, and the reasons why the rest is left out.
struct DefinitionPlan {
    private(set) var definitions = ProfileDefinitions()
    private(set) var rows: [ImportRow] = []
    private(set) var notes: [Note] = []
    /// The rules and bindings for profiles that existed before. A file of somebody else could choose an account with them.
    private(set) var choices: [Choice] = []
    /// The hosts of profiles that are left out, because --trust does not name them.
    private(set) var untrustedHosts: Set<String> = []
    /// The names of the new profiles, in lower case.
    private var namesOfNew: Set<String> = []
    /// The names in the file, in lower case, that other profiles have here: its rules and bindings are not for those.
    private var namesOfOthers: Set<String> = []

    /// A rule or a binding of the file.
    enum Choice {
        case rule(RulePattern, ProfileName)
        case binding(directory: String, ProfileName)

        var profile: ProfileName {
            switch self {
            case .rule(_, let name), .binding(_, let name): name
            }
        }

        var text: String {
            switch self {
            case .rule(let pattern, let name): "the rule \"\(pattern.text)\" for \(name)"
            case .binding(let directory, let name): "the binding of \(directory) to \(name)"
            }
        }
    }

    /// A result of the import beside the rows.
    enum Note {
        /// A sentence on an entry of the file.
        case notImported(String)
        case imported(Choice)
        case current(ProfileName)

        func sentence(isDryRun: Bool) -> String {
            switch self {
            case .notImported(let sentence): "Not imported: \(sentence)"
            case .imported(let choice): "\(isDryRun ? "Would import" : "Imported"): \(choice.text)."
            case .current(let name):
                "\(name) \(isDryRun ? "would become the current profile" : "is the current profile now")."
            }
        }
    }

    var isEmpty: Bool {
        definitions.profiles.isEmpty && definitions.rules.isEmpty && definitions.bindings.isEmpty
            && definitions.current == nil && definitions.defaultClientID == nil
    }

    /// - Parameter hosts: with a port where it is not the usual one.
    init(_ file: ProfileFile, trusting hosts: [String], _ services: Services) throws {
        let existing = try services.profiles.profiles()
        var known = Dictionary(existing.map { ($0.name.text.lowercased(), $0) }) { first, _ in first }
        for definition in file.profiles { add(definition, trusting: hosts, to: &known) }
        let names = Set(known.keys).subtracting(namesOfOthers)
        try addRules(of: file, names, services)
        try addBindings(of: file, names, services)
        if try services.profiles.current() == nil,
            let name = file.current.flatMap({
                namesOfNew.contains($0.lowercased()) ? known[$0.lowercased()]?.name : nil
            })
        {
            definitions.current = name
            notes.append(.current(name))
        }
        if try services.profiles.defaultClientID() == nil, let id = file.clientId {
            definitions.defaultClientID = try ClientID.checked(id, for: nil)
        }
    }

    /// - Parameter known: the profiles that exist or are added before, by their names in lower case.
    private mutating func add(
        _ definition: ProfileDefinition, trusting hosts: [String], to known: inout [String: Profile]
    ) {
        do {
            let profile = try definition.profile()
            let key = profile.name.text.lowercased()
            if let same = known[key] {
                let isSame = ProfileDefinition(same).describesSameSignIn(as: ProfileDefinition(profile))
                let reason = isSame ? "the profile exists" : "another profile has the name"
                if !isSame { namesOfOthers.insert(key) }
                return rows.append(ImportRow(isSame ? .unchanged : .skipped, profile, reason: reason, signedIn: false))
            }
            let untrusted = profile.hosts.filter { !hosts.contains($0) }
            untrustedHosts.formUnion(untrusted)
            if let host = untrusted.first {
                let reason = "\(host) is not in a Microsoft cloud; add --trust \(host)"
                return rows.append(ImportRow(.skipped, profile, reason: reason, signedIn: false))
            }
            known[key] = profile
            definitions.profiles.append(profile)
            namesOfNew.insert(key)
            rows.append(ImportRow(.added, profile, reason: "", signedIn: false))
        } catch {
            notes.append(.notImported("profile \(definition.name). \(Failure(error).message)"))
        }
    }

    private mutating func addRules(of file: ProfileFile, _ names: Set<String>, _ services: Services) throws {
        var owners = Dictionary(try services.rules.rules().map { ($0.rule.pattern.key, $0.rule.profile) }) { $1 }
        for rule in file.rules {
            let what = "the rule \"\(rule.pattern)\" for \(rule.profile)"
            guard let name = try? ProfileName(rule.profile), names.contains(name.text.lowercased()) else {
                notes.append(.notImported("\(what). The file's \(rule.profile) is not among your profiles."))
                continue
            }
            guard let pattern = try? RulePattern(rule.pattern) else {
                notes.append(.notImported("\(what). The pattern is not valid."))
                continue
            }
            if let owner = owners[pattern.key] {
                if owner != name { notes.append(.notImported("\(what). The same pattern has a rule for \(owner).")) }
                continue
            }
            owners[pattern.key] = name
            add(.rule(pattern, name))
        }
    }

    private mutating func add(_ choice: Choice) {
        namesOfNew.contains(choice.profile.text.lowercased()) ? accept(choice) : choices.append(choice)
    }

    private mutating func accept(_ choice: Choice) {
        notes.append(.imported(choice))
        switch choice {
        case .rule(let pattern, let name): definitions.rules.append((pattern, name))
        case .binding(let directory, let name): definitions.bindings.append((directory, name))
        }
    }

    /// Takes the rules and bindings for profiles that exist along.
    mutating func acceptChoices() {
        choices.forEach { accept($0) }
        choices = []
    }

    private mutating func addBindings(of file: ProfileFile, _ names: Set<String>, _ services: Services) throws {
        let home = HomePath(services.environment)
        var bound = Dictionary(try services.bindings.bindings().map { ($0.directory, $0.target) }) { $1 }
        for binding in file.bindings {
            let what = "the binding of \(binding.directory) to \(binding.profile)"
            guard let name = try? ProfileName(binding.profile), names.contains(name.text.lowercased()) else {
                notes.append(.notImported("\(what). The file's \(binding.profile) is not among your profiles."))
                continue
            }
            guard let path = home.expanded(binding.directory),
                let directory = ResolvedPath.evenIfMissing(path)
            else {
                notes.append(.notImported("\(what). The directory is not an absolute path."))
                continue
            }
            if let target = bound[directory] {
                if target != .profile(name.text) { notes.append(.notImported("\(what). It is bound already.")) }
                continue
            }
            bound[directory] = .profile(name.text)
            add(.binding(directory: directory, name))
        }
    }
}

extension ProfileDefinition {
    /// Whether a sign-in to either profile is the same one.
    fileprivate func describesSameSignIn(as other: ProfileDefinition) -> Bool {
        kind == other.kind && authority == other.authority && tenantId == other.tenantId && clientId == other.clientId
    }
}

extension Profile {
    /// The hosts outside the Microsoft clouds that get tokens or codes of the profile.
    fileprivate var hosts: [String] {
        let own = authority.cloud == nil ? [authority.origin] : []
        let graph = graph.flatMap { endpoint in
            Cloud.allCases.contains { $0.graph == endpoint } ? nil : endpoint
        }
        return (own + [graph, redirectOrigin].compactMap(\.self)).map { $0.replacing("https://", with: "") }
    }

    /// The origin of a redirect URI on another host.
    private var redirectOrigin: String? {
        guard !redirectURI.isLoopback, let host = HTTPOrigin(url: redirectURI.text)?.host,
            Cloud(loginHost: host) == nil
        else { return nil }
        return redirectURI.text.split(separator: "/", omittingEmptySubsequences: false).prefix(3).joined(separator: "/")
    }
}
