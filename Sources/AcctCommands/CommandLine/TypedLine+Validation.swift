import AccountProfiles

/// The mistakes in a line that are found before argument-parser reads it, or told better than it tells them.
extension TypedLine {
    /// Looks for an unknown command in a line that argument-parser refuses or that asks for help.
    ///
    /// - Throws: `Failure` of kind `usage`, with the commands that are most like the word.
    func requireKnownCommand() throws {
        let isHelp = words.first == "help"
        var reader = CommandLineReader()
        for (index, word) in words.enumerated().dropFirst(isHelp ? 1 : 0).prefix(while: { !$1.hasPrefix("-") }) {
            let others = reader.subcommands
            guard case .argument(let argument) = reader.read(word) else { continue }
            // A default subcommand may take the word as its argument.
            guard !others.isEmpty, isHelp || argument == nil else { return }
            throw Failure(unknownCommand: index, of: reader.command, others: others.map(\.name), in: self)
        }
    }

    /// Looks for an empty text in the place of a value, as an unset variable of a script leaves it: the option would say
    /// nothing where the person meant something.
    ///
    /// - Throws: `Failure` of kind `usage`.
    func requireValues() throws {
        guard words.contains(where: { $0.isEmpty || $0.hasSuffix("=") }) else { return }
        // The body of a request may be empty, and a profile's name is looked up.
        let mayBeEmpty: Set = ["-d", "--data", "-p", "--profile"]
        var reader = CommandLineReader()
        for word in words {
            switch reader.read(word) {
            case .option(let name, .some, value: "") where !mayBeEmpty.contains(name):
                throw Failure.emptyValue(of: name, in: reader.command.words)
            case .argument(let argument?)
            where word.isEmpty && [.kind(.file), .kind(.acctFile)].contains(argument.values):
                throw Failure.emptyFileName(in: reader.command.words)
            case .command, .option, .endOfOptions, .argument: continue
            }
        }
    }

    /// Looks for a profile, a method or a body that is given twice with different values. The last one would decide as whom
    /// a request is sent and what it does, which two options on a long line do not show. Of other options the last one
    /// counts, as in other tools.
    ///
    /// - Throws: `Failure` of kind `usage`.
    func requireSingleValues() throws {
        let subjects = ["-p": "-p", "-X": "The method", "-d": "The body", "--input": "The body"]
        guard words.count(where: { $0.hasPrefix("-") }) > 1 else { return }
        var reader = CommandLineReader()
        var given: [String: String] = [:]
        // Of short options, argument-parser takes `-p=work` as well.
        for word in words.flatMap({ $0.hasPrefix("-p=") ? ["-p", String($0.dropFirst(3))] : [$0] }) {
            guard case .option(_, let option?, let value?) = reader.read(word), !option.isRepeating,
                let name = option.names.first, let subject = subjects[name]
            else { continue }
            let isBody = subject == "The body"
            guard let first = given.updateValue(value, forKey: name),
                isBody ? first != value : first.lowercased() != value.lowercased()
            else { continue }
            throw Failure.givenTwice(subject, values: isBody ? nil : (first, value), in: reader.command.words)
        }
    }

    /// The first long option that the command does not have, with those that may be meant. argument-parser looks at what is
    /// missing before it looks for these: `edit work --nam x` would lack a setting.
    var unknownOption: UnknownOption? {
        var reader = CommandLineReader()
        for (index, word) in words.enumerated() {
            guard case .option(let name, nil, let value) = reader.read(word), name.hasPrefix("--") else { continue }
            let next = words.indices.contains(index + 1) ? words[index + 1] : nil
            return UnknownOption(name, at: index, value: value, next: next, among: reader.parameters)
        }
        return nil
    }

    /// The deepest command that the line begins with.
    var command: [String] { beginning.reader.command.words }

    /// The deepest command that the line begins with, or the default subcommand of it where the next word is that one's
    /// argument.
    var commandWithDefault: [String] {
        let (reader, next) = beginning
        guard case .argument(.some) = next, let subcommand = reader.subcommands.first(where: \.isDefault) else {
            return reader.command.words
        }
        return subcommand.words
    }

    /// The line up to the first word that names no command, and the meaning of that word.
    private var beginning: (reader: CommandLineReader, next: CommandLineReader.Meaning?) {
        var reader = CommandLineReader()
        for word in words {
            let meaning = reader.read(word)
            if meaning != .command { return (reader, meaning) }
        }
        return (reader, nil)
    }
}

/// An option that a command does not have.
struct UnknownOption {
    let name: String
    /// The place of the word in the line.
    let index: Int
    /// The options of the command that may be meant, at most three.
    let nearest: [String]
    /// The words for it that leave no doubt; nil where there are several options, or one that is only spelled alike.
    let meant: [String]?
    /// The number of words in the line that these replace.
    let count: Int

    /// The options of az, gh and other tools, and ours that do the same.
    private static let otherTools = [
        "output": "json", "query": "jq", "limit": "max-items", "all": "paginate", "force": "yes", "fix": "repair",
        "client-secret": "client-secret-stdin", "password": "client-secret-stdin", "use-device-code": "device-code",
    ]

    /// - Parameters:
    ///   - value: the value that is joined to it by `=`.
    ///   - next: the word behind it.
    ///   - options: those of the command.
    init(_ name: String, at index: Int, value: String?, next: String?, among options: [CommandTable.Parameter]) {
        self.name = name
        self.index = index
        let typed = String(name.dropFirst(2))
        // Without the dashes, which would count as letters that are right.
        let known = options.flatMap { option in
            option.names.filter { $0.hasPrefix("--") }.map { (name: String($0.dropFirst(2)), option: option) }
        }
        let other = Self.otherTools[typed].flatMap { ours in known.first { $0.name == ours } }
        let isOtherForm = typed == "output" && (value ?? next)?.lowercased() != "json"
        if let other, !isOtherForm {
            nearest = ["--\(other.name)"]
            let isFlag = other.option.kind == .flag
            count = typed == "output" && value == nil ? 2 : 1
            if typed == "output" {
                meant = nearest
            } else if ["query", "client-secret", "password"].contains(typed) || (isFlag && value != nil) {
                // The languages of queries differ, and the word behind may be the secret.
                meant = nil
            } else {
                meant = value.map { ["--\(other.name)=\($0)"] } ?? nearest
            }
            return
        }
        let begun = known.filter { $0.name.hasPrefix(typed) }.prefix(3)
        nearest = (begun.isEmpty ? known.map(\.name).nearest(to: typed).prefix(1).map(\.self) : begun.map(\.name))
            .map { "--\($0)" }
        let isCertain = begun.count == 1 && (value == nil || begun[0].option.kind == .option)
        meant = isCertain ? [nearest[0] + (value.map { "=\($0)" } ?? "")] : nil
        count = 1
    }

    /// Whether the suggestion is another than that of argument-parser, which knows of similar spellings alone.
    func isBetter(than message: ParserMessage) -> Bool {
        message.saysOptionIsUnknown(name) && !nearest.isEmpty && !message.mentions("'\(nearest[0])'")
    }
}
