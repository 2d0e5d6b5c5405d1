/// How a picker looks: a line to type in, the matches below it, and a line that says how many there are.
///
/// A frame begins and ends with the cursor on the line to type in, so the next one is drawn over it wherever on the
/// screen that is, and what stood above stays.
struct PickerScreen: Sendable {
    /// In characters.
    struct Size: Hashable, Sendable {
        var columns, lines: Int
    }

    let prompt: String
    let isStyled: Bool
    let columns: PickerColumns

    private static let mostRows = 12

    init(prompt: String, isStyled: Bool, columns: PickerColumns) {
        self.prompt = prompt.safeLine
        self.isStyled = isStyled
        self.columns = columns
    }

    /// Takes the picker off the screen.
    static let erasing = "\r\u{1B}[J"

    /// How many matches are shown; one line stays free so that what was typed before can be seen.
    static func rows(in size: Size) -> Int { max(1, min(mostRows, size.lines - 3)) }

    /// Everything to write, at once.
    ///
    /// While it is written the terminal must not wrap (DECAWM off): it may think a character wider than we do.
    func frame(_ model: PickerModel, in size: Size) -> String {
        // The last column stays empty: some terminals are unsure which line the cursor is on after it.
        let width = max(1, size.columns - 1)
        let (typed, column) = typed(model.query, width)
        let lines = [typed] + model.visible.enumerated().map { row($1, $0 + model.top == model.cursor, model, width) }
        let shown = (lines + [status(model, width)]).prefix(max(1, size.lines))
        let back =
            (shown.count > 1 ? "\u{1B}[\(shown.count - 1)A" : "") + "\r" + (column > 0 ? "\u{1B}[\(column)C" : "")
        return "\u{1B}[?25l\u{1B}[?7l\r\u{1B}[K" + shown.joined(separator: "\r\n\u{1B}[K") + "\u{1B}[J" + back
            + "\u{1B}[?7h\u{1B}[?25h"
    }

    /// - Returns: also the column in which the next character will appear. Of a long query the end is shown.
    private func typed(_ query: String, _ width: Int) -> (String, column: Int) {
        var line = CutLine(width: width - 1, isStyled: isStyled)
        // Half of a narrow terminal is for what is typed.
        line.add(prompt, columns: min(prompt.displayWidth, width / 2), style: .bold)
        line.add(" ")
        var rest = query[...]
        while rest.displayWidth > line.width - line.used, !rest.isEmpty { rest.removeFirst() }
        line.add(String(rest))
        return (line.text, line.used)
    }

    private func row(_ index: Int, _ isChosen: Bool, _ model: PickerModel, _ width: Int) -> String {
        let row = model.rows[index]
        var line = CutLine(width: width, isStyled: isStyled)
        line.add(isChosen ? "> " : "  ", style: .prompt)
        line.add(row.isCurrent ? "* " : "  ")
        let marks = model.words.isEmpty ? [] : row.marks(model.words)
        for (cell, columns) in columns.fitting(width - line.used).enumerated() where cell < row.cells.count {
            line.add(
                row.cells[cell], columns: columns, style: isChosen ? .bold : .plain,
                marks: marks.isEmpty ? [] : marks[cell])
            line.add("", columns: PickerColumns.gap)
        }
        line.add(row.why, style: .dim)
        return line.text
    }

    private func status(_ model: PickerModel, _ width: Int) -> String {
        var line = CutLine(width: width, isStyled: isStyled)
        line.add("  \(model.matches.count)/\(model.rows.count)  Enter chooses, Esc cancels", style: .dim)
        return line.text
    }
}
