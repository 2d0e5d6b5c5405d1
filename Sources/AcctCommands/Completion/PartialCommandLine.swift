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

    /// The words before the last one.
    let before: CommandLineReader
    private(set) var place = Place.nothing
    /// The part of the last word that stands before what is completed, such as `--profile=`,
    /// `a,` of `a,b` and `@` of `@file`.
    private(set) var lead = ""
    /// The part of the last word that is completed.
    private(set) var typed: String
    /// The values before the one that is completed, in the same list or as arguments of the same kind; in a pattern, the
    /// parts before the last.
    private(set) var listed: [String] = []
    /// The position of the program that the command runs, among the words; nil until it is given.
    private(set) var program: Int?

    /// - Parameter words: those after `acct`; the last one is completed, and may be empty.
    init(_ words: [String], in table: CommandTable) {
        var reader = CommandLineReader(table)
        for (index, word) in words.dropLast().enumerated() {
            let meaning = reader.read(word)
            if case .argument(let argument?) = meaning, argument.values == .kind(.command) {
                program = program ?? index
            }
        }
        before = reader
        typed = words.last ?? ""
        complete(typed)
    }

    private mutating func complete(_ word: String) {
        if let option = before.awaiting?.option {
            completeValue(option.values)
        } else if before.takesOptions, let joined = TypedLine.joinedOption(word),
            let option = before.option(named: joined.option), option.kind == .option
        {
            (lead, typed) = joined
            completeValue(option.values)
        } else if before.takesOptions, word.hasPrefix("-") {
            let parts = CommandLineReader.parts(of: word)
            guard let value = parts.value else {
                place = .option
                return
            }
            guard let option = before.option(named: parts.name), option.kind == .option else { return }
            (lead, typed) = (parts.name + "=", value)
            completeValue(option.values)
        } else if before.arguments.isEmpty, !before.subcommands.isEmpty {
            place = .subcommand
        } else if let argument = before.argument {
            if argument.isRepeating { listed = before.arguments }
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
}
