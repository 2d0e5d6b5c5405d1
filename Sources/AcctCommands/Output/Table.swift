/// Rows for people (aligned, with a header) and for programs (tab separated, without).
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
