/// Reads the words of a line in order, and tells what each is by the table of commands.
struct CommandLineReader {
    /// The meaning of a word at its position in the line.
    enum Meaning: Equatable {
        /// A subcommand of the command before it.
        case command
        /// An option as it was typed, or the value behind one. The parameter is nil where the command does not have the
        /// option, the value where none is in this word.
        case option(String, CommandTable.Parameter?, value: String?)
        /// `--`, after which all words are arguments.
        case endOfOptions
        /// An argument; nil where the command takes no more.
        case argument(CommandTable.Parameter?)
    }

    let table: CommandTable
    /// The deepest command that was named.
    private(set) var command: CommandTable.Command
    /// The options and arguments of that command.
    private(set) var parameters: [CommandTable.Parameter]
    private(set) var arguments: [String] = []
    /// False behind `--` and behind a program, whose options are its own.
    private(set) var takesOptions = true
    /// The option whose value is the next word.
    private(set) var awaiting: (name: String, option: CommandTable.Parameter)?
    private var given: [CommandTable.Parameter: [String]] = [:]

    init(_ table: CommandTable = .acct) {
        self.table = table
        command = table.commands[0]
        parameters = table.parameters(of: command)
    }

    /// - Parameter word: one after `acct`; a short option has no value joined to it.
    @discardableResult
    mutating func read(_ word: String) -> Meaning {
        if let (name, option) = awaiting {
            awaiting = nil
            given[option, default: []].append(word)
            return .option(name, option, value: word)
        }
        guard takesOptions, word.hasPrefix("-"), word != "-" else { return readArgument(word) }
        guard word != "--" else {
            takesOptions = false
            return .endOfOptions
        }
        let (name, value) = Self.parts(of: word)
        guard let option = option(named: name) else { return .option(name, nil, value: value) }
        given[option, default: []] += [value].compactMap(\.self)
        if option.kind == .option, value == nil { awaiting = (name, option) }
        return .option(name, option, value: value)
    }

    private mutating func readArgument(_ word: String) -> Meaning {
        guard arguments.isEmpty, let subcommand = subcommands.first(where: { $0.name == word }) else {
            let argument = argument
            if argument?.values == .kind(.command) { takesOptions = false }
            arguments.append(word)
            return .argument(argument)
        }
        command = subcommand
        parameters = table.parameters(of: subcommand)
        return .command
    }

    var subcommands: [CommandTable.Command] { table.subcommands(of: command) }

    /// The argument that the next word is.
    var argument: CommandTable.Parameter? {
        let known = parameters.filter { $0.kind == .argument }
        if arguments.count < known.count { return known[arguments.count] }
        return known.last.flatMap { $0.isRepeating ? $0 : nil }
    }

    /// The options that can still be given.
    var options: [CommandTable.Parameter] {
        parameters.filter { $0.kind != .argument && !$0.isHidden && ($0.isRepeating || given[$0] == nil) }
    }

    func option(named name: String) -> CommandTable.Parameter? {
        parameters.first { $0.names.contains(name) }
    }

    func isGiven(_ name: String) -> Bool { option(named: name).map { given[$0] != nil } ?? false }

    /// The last value that was given for an option.
    func value(of name: String) -> String? {
        option(named: name).flatMap { given[$0]?.last }
    }

    /// An option and the value that is joined to it by `=`, which only the long form takes.
    static func parts(of word: String) -> (name: String, value: String?) {
        guard word.hasPrefix("--"), let sign = word.firstIndex(of: "=") else { return (word, nil) }
        return (String(word[..<sign]), String(word[word.index(after: sign)...]))
    }
}
