import AccountProfiles

/// Lines that name no command, or leave a value empty.
extension Failure {
    /// - Parameters:
    ///   - index: the position of the word that names no command.
    ///   - command: the command that the words before it name.
    ///   - names: those of its subcommands.
    init(unknownCommand index: Int, of command: CommandTable.Command, others names: [String], in line: TypedLine) {
        let word = line.words[index]
        let isHelp = line.words.first == "help"
        let isRoot = command.words.count == 1
        let topics = isHelp && isRoot ? HelpTopic.allCases.map(\.rawValue) : []
        let meanings = isRoot ? TypedLine.aliases.merging(Self.otherWords) { $1 } : [:]
        var near: [String] = []
        for name in NearestNames.candidates(
            for: word.lowercased(), amongKeys: names + topics + meanings.keys.sorted())
        {
            let name = meanings[name] ?? name
            if !near.contains(name), near.count < 3 { near.append(name) }
        }
        let hint = near.isEmpty ? "" : " Did you mean \(near.joined(separator: " or "))?"
        let isUnique = near.count == 1
        let parent = command.words.joined(separator: " ")
        self.init(
            .usage, "\(word.inQuotes) is not a command\(isHelp ? " or a topic" : "") of \(parent).\(hint)",
            leadIn: near.isEmpty ? "To see all commands:" : nil,
            command: isUnique
                ? line.replacingCommand(at: index, with: near[0])
                : SuggestedCommand(words: command.words + ["--help"]))
    }

    /// Words of other tools that are no names of commands here, with what they mean.
    private static let otherWords = [
        "delete": "remove", "create": "add", "select": "use", "accounts": "list", "profiles": "list",
        "version": "--version", "me": "whoami",
    ]

    static func emptyFileName(in command: [String]) -> Failure {
        Failure(.usage, "The name of the file is empty.", command: SuggestedCommand(words: command + ["--help"]))
    }

    static func emptyValue(of name: String, in command: [String]) -> Failure {
        Failure(
            .usage, "\(name) is empty. Leave it out, or give a value.",
            command: SuggestedCommand(words: command + ["--help"]))
    }

    /// - Parameters:
    ///   - subject: the option or its meaning, as the beginning of a sentence.
    ///   - values: the first two; nil for values that say little.
    static func givenTwice(_ subject: String, values: (String, String)?, in command: [String]) -> Failure {
        let names = values.map { "\($0.inQuotes) and \($1.inQuotes)" }
        return Failure(
            .usage, "\(subject) is given twice\(names.map { ": \($0)" } ?? ""). Give it once.",
            command: SuggestedCommand(words: command + ["--help"]))
    }

    static let argumentNotText = Failure(
        .usage, "An argument is not valid UTF-8. Names and paths are given as UTF-8 text.", command: "acct --help")
}
