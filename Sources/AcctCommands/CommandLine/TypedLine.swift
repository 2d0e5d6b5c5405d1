import AccountProfiles
import ArgumentParser

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

    /// Whether an error is to be written as JSON, as far as a line that cannot be parsed tells.
    var requestsJSON: Bool {
        if words.contains("--json") { return true }
        guard words.first == "token" else { return false }
        return words.contains("--format=json")
            || zip(words, words.dropFirst()).contains { $0 == "--format" && $1 == "json" }
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

    /// The method that a path begins with by mistake: `GET /me` as one word, or a method alone.
    static func method(atStartOf path: String) -> String? {
        let word = path.prefix { !$0.isWhitespace }.uppercased()
        return methods.contains(word) ? word : nil
    }

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

    /// Makes `GET /me` an option and a path. A method is one only as an argument in front of a path: it can be a value of
    /// an option too, such as the text that `--search` looks for.
    private static func markMethod(in words: inout [String]) {
        guard words.contains(where: { methods.contains($0.uppercased()) }) else { return }
        var reader = CommandLineReader()
        for (index, word) in words.enumerated().dropLast() {
            let meaning = reader.read(word)
            if meaning == .endOfOptions { return }
            guard case .argument = meaning, methods.contains(word.uppercased()) else { continue }
            let path = words[index + 1]
            let isBeforePath = path.hasPrefix("/") || path.hasPrefix("https://") || (index == 1 && !path.hasPrefix("-"))
            if isBeforePath { return words.insert("-X", at: index) }
        }
    }
}
