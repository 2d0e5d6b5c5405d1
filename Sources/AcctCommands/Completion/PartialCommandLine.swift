/// A command line that is being typed, read as far as it goes, and the place that its last word has in it.
struct PartialCommandLine {
    /// The meaning of the last word.
    enum Place: Equatable {
        case option
        /// The name of a subcommand; or an argument, where the command takes any.
        case subcommand
        case value(CommandTable.Values)
        /// Something that the command does not take.
        case nothing
    }

    let table: CommandTable
    private(set) var command: CommandTable.Command
    private(set) var place = Place.nothing
    /// The part of the last word that stands before what is completed, such as `--profile=`,
    /// `a,` of `a,b` and `@` of `@file`.
    private(set) var lead = ""
    /// The part of the last word that is completed.
    private(set) var typed = ""
    /// The values before the one that is completed, in the same list or as arguments of the same kind; in a pattern, the
    /// parts before the last.
    private(set) var listed: [String] = []
    /// The values that were given before, by option.
    private(set) var given: [CommandTable.Parameter: [String]] = [:]

    /// The arguments that were given before.
    private(set) var arguments: [String] = []
    /// The position of the program that the command runs, among the words; nil until it is given.
    private(set) var program: Int?

    private var parameters: [CommandTable.Parameter]
    private var takesOptions = true

    /// - Parameter words: those after `acct`; the last one is completed, and may be empty.
    init(_ words: [String], in table: CommandTable) {
        self.table = table
        command = table.commands[0]
        parameters = table.parameters(of: command)
        var awaiting: CommandTable.Parameter?
        for (index, word) in words.dropLast().enumerated() {
            if let option = awaiting {
                given[option, default: []].append(word)
                awaiting = nil
            } else {
                awaiting = read(word, at: index)
            }
        }
        complete(words.last ?? "", after: awaiting)
    }

    /// - Returns: the option whose value is the next word.
    private mutating func read(_ word: String, at index: Int) -> CommandTable.Parameter? {
        guard takesOptions, word.hasPrefix("-"), word != "-" else {
            readArgument(word, at: index)
            return nil
        }
        guard word != "--" else {
            takesOptions = false
            return nil
        }
        let parts = Self.parts(of: word)
        guard let option = option(named: parts.name) else { return nil }
        given[option, default: []] += parts.value.map { [$0] } ?? []
        return option.kind == .option && parts.value == nil ? option : nil
    }

    private mutating func readArgument(_ word: String, at index: Int) {
        let subcommand = table.subcommands(of: command).first { $0.name == word }
        guard arguments.isEmpty, let subcommand else {
            // The words after a program are for that program.
            if program == nil, argument?.values == .kind(.command) { (program, takesOptions) = (index, false) }
            arguments.append(word)
            return
        }
        command = subcommand
        parameters = table.parameters(of: subcommand)
    }

    private mutating func complete(_ word: String, after awaiting: CommandTable.Parameter?) {
        typed = word
        if let awaiting {
            completeValue(awaiting.values)
        } else if takesOptions, let joined = TypedLine.joinedOption(word), let option = option(named: joined.option),
            option.kind == .option
        {
            (lead, typed) = joined
            completeValue(option.values)
        } else if takesOptions, word.hasPrefix("-") {
            let parts = Self.parts(of: word)
            guard let value = parts.value else {
                place = .option
                return
            }
            guard let option = option(named: parts.name), option.kind == .option else { return }
            (lead, typed) = (parts.name + "=", value)
            completeValue(option.values)
        } else if arguments.isEmpty, !table.subcommands(of: command).isEmpty {
            place = .subcommand
        } else if let argument {
            if argument.isRepeating { listed = arguments }
            completeValue(argument.values)
        }
    }

    private mutating func completeValue(_ values: CommandTable.Values) {
        place = .value(values)
        guard case .kind(let kind) = values else { return }
        if kind == .textOrFile {
            guard let sign = typed.firstIndex(of: "@"), sign == typed.startIndex || typed[..<sign].hasSuffix("=") else {
                place = .value(.any)
                return
            }
            place = .value(.kind(.file))
            completePart(after: sign)
        } else if kind == .requestPattern, let space = typed.lastIndex(of: " ") {
            listed = typed[..<space].split(separator: " ").map(String.init)
            completePart(after: space)
        } else if kind.isList, let comma = typed.lastIndex(of: ",") {
            listed = typed[..<comma].split(separator: ",").map(String.init)
            completePart(after: comma)
        }
    }

    private mutating func completePart(after sign: String.Index) {
        lead += typed[...sign]
        typed = String(typed[typed.index(after: sign)...])
    }

    /// The argument that the next word is.
    var argument: CommandTable.Parameter? {
        let known = parameters.filter { $0.kind == .argument }
        if arguments.count < known.count { return known[arguments.count] }
        return known.last.flatMap { $0.isRepeating ? $0 : nil }
    }

    private func option(named name: String) -> CommandTable.Parameter? {
        parameters.first { $0.names.contains(name) }
    }

    /// An option and the value that is joined to it: only the long form takes one.
    private static func parts(of word: String) -> (name: String, value: String?) {
        guard word.hasPrefix("--"), let sign = word.firstIndex(of: "=") else { return (word, nil) }
        return (String(word[..<sign]), String(word[word.index(after: sign)...]))
    }
}

extension PartialCommandLine {
    /// The options that can still be given.
    var options: [CommandTable.Parameter] {
        parameters.filter { $0.kind != .argument && !$0.isHidden && ($0.isRepeating || given[$0] == nil) }
    }

    /// The last value that was given for an option.
    func value(of name: String) -> String? {
        option(named: name).flatMap { given[$0]?.last }
    }
}
