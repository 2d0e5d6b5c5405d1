/// A line for a terminal, put together from cells, that ends with an ellipsis where the width does.
struct ClippedLine: Sendable {
    typealias Style = TextStyle

    /// Columns.
    let width: Int
    /// Whether the line has colours and bold, underlined and dim text.
    let isStyled: Bool
    private(set) var text = ""
    /// The columns that are filled.
    private(set) var used = 0

    init(width: Int, isStyled: Bool) {
        self.width = width
        self.isStyled = isStyled
    }

    /// Adds a text that is safe to show, as much of it as there is room for.
    ///
    /// - Parameters:
    ///   - columns: the width of the cell, filled with spaces; nil for the width of the text.
    ///   - marks: the indices of characters that are highlighted.
    mutating func add(_ cell: String, columns: Int? = nil, style: Style = .plain, marks: Set<Int> = []) {
        let wanted = columns ?? cell.displayWidth
        let room = min(wanted, width - used)
        guard room > 0 else { return }
        let clipped = Self.clip(cell, to: room)
        append(clipped.text, style: style, marks: marks.filter { $0 < clipped.characterCount })
        text += String(repeating: " ", count: room - clipped.columns)
        used += room
        // The terminal may count wide characters otherwise, which depends on its version. CHA (ECMA-48, 8.3.9) puts the
        // next cell into its column all the same.
        if !clipped.text.utf8.allSatisfy({ $0 < 0x80 }) { text += "\u{1B}[\(used + 1)G" }
    }

    /// - Returns: the text, the columns that it takes, and the number of characters of the cell in it.
    static func clip(_ cell: String, to room: Int) -> (text: String, columns: Int, characterCount: Int) {
        let natural = cell.displayWidth
        guard natural > room else { return (cell, natural, cell.count) }
        var (kept, columns) = ("", 0)
        for character in cell {
            guard columns + character.displayWidth < room else { break }
            kept.append(character)
            columns += character.displayWidth
        }
        return (kept + "…", columns + 1, kept.count)
    }

    private mutating func append(_ cell: String, style: Style, marks: Set<Int>) {
        guard isStyled, !marks.isEmpty else { return append(cell, style) }
        var (run, isMarked) = ("", false)
        for (index, character) in cell.enumerated() {
            if marks.contains(index) != isMarked {
                append(run, isMarked ? .mark : style)
                (run, isMarked) = ("", !isMarked)
            }
            run.append(character)
        }
        append(run, isMarked ? .mark : style)
    }

    private mutating func append(_ run: String, _ style: Style) {
        guard !run.isEmpty else { return }
        text += isStyled ? style.applied(to: run) : run
    }
}
