import AccountProfiles
import ArgumentParser

/// The mistakes in a line that are found before argument-parser reads it, or told better than it tells them.
extension TypedLine {
    /// Looks for an unknown command in a line that argument-parser refuses or that asks for help.
    ///
    /// - Throws: `Failure` of kind `usage`, with the commands that are most like the word.
    func requireKnownCommand() throws {
        let isHelp = words.first == "help"
        var command: any ParsableCommand.Type = AcctCommand.self
        for (index, word) in words.enumerated().dropFirst(isHelp ? 1 : 0).prefix(while: { !$1.hasPrefix("-") }) {
            guard !command.commandNames.isEmpty else { return }
            guard let next = command.subcommand(named: word) else {
                if !isHelp, command.defaultWithArgument != nil { return }
                throw Failure(unknownCommand: index, of: command, in: self)
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

    /// The first long option that the command does not have, and its option of the most similar name. argument-parser looks
    /// at what is missing before it looks for these: `edit work --nam x` would lack a setting.
    var unknownOption: (name: String, nearest: String?)? {
        let (names, table) = (command, CommandTable.acct)
        guard let row = table.commands.first(where: { $0.words == names }) else { return nil }
        let parameters = table.parameters(of: row)
        let options = Set(parameters.filter { $0.kind == .option }.flatMap(\.names))
        let known = options.union(parameters.flatMap(\.names))
        var rest = words.dropFirst(names.count - 1)
        while let word = rest.popFirst(), word != "--" {
            if options.contains(word) {
                rest = rest.dropFirst()
            } else if word.hasPrefix("--"), let name = word.split(separator: "=").first.map(String.init),
                !known.contains(name)
            {
                // Without the dashes, which would count as letters that are right.
                let others = known.filter { $0.hasPrefix("--") }.map { $0.dropFirst(2) }
                return (name, NearestNames.to(String(name.dropFirst(2)), among: others).first.map { "--\($0)" })
            } else if !word.hasPrefix("-"), names.last == "exec" {
                return nil
            }
        }
        return nil
    }

    /// The deepest command that the line names.
    var command: [String] { deepest.names }

    /// The deepest command that the line names, or the default subcommand of it where the next word is that one's argument.
    var commandWithDefault: [String] {
        let (names, command) = deepest
        guard let next = words.dropFirst(names.count - 1).first, !next.hasPrefix("-") else { return names }
        return names + [command.defaultWithArgument].compactMap(\.self)
    }

    private var deepest: (names: [String], command: any ParsableCommand.Type) {
        var names = ["acct"]
        var command: any ParsableCommand.Type = AcctCommand.self
        for word in words {
            guard let next = command.subcommand(named: word) else { break }
            (command, names) = (next, names + [word])
        }
        return (names, command)
    }
}

extension ParsableCommand {
    private static var subcommandTypes: [any ParsableCommand.Type] {
        configuration.groupedSubcommands.flatMap(\.subcommands) + configuration.ungroupedSubcommands
    }

    static var commandNames: [String] { subcommandTypes.compactMap { $0.configuration.commandName } }

    /// The default subcommand, where a word that names no subcommand is its argument: the file of `acct import FILE`.
    fileprivate static var defaultWithArgument: String? {
        guard let name = configuration.defaultSubcommand?.configuration.commandName else { return nil }
        let row = CommandTable.acct.commands.first { $0.words.suffix(2) == [configuration.commandName, name] }
        return row?.parameters.contains { $0.kind == .argument } == true ? name : nil
    }

    fileprivate static func subcommand(named name: String) -> (any ParsableCommand.Type)? {
        subcommandTypes.first { $0.configuration.commandName == name }
    }
}
