import ArgumentParser

@testable import AcctCommands

/// A command's discussion, taken apart: paragraphs, and the indented lines that are examples.
struct HelpText {
    let paragraphs: [String]
    let examples: [String]

    init(_ discussion: String?) {
        let lines = (discussion ?? "").split(separator: "\n").map(String.init)
        paragraphs = lines.filter { !$0.hasPrefix("  ") }
        examples = lines.filter { $0.hasPrefix("  ") }.map { String($0.dropFirst(2)) }
    }

    func names(command: String) -> Bool {
        (paragraphs + examples).contains { line in
            line.ranges(of: "acct \(command)").contains { found in
                line[found.upperBound...].first.map { !$0.isLetter && $0 != "-" } ?? true
            }
        }
    }
}

/// The headings that `acct --help` lists the commands under.
enum CommandGroups {
    static var titles: [(title: String?, names: [String])] {
        let configuration = AcctCommand.configuration
        let ungrouped = configuration.ungroupedSubcommands.map { $0._commandName }
        return (ungrouped.isEmpty ? [] : [(nil, ungrouped)])
            + configuration.groupedSubcommands.map { ($0.name, $0.subcommands.map { $0._commandName }) }
    }
}
