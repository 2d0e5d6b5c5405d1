import Testing

@testable import AcctCommands

/// What the table of commands says of the values of options.
@Suite struct CompletionTableTests {
    /// An option that has a value of a kind in one command and none of it in another completes nothing there.
    @Test func optionsOfOneNameCompleteAlike() {
        var values: [String: [CommandTable.Values: [String]]] = [:]
        for command in CommandTable.acct.commands {
            for option in command.parameters where option.kind == .option && !option.isHidden {
                // The words that a format or a method can have are those of each command.
                if case .words = option.values { continue }
                for name in option.names where name.hasPrefix("--") {
                    values[name, default: [:]][option.values, default: []].append(command.words.joined(separator: " "))
                }
            }
        }
        for (name, kinds) in values { #expect(kinds.count == 1, "\(name): \(kinds)") }
    }

    @Test(arguments: [
        ("The profile", CommandTable.Values.kind(.profileName)), ("The profiles", .kind(.profileName)),
    ])
    func argumentsOfOneMeaningCompleteAlike(summary: String, values: CommandTable.Values) {
        for command in CommandTable.acct.commands {
            for argument in command.parameters where argument.kind == .argument && argument.summary == summary {
                #expect(argument.values == values, "\(command.words)")
            }
        }
    }
}
