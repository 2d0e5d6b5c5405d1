/// The frames of a picker: a line to type in, the matches below it, and a line with their number. A question that leaves
/// too little room to type has lines of its own above.
///
/// A frame ends with the cursor on the line to type in. The next one is drawn over it wherever on the screen that is, and
/// the lines above stay.
struct PickerScreen: Sendable {
    /// The lines that were drawn, and the line with the cursor.
    struct Frame: Sendable {
        /// The text to write with the cursor on the line where the frame begins.
        fileprivate let text: String
        /// The columns that each line above the cursor takes.
        fileprivate let above: [Int]
        /// The column of the cursor.
        fileprivate let column: Int
    }

    let prompt: String
    let isStyled: Bool
    let columns: PickerColumns
    /// The last line of the list, about profiles that are not in it; nil without one.
    let footer: String?

    private static let mostRows = 12
    private static let label = "Filter:"
    /// The columns for a query behind the question; in a narrow terminal half of them all.
    private static let roomToType = 20

    init(prompt: String, isStyled: Bool, columns: PickerColumns, footer: String? = nil) {
        self.prompt = prompt.safeLine
        self.isStyled = isStyled
        self.columns = columns
        self.footer = footer?.safeLine
    }

    /// The number of matches that are shown. One line stays free, so that the command line above can be seen.
    func rows(in size: TerminalSize) -> Int {
        max(1, min(Self.mostRows, size.lines - question(in: size).count - (footer == nil ? 3 : 4)))
    }

    /// Line wrapping is off while the frame is written (DECAWM): the terminal may count a character wider than this does.
    func frame(_ model: PickerModel, in size: TerminalSize) -> Frame {
        let width = Self.width(of: size)
        let question = question(in: size).map { text(of: $0, width: width, style: .bold) }
        let (input, column) = inputLine(
            model.query, label: question.isEmpty ? prompt : Self.label, width: width)
        let matches = model.visible.enumerated().map { offset, row in
            line(of: row, in: model, isChosen: offset + model.top == model.cursor, width: width)
        }
        let rest = [footer.map { "  \($0)" }, status(of: model)].compactMap(\.self)
            .map { text(of: $0, width: width, style: .dim) }
        let shown = (question.map(\.text) + [input] + matches + rest.map(\.text)).prefix(max(1, size.lines))
        let below = shown.count - 1 - question.count
        let back = (below > 0 ? "\u{1B}[\(below)A" : "") + "\r" + (column > 0 ? "\u{1B}[\(column)C" : "")
        return Frame(
            text: "\u{1B}[?25l\u{1B}[?7l\r\u{1B}[K" + shown.joined(separator: "\r\n\u{1B}[K") + "\u{1B}[J" + back
                + "\u{1B}[?7h\u{1B}[?25h",
            above: question.map(\.used), column: column)
    }

    /// The last column stays empty: behind it terminals differ in which line the cursor is on.
    private static func width(of size: TerminalSize) -> Int { max(1, size.columns - 1) }

    /// The question on lines of its own; none where it stands in front of the query.
    ///
    /// The line to type in and a match are always shown. A longer question is clipped.
    private func question(in size: TerminalSize) -> [String] {
        let width = Self.width(of: size)
        let most = size.lines - 2
        guard most > 0, prompt.displayWidth + min(Self.roomToType, width / 2) + 2 > width else { return [] }
        let lines = prompt.brokenIntoLines(of: width)
        guard lines.count > most else { return lines }
        let last = ClippedLine.clip(lines[(most - 1)...].joined(separator: " "), to: width).text
        return lines[..<(most - 1)] + [last]
    }

    /// - Returns: the line with a label and the end of the query, and the column for the next character.
    private func inputLine(_ query: String, label: String, width: Int) -> (String, column: Int) {
        var line = ClippedLine(width: width - 1, isStyled: isStyled)
        // At most half of a narrow terminal is for the label where the question has no lines of its own.
        let room = max(width / 2, width - 2 - Self.roomToType)
        line.add(label, columns: min(label.displayWidth, room), style: .bold)
        line.add(" ")
        var end = query[...]
        while end.displayWidth > line.width - line.used, !end.isEmpty { end.removeFirst() }
        line.add(String(end))
        return (line.text, line.used)
    }

    private func line(of index: Int, in model: PickerModel, isChosen: Bool, width: Int) -> String {
        let row = model.rows[index]
        var line = ClippedLine(width: width, isStyled: isStyled)
        line.add(isChosen ? "> " : "  ", style: .prompt)
        line.add(row.isCurrent ? "* " : "  ")
        let marks = model.words.isEmpty ? [] : row.marks(model.words)
        for (cell, columns) in columns.fitting(width - line.used).enumerated()
        where cell < row.cells.count && columns > 0 {
            line.add(
                row.cells[cell], columns: columns, style: isChosen ? .bold : .plain,
                marks: marks.isEmpty ? [] : marks[cell])
            line.add("", columns: PickerColumns.gap)
        }
        line.add(row.reason, style: .dim)
        return line.text
    }

    private func status(of model: PickerModel) -> String {
        let below = model.matches.count - model.visible.endIndex
        let hidden = [(model.visible.startIndex, "above"), (below, "below")].filter { $0.0 > 0 }
            .map { ", \($0) more \($1)" }.joined()
        let keys = model.matches.isEmpty ? "no match, Esc cancels" : "Enter chooses, Esc cancels"
        return "  \(model.matches.count)/\(model.rows.count)\(hidden)  \(keys)"
    }

    private func text(of text: String, width: Int, style: ClippedLine.Style) -> ClippedLine {
        var line = ClippedLine(width: width, isStyled: isStyled)
        line.add(text, style: style)
        return line
    }
}

extension PickerScreen.Frame {
    /// The text that draws this frame, over another one if there is one.
    func drawn(over other: PickerScreen.Frame?, in size: TerminalSize) -> String {
        (other?.toBeginning(in: size) ?? "") + text
    }

    /// The text that removes the frame from the screen.
    func erasing(in size: TerminalSize) -> String { toBeginning(in: size) + "\u{1B}[J" }

    /// Moves the cursor to the line where the frame begins.
    ///
    /// - Parameter size: that of the terminal now. One that became narrower has wrapped the lines, as most terminals do.
    private func toBeginning(in size: TerminalSize) -> String {
        let columns = max(1, size.columns)
        let lines = above.reduce(column / columns) { $0 + max(1, ($1 + columns - 1) / columns) }
        return (lines > 0 ? "\u{1B}[\(lines)A" : "") + "\r"
    }
}

extension String {
    /// The text on lines of at most this width, broken at spaces, and within a word that is longer than a line.
    fileprivate func brokenIntoLines(of width: Int) -> [String] {
        var (lines, line, used) = ([String](), "", 0)
        for (index, word) in split(separator: " ", omittingEmptySubsequences: false).enumerated() {
            let wordWidth = word.displayWidth
            if index > 0 {
                if used + 1 + wordWidth <= width || (wordWidth > width && used + 1 < width) {
                    (line, used) = (line + " ", used + 1)
                } else {
                    lines.append(line)
                    (line, used) = ("", 0)
                }
            }
            for character in word {
                if used + character.displayWidth > width, used > 0 {
                    lines.append(line)
                    (line, used) = ("", 0)
                }
                (line, used) = (line + String(character), used + character.displayWidth)
            }
        }
        return lines + [line]
    }
}
