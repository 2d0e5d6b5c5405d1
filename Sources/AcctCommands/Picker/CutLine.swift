/// A line for a terminal, put together from cells and never wider than it may be.
struct CutLine: Sendable {
    /// Numbers of an SGR sequence (ECMA-48, 8.3.117), with semicolons between.
    struct Style: Hashable, Sendable, ExpressibleByStringLiteral {
        let codes: String
        init(stringLiteral codes: String) { self.codes = codes }

        static let plain: Style = ""
        static let bold: Style = "1"
        static let dim: Style = "2"
        static let prompt: Style = "1;36"
        static let mark: Style = "1;4"
    }

    /// Columns.
    let width: Int
    /// Without it no colours, nothing bold, underlined or dim.
    let isStyled: Bool
    private(set) var text = ""
    /// Columns that are taken.
    private(set) var used = 0

    init(width: Int, isStyled: Bool) {
        self.width = width
        self.isStyled = isStyled
    }

    /// Adds a text that is safe to show; what does not fit is cut off, and an ellipsis says so.
    ///
    /// - Parameter columns: how wide the cell is, filled with spaces; nil for as wide as its text.
    /// - Parameter marks: the characters that stand out, by their index.
    mutating func add(_ cell: String, columns: Int? = nil, style: Style = .plain, marks: Set<Int> = []) {
        let wanted = columns ?? cell.displayWidth
        let room = min(wanted, width - used)
        guard room > 0 else { return }
        let cut = CutLine.cut(cell, to: room)
        append(cut.text, style, marks.filter { $0 < cut.kept })
        text += String(repeating: " ", count: room - cut.columns)
        used += room
        // The terminal may count otherwise (wide characters are a matter of its version): what follows lines up all
        // the same. CHA, ECMA-48, 8.3.9.
        if !cut.text.utf8.allSatisfy({ $0 < 0x80 }) { text += "\u{1B}[\(used + 1)G" }
    }

    /// - Returns: also the columns that the text takes, and how many characters of the cell are in it.
    static func cut(_ cell: String, to room: Int) -> (text: String, columns: Int, kept: Int) {
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

    private mutating func append(_ cell: String, _ style: Style, _ marks: Set<Int>) {
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
        text += isStyled && style != .plain ? "\u{1B}[\(style.codes)m\(run)\u{1B}[m" : run
    }
}
