import ArgumentParser
import Foundation

@testable import AcctCommands

/// The table of commands that completion reads, as a source file of the program.
enum CompletionText {
    static func tableSource() throws -> String {
        let rows = rows(of: try DocumentedProgram.acct().root, above: [])
        let lines = rows.map { "        \($0)" }.joined(separator: "\n")
        return """
            extension CommandTable {
                /// Made from the commands by `make generate`; change it there. ``CommandTable`` describes the rows.
                static let rows = #\"""
            \(lines)
                    \"""#
            }

            """
    }

    private static func rows(of command: ToolDescription.Command, above: [String], isDefault: Bool = false) -> [String]
    {
        let words = above + [command.commandName]
        let fields = [
            words.joined(separator: " "), isDefault ? "default" : "",
            command.shouldDisplay ? summary(command.abstract) : "",
        ]
        let parameters = (command.arguments ?? []).map { "  " + row(of: $0, in: command) }
        return [fields.joined(separator: "|")] + parameters
            + (command.subcommands ?? []).flatMap {
                rows(of: $0, above: words, isDefault: $0.commandName == command.defaultSubcommand)
            }
    }

    private static func row(of argument: ToolDescription.Argument, in command: ToolDescription.Command) -> String {
        let kind = argument.kind == .positional ? "argument" : argument.kind.rawValue
        let names = (argument.names ?? []).map { ($0.kind == .long ? "--" : "-") + $0.name }
        // argument-parser's own command takes the names of commands and does not say so.
        let values = command.commandName == "help" ? ValueKind.helpTopic.rawValue : argument.completionKind?.field ?? ""
        return [
            kind + (argument.isRepeating ? "*" : ""), names.joined(separator: " "),
            argument.kind == .flag ? "" : values, argument.shouldDisplay ? summary(argument.abstract) : "",
        ].joined(separator: "|")
    }

    /// The first sentence, without its full stop; a dash where there is none.
    private static func summary(_ text: String?) -> String {
        guard let text, !text.isEmpty else { return "-" }
        let end = text.firstMatch(of: #/[.;] /#)?.range.lowerBound ?? text.endIndex
        let sentence = text[..<end]
        return String(sentence.hasSuffix(".") ? sentence.dropLast() : sentence)
    }
}

extension ToolDescription.CompletionKind {
    /// The third field of a row.
    fileprivate var field: String {
        switch self {
        case .list(let values): "=" + values.joined(separator: ",")
        case .file: ValueKind.file.rawValue
        case .directory: ValueKind.directory.rawValue
        case .shellCommand(let command): command
        case .custom: ""
        }
    }
}
