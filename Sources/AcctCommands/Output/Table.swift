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
    /// Columns on a terminal: wide East Asian characters and emoji take two.
    var displayWidth: Int {
        reduce(0) { $0 + ($1.unicodeScalars.first.map(\.isWide) == true ? 2 : 1) }
    }

    fileprivate var trimmingTrailingSpaces: String {
        var text = self[...]
        while text.hasSuffix(" ") { text.removeLast() }
        return String(text)
    }
}

extension Unicode.Scalar {
    /// The wide and full-width blocks of Unicode Standard Annex 11.
    fileprivate var isWide: Bool {
        switch value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            true
        default: false
        }
    }
}
