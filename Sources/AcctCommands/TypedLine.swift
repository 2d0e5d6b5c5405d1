import AccountProfiles
import ArgumentParser
import FoundationEssentials

/// A command line as a person typed it, with the names that other tools have for a command, and `GET /me` for a request.
struct TypedLine {
    /// The words that argument-parser reads.
    let words: [String]

    /// The names that other tools have for a command. Help does not list them.
    static let aliases = [
        "login": "add", "logout": "sign-out", "status": "show", "whoami": "show", "switch": "use", "ls": "list",
        "rm": "remove", "mv": "rename",
    ]

    init(_ typed: some Sequence<String>) {
        var words = Array(typed)
        for index in words.indices.prefix(2) {
            let isName = index == 0 || words[0] == "rule" || words[0] == "help"
            if isName, let command = Self.aliases[words[index]] { words[index] = command }
        }
        if words.count > 1, words[0] == "help" { Self.readHelp(&words) }
        if let command = words.first, command != "exec" {
            Self.splitJoinedOptions(in: &words, Self.joinableOptions(of: command))
            if Self.commandsWithRequest.contains(command) { Self.markMethod(in: &words) }
        }
        self.words = words
    }

    /// The subject of `acct help TOPIC`; nil for any other line.
    var helpTopic: HelpTopic? {
        words.count == 2 && words[0] == "help" ? HelpTopic(named: words[1]) : nil
    }

    /// Takes the name of a command's manual page for the command, and `help help` for the help of all commands.
    private static func readHelp(_ words: inout [String]) {
        let name = words[1]
        if name == "help" {
            words = ["--help"]
        } else if name.hasPrefix("acct-"), HelpTopic(named: name) == nil {
            let command = name.dropFirst("acct-".count)
            // The page of a subcommand is `acct-rule-add`; `acct-sign-in` is that of a command.
            let parts = command.split(separator: "-", maxSplits: 1).map(String.init)
            let hasSubcommands = parts.first.map(groups.contains) == true
            words.replaceSubrange(1...1, with: hasSubcommands ? parts : [String(command)])
        }
    }

    private static let groups: Set = ["import", "rule", "store"]

    private static let commandsWithRequest: Set = ["graph", "why", "scopes"]
    private static let methods: Set = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"]

    /// Short options that have a value. `-q` is one of `graph` and `batch` alone.
    static let joinableOptions: Set<Character> = ["X", "H", "f", "F", "d", "p", "q", "o", "D"]

    private static func joinableOptions(of command: String) -> Set<Character> {
        switch command {
        case "graph": joinableOptions
        case "why", "scopes": ["X", "H", "f", "F", "d", "p"]
        case "batch": ["H", "p", "q", "o"]
        default: ["p"]
        }
    }

    /// Separates a short option from its value, as in `-XDELETE` and `-fa=b`. argument-parser would take the part before an
    /// `=` for the name of an option. The word after `-d` is always its value.
    private static func splitJoinedOptions(in words: inout [String], _ options: Set<Character>) {
        var split: [String] = []
        for (index, word) in words.enumerated() {
            if word == "--" { return words = split + words[index...] }
            let isValue = split.last == "-d" || split.last == "--data"
            if !isValue, let (option, value) = joinedOption(word, options) {
                split += [option, value]
            } else {
                split.append(word)
            }
        }
        words = split
    }

    /// A short option and the value that is joined to it; nil for any other word.
    static func joinedOption(
        _ word: String, _ options: Set<Character> = joinableOptions
    ) -> (option: String, value: String)? {
        guard word.count > 2, word.first == "-", options.contains(word.dropFirst().first ?? "-"),
            !word.hasPrefix("-p=")
        else {
            return nil
        }
        return (String(word.prefix(2)), String(word.dropFirst(2)))
    }

    /// Makes `GET /me` an option and a path. A method is one only in front of a path: elsewhere it can be a value.
    private static func markMethod(in words: inout [String]) {
        for index in words.indices.dropFirst().dropLast() where methods.contains(words[index].uppercased()) {
            let path = words[index + 1]
            let isBeforePath = path.hasPrefix("/") || path.hasPrefix("https://") || (index == 1 && !path.hasPrefix("-"))
            guard isBeforePath, words[index - 1] != "-X", words[index - 1] != "--method" else { continue }
            return words.insert("-X", at: index)
        }
    }
}

/// Lines that cannot be run.
extension TypedLine {
    /// Whether an error is to be written as JSON, as far as a line that cannot be parsed tells.
    var requestsJSON: Bool {
        words.contains { $0 == "--json" || $0 == "--format=json" }
            || zip(words, words.dropFirst()).contains { $0 == "--format" && $1 == "json" }
    }

    /// The line with the option `--profile NAME` behind the command; nil for a line that is too long to be shown.
    var withProfile: SuggestedCommand? {
        let count = command.count - 1
        let words = ["acct"] + words[..<count] + ["--profile", "NAME"] + words[count...]
        let line = SuggestedCommand(words: words)
        return line.text.utf8.count <= 200 && !line.text.utf8.contains(UInt8(ascii: "\n")) ? line : nil
    }

    /// Looks for a word in the place of a command that is none, in a line that argument-parser refuses or that asks for
    /// help.
    ///
    /// - Throws: `Failure` of kind `usage`, with the commands that are most like the word.
    func requireKnownCommand() throws {
        let isHelp = words.first == "help"
        var command: any ParsableCommand.Type = AcctCommand.self
        for word in words.dropFirst(isHelp ? 1 : 0).prefix(while: { !$0.hasPrefix("-") }) {
            guard !command.commandNames.isEmpty else { return }
            guard let next = command.subcommand(named: word) else {
                throw Failure(unknownCommand: word, of: command, isHelp: isHelp)
            }
            command = next
        }
    }

    /// Looks for an empty text in the place of a value, as an unset variable of a script leaves it: the option would say
    /// nothing where the person meant something.
    ///
    /// - Throws: `Failure` of kind `usage`.
    func requireValues() throws {
        guard words.contains(where: { $0.isEmpty || $0.hasSuffix("=") }) else { return }
        let names = command
        let table = CommandTable.acct
        guard let row = table.commands.first(where: { $0.words == names }) else { return }
        let parameters = table.parameters(of: row)
        // The body of a request may be empty, and a profile's name is looked up.
        let mayBeEmpty: Set = ["-d", "--data", "-p", "--profile"]
        let options = Set(parameters.filter { $0.kind == .option }.flatMap(\.names)).subtracting(mayBeEmpty)
        let takesFile = parameters.first { $0.kind == .argument }?.values == .kind(.file)
        var rest = words.dropFirst(names.count - 1)
        while let word = rest.popFirst(), word != "--" {
            if mayBeEmpty.contains(word) {
                rest = rest.dropFirst()
            } else if options.contains(word) {
                if rest.popFirst()?.isEmpty == true { throw Failure.emptyValue(of: word, in: names) }
            } else if word.hasSuffix("="), options.contains(String(word.dropLast())) {
                throw Failure.emptyValue(of: String(word.dropLast()), in: names)
            } else if word.isEmpty, takesFile {
                throw Failure.emptyFileName(in: names)
            } else if !word.hasPrefix("-"), names.last == "exec" {
                // The rest is the program's.
                return
            }
        }
    }

    /// The deepest command that the line names.
    private var command: [String] {
        var names = ["acct"]
        var command: any ParsableCommand.Type = AcctCommand.self
        for word in words {
            guard let next = command.subcommand(named: word) else { break }
            (command, names) = (next, names + [word])
        }
        return names
    }

    /// An error of argument-parser in the style of all others.
    func failure(for error: any Error) -> Failure {
        // Further lines guess at other causes.
        var message = Self.withoutUnlikelySuggestion(
            AcctCommand.message(for: error).components(separatedBy: "\n   or: ")[0])
        if let last = message.last, !".?!".contains(last) { message += "." }
        let meant = correctedLine(after: message) ?? command + ["--help"]
        return Failure(.usage, message, command: SuggestedCommand(words: meant))
    }

    /// The message without the option that argument-parser suggests, where its name differs in more than a third.
    private static func withoutUnlikelySuggestion(_ message: String) -> String {
        let parts = message.split(separator: "'", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0] == "Unknown option ", parts[2] == ". Did you mean " else { return message }
        let names = [parts[1], parts[3]].map { String($0.drop { $0 == "-" }) }
        return NearestNames.candidates(for: names[0], amongKeys: [names[1]]).isEmpty
            ? "Unknown option '\(parts[1])'." : message
    }

    /// The line with an option where it belongs: `-p work token` and `token work` are meant as `token -p work`, `show
    /// -p work` as `show work`, and `--json list` as `list --json`. An option with the profile is left out only where
    /// the command does not know it: otherwise another profile would act. Nil where that is no valid line either.
    private func correctedLine(after message: String) -> [String]? {
        let profileOptions = ["-p", "--profile"]
        var lines: [[String]] = []
        if message.hasPrefix("Missing value for '-p") || message.hasPrefix("Missing value for '--profile") {
            lines += words.indices.filter { profileOptions.contains(words[$0]) }.map {
                Array(words[...$0]) + ["NAME"] + words[($0 + 1)...]
            }
        }
        if words.count > 2, ["-p", "--profile"].contains(words[0]) {
            lines.append([words[2], "-p", words[1]] + words.dropFirst(3))
        } else if words.count > 1, words[0].hasPrefix("-") {
            lines.append([words[1], words[0]] + words.dropFirst(2))
        }
        if profileOptions.contains(where: { message.hasPrefix("Unknown option '\($0)'") }) {
            lines += words.indices.filter { profileOptions.contains(words[$0]) }.map {
                // A rule begins with its pattern.
                let (before, after) = (Array(words[..<$0]), Array(words[($0 + 1)...]))
                return words.starts(with: ["rule", "add"])
                    ? before + after.dropFirst() + after.prefix(1) : before + after
            }
        }
        if words.first == "consent", !words.contains("--scope"), let scope = words.indices.last,
            words[scope].contains("."), message.hasPrefix("Unexpected argument") || message.contains("--scope")
        {
            lines.append(Array(words[..<scope]) + ["--scope", words[scope]])
        }
        if message.hasPrefix("Unexpected argument") || message.contains("unexpected arguments") {
            // `--scope a b` is meant as `--scope a --scope b`.
            lines += words.indices.dropFirst(2).filter { words[$0 - 2].hasPrefix("--") }.map {
                Array(words[..<$0]) + [words[$0 - 2]] + words[$0...]
            }
            let hasProfile = words.contains { word in profileOptions.contains { word.hasPrefix($0) } }
            lines += words.indices.dropFirst().filter {
                !hasProfile && message.contains("'\(words[$0])'") && (try? ProfileName(words[$0])) != nil
            }.map { Array(words[..<$0]) + ["-p"] + words[$0...] }
        }
        return lines.first { (try? AcctCommand.parseAsRoot($0)) is any Command }.map { ["acct"] + $0 }
    }
}

extension ParsableCommand {
    fileprivate static var subcommandTypes: [any ParsableCommand.Type] {
        configuration.groupedSubcommands.flatMap(\.subcommands) + configuration.ungroupedSubcommands
    }

    static var commandNames: [String] { subcommandTypes.compactMap { $0.configuration.commandName } }

    fileprivate static func subcommand(named name: String) -> (any ParsableCommand.Type)? {
        subcommandTypes.first { $0.configuration.commandName == name }
    }
}
