import FoundationEssentials

/// Data that a command prints, as JSON by its fields or as text.
protocol CommandOutput: Encodable {
    /// The text for people, which may be a table on a terminal.
    func text(for terminal: Terminal) -> String
}

/// An entry of a list.
protocol TableRow: Encodable {
    static var header: [String] { get }
    var cells: [String] { get }
    /// The cells as people see them; the same, unless another text reads better.
    var shown: [String] { get }
}

extension TableRow {
    var shown: [String] { cells }
}

extension Array: CommandOutput where Element: TableRow {
    func text(for terminal: Terminal) -> String {
        terminal.outputIsTerminal
            ? Table.text(header: Element.header, rows: map(\.shown)) : Table.plain(rows: map(\.cells))
    }
}

/// Rows as text: aligned with a header for people, separated by tabs without a header for programs.
enum Table {
    static func text(header: [String], rows: [[String]]) -> String {
        let lines = ([header] + rows).map { $0.map(\.safeLine) }
        let widths = header.indices.map { column in lines.map { $0[column].displayWidth }.max() ?? 0 }
        return lines.map { cells in
            zip(cells, widths).map { $0 + String(repeating: " ", count: $1 - $0.displayWidth) }
                .joined(separator: "  ").trimmingTrailingSpaces
        }.joined(separator: "\n")
    }

    static func plain(rows: [[String]]) -> String {
        rows.map { $0.map(\.safeLine).joined(separator: "\t") }.joined(separator: "\n")
    }
}

extension String {
    fileprivate var trimmingTrailingSpaces: String {
        var text = self[...]
        while text.hasSuffix(" ") { text.removeLast() }
        return String(text)
    }
}

/// The age of a time, in words.
enum RelativeTime {
    /// `just now`, `5 min ago`, `3 h ago`, `12 d ago`; `never` for nil.
    static func text(_ time: Date?, now: Date) -> String {
        guard let time else { return "never" }
        let seconds = Int(now.timeIntervalSince(time))
        switch seconds {
        case ..<60: return "just now"
        case ..<3600: return "\(seconds / 60) min ago"
        case ..<86_400: return "\(seconds / 3600) h ago"
        default: return "\(seconds / 86_400) d ago"
        }
    }
}
