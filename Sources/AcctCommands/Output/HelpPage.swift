/// The help of a command in the width of a terminal. An example stays one line, however long, so that it can be pasted:
/// argument-parser would break it.
enum HelpPage {
    /// A width at which argument-parser breaks no line.
    static let unbroken = 100_000
    /// The column at which argument-parser begins the description of an option.
    private static let description = 26
    /// The column of the description on a terminal that is too narrow for two columns: it begins below the option.
    private static let lowerDescription = 6
    /// The least width of a description beside its option.
    private static let leastWidth = 20

    /// - Parameter text: help as argument-parser renders it in the width ``unbroken``.
    static func wrapped(_ text: String, to width: Int) -> String {
        var isDiscussion = true
        return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
            if line.hasPrefix("USAGE:") { isDiscussion = false }
            guard line.hasPrefix("  ") else { return line.isEmpty ? [""] : heading(line).wrapped(to: width) }
            return isDiscussion ? [String(line)] : option(line, width: width)
        }.joined(separator: "\n")
    }

    /// The title of a group of commands without the word that argument-parser appends: `CHOOSING THE PROFILE:`.
    private static func heading(_ line: Substring) -> String {
        line.hasSuffix(" SUBCOMMANDS:") ? line.dropLast(" SUBCOMMANDS:".count) + ":" : String(line)
    }

    /// - Parameter line: an option or a command, spaces up to the column of the description, and the description;
    ///   without the description where the names are too long, and then without the names.
    private static func option(_ line: Substring, width: Int) -> [String] {
        let names = line.prefix(description)
        guard line.count > description, names.hasSuffix(" ") else { return [String(line)] }
        let isNarrow = width < description + leastWidth
        let column = isNarrow ? lowerDescription : description
        let lines = String(line.dropFirst(description)).wrapped(to: max(leastWidth, width - column))
        let label = String(names.reversed().drop { $0 == " " }.reversed())
        guard isNarrow, !label.isEmpty else { return lines.beside(label, column: column, gap: 1) }
        return [label] + lines.beside("", column: column)
    }
}
