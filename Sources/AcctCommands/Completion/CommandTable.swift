/// The commands of `acct` with their options and arguments, for completion.
///
/// argument-parser takes longer to describe them than a shell may wait, so its description is in the program as text. The
/// text has a row for each command, and below it an indented row for each of its options and arguments. Fields are
/// separated by `|`, and a row without a description is hidden:
///
///     acct sign-in||Sign in again.
///       option|-p --profile|profileName|The profile to act as
///
/// - A command: its words, `default` where it runs without being named, its description.
/// - An option or argument: its kind with `*` where it can be repeated, its names, its values, its description. Values are
///   a ``ValueKind`` or, after `=`, words with commas between.
struct CommandTable {
    /// The root comes first.
    let commands: [Command]

    static let acct = CommandTable(rows)

    init(_ text: String) {
        commands = text.utf8.split(separator: UInt8(ascii: "\n")).reduce(into: []) { commands, line in
            if line.first == UInt8(ascii: " ") {
                commands[commands.count - 1].rows.append(Substring(line))
            } else {
                commands.append(Command(Self.fields(3, of: Substring(line))))
            }
        }
    }

    /// A command with the rows of its options and arguments, which are parsed only for the command that was typed.
    struct Command {
        /// The words that are typed for it, from `acct` on.
        let words: [String]
        let isDefault: Bool
        let summary: String
        fileprivate(set) var rows: [Substring] = []

        fileprivate init(_ fields: [String]) {
            words = fields[0].split(separator: " ").map(String.init)
            isDefault = fields[1] == "default"
            summary = fields[2]
        }

        var name: String { words.last ?? "" }
        var isHidden: Bool { summary.isEmpty }
        var parameters: [Parameter] { rows.map { Parameter(CommandTable.fields(4, of: $0.dropFirst(2))) } }
    }

    /// An option, a flag or an argument of a command.
    struct Parameter: Hashable {
        enum Kind: String { case option, flag, argument }

        let kind: Kind
        let isRepeating: Bool
        /// The names with their hyphens; none for an argument.
        let names: [String]
        let values: Values
        let summary: String

        fileprivate init(_ fields: [String]) {
            isRepeating = fields[0].hasSuffix("*")
            kind = Kind(rawValue: isRepeating ? String(fields[0].dropLast()) : fields[0]) ?? .flag
            names = fields[1].split(separator: " ").map(String.init)
            values = Values(fields[2])
            summary = fields[3]
        }

        var isHidden: Bool { summary.isEmpty }
    }

    enum Values: Hashable {
        /// Values of which nothing is known.
        case any
        case words([String])
        case kind(ValueKind)

        fileprivate init(_ field: String) {
            if field.hasPrefix("=") {
                self = .words(field.dropFirst().split(separator: ",").map(String.init))
            } else {
                self = ValueKind(rawValue: field).map(Values.kind) ?? .any
            }
        }
    }

    func subcommands(of command: Command) -> [Command] {
        commands.filter { $0.words.count == command.words.count + 1 && $0.words.starts(with: command.words) }
    }

    /// The options and arguments that can follow a command: those of its default subcommand too.
    func parameters(of command: Command) -> [Parameter] {
        command.parameters + subcommands(of: command).filter(\.isDefault).flatMap(\.parameters)
    }

    private static func fields(_ count: Int, of row: Substring) -> [String] {
        let fields = row.utf8.split(
            separator: UInt8(ascii: "|"), maxSplits: count - 1, omittingEmptySubsequences: false)
        precondition(fields.count == count, "a row of the table of commands lacks a field")
        return fields.map { String(Substring($0)) }
    }
}
