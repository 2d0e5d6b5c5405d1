/// The frames of a picker: a line to type in, the matches below it, and a line with their number.
///
/// A frame begins and ends with the cursor on the line to type in, so the next one is drawn over it wherever on the
/// screen that is, and the lines above stay.
struct PickerScreen: Sendable {
    /// The size of a terminal in characters.
    struct Size: Hashable, Sendable {
        var columns, lines: Int
    }

    let prompt: String
    let isStyled: Bool
    let columns: PickerColumns
    /// The last line of the list, about profiles that are not in it; nil without one.
    let footer: String?

    private static let mostRows = 12

    init(prompt: String, isStyled: Bool, columns: PickerColumns, footer: String? = nil) {
        self.prompt = prompt.safeLine
        self.isStyled = isStyled
        self.columns = columns
        self.footer = footer?.safeLine
    }

    /// Removes the picker from the screen.
    static let erasing = "\r\u{1B}[J"

    /// The number of matches that are shown. One line stays free, so that the command line above can be seen.
    func rows(in size: Size) -> Int { max(1, min(Self.mostRows, size.lines - (footer == nil ? 3 : 4))) }

    /// The whole frame, to be written at once.
    ///
    /// Line wrapping is off meanwhile (DECAWM): the terminal may count a character wider than this does.
    func frame(_ model: PickerModel, in size: Size) -> String {
        // The last column stays empty: behind it terminals differ in which line the cursor is on.
        let width = max(1, size.columns - 1)
        let (input, column) = inputLine(model.query, width: width)
        let lines =
            [input]
            + model.visible.enumerated().map { offset, row in
                line(of: row, in: model, isChosen: offset + model.top == model.cursor, width: width)
            }
        let rest = footer.map { dimmed("  \($0)", width: width) }
        let shown = (lines + [rest].compactMap(\.self) + [status(of: model, width: width)]).prefix(max(1, size.lines))
        let back =
            (shown.count > 1 ? "\u{1B}[\(shown.count - 1)A" : "") + "\r" + (column > 0 ? "\u{1B}[\(column)C" : "")
        return "\u{1B}[?25l\u{1B}[?7l\r\u{1B}[K" + shown.joined(separator: "\r\n\u{1B}[K") + "\u{1B}[J" + back
            + "\u{1B}[?7h\u{1B}[?25h"
    }

    /// - Returns: the line with the prompt and the end of the query, and the column for the next character.
    private func inputLine(_ query: String, width: Int) -> (String, column: Int) {
        var line = ClippedLine(width: width - 1, isStyled: isStyled)
        // Half of a narrow terminal is for the query.
        line.add(prompt, columns: min(prompt.displayWidth, width / 2), style: .bold)
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
        for (cell, columns) in columns.fitting(width - line.used).enumerated() where cell < row.cells.count {
            line.add(
                row.cells[cell], columns: columns, style: isChosen ? .bold : .plain,
                marks: marks.isEmpty ? [] : marks[cell])
            line.add("", columns: PickerColumns.gap)
        }
        line.add(row.why, style: .dim)
        return line.text
    }

    private func status(of model: PickerModel, width: Int) -> String {
        let below = model.matches.count - model.visible.endIndex
        let hidden = [(model.visible.startIndex, "above"), (below, "below")].filter { $0.0 > 0 }
            .map { ", \($0) more \($1)" }.joined()
        let keys = model.matches.isEmpty ? "no match, Esc cancels" : "Enter chooses, Esc cancels"
        return dimmed("  \(model.matches.count)/\(model.rows.count)\(hidden)  \(keys)", width: width)
    }

    private func dimmed(_ text: String, width: Int) -> String {
        var line = ClippedLine(width: width, isStyled: isStyled)
        line.add(text, style: .dim)
        return line.text
    }
}

/// The widths of a picker's columns. They line up, and become narrower on a narrow terminal.
struct PickerColumns: Hashable, Sendable {
    /// Widths for nine cells in ten: of the name, then of each detail. One long name takes no room from all others.
    let usual: [Int]
    /// Widths for all cells.
    private let widest: [Int]
    private let why: Int
    /// The position of the column that tells items apart which look alike.
    private let difference: Int?

    /// Spaces between columns.
    static let gap = 2
    /// Enough of a GUID to tell it from others.
    private static let least = 9
    /// The room that a reason may take from the columns before it.
    private static let widestWhy = 24

    /// Measures all rows, so that columns do not move while the list is scrolled or filtered.
    init(_ rows: [PickerRow]) {
        difference = rows.first.flatMap { $0.hasDifference ? $0.cells.count - 1 : nil }
        let columns = 0..<(rows.map(\.cells.count).max() ?? 0)
        let widths = columns.map { column in
            rows.map { column < $0.cells.count ? $0.cells[column].displayWidth : 0 }.sorted()
        }
        widest = widths.map { $0.last ?? 0 }
        usual = widths.map { max($0[$0.count * 9 / 10], min($0.last ?? 0, Self.least)) }
        why = min(rows.map(\.why.displayWidth).max() ?? 0, Self.widestWhy)
    }

    /// Narrows columns, the last one first, until everything fits or each has its least width. Then the ends of the lines
    /// are clipped.
    func fitting(_ room: Int) -> [Int] {
        var widths = widest
        for limits in [lesserDetails, usual, least] {
            for column in widths.indices.reversed() {
                let excess = widths.reduce(why) { $0 + $1 + Self.gap } - room
                widths[column] -= min(max(0, excess), max(0, widths[column] - limits[column]))
            }
        }
        return widths
    }

    /// The details after the first are narrowed before anything else.
    private var lesserDetails: [Int] { zip(widest.indices, widest).map { $0 < 2 ? $1 : least[$0] } }

    /// The name keeps more than its details, the first detail and a difference more than the others.
    private var least: [Int] {
        widest.indices.map { $0 == 0 ? 32 : $0 == difference ? 28 : $0 == 1 ? 20 : Self.least }
    }
}
