/// An entry of a list.
protocol TableRow: Encodable {
    static var columns: [TableColumn] { get }
    var cells: [String] { get }
    /// The cells as people see them; the same, unless another text or a colour reads better.
    var shown: [TableCell] { get }
}

extension TableRow {
    var shown: [TableCell] { cells.map { TableCell($0) } }
}

extension Array: CommandOutput where Element: TableRow {
    func text(for terminal: Terminal) -> String { Table.plain(rows: map(\.cells)) }

    /// A table is for terminals alone: the lines with tabs of a pipe are for programs, and have no colours.
    func styledText(for terminal: Terminal) -> String? {
        guard terminal.outputIsTerminal, !isEmpty else { return nil }
        return Table.text(
            Element.columns, rows: map(\.shown), width: terminal.outputColumns, isStyled: terminal.colorsOutput)
    }
}

/// A column of a table for people.
struct TableColumn: ExpressibleByStringLiteral {
    let title: String
    /// The width to which the column is narrowed before another is left out; nil for one that is never narrowed.
    var minimumWidth: Int?
    /// The position in the order in which columns are left out of a narrow table; nil for a column that stays.
    var dropOrder: Int?
    /// Whether the column is left out as the last resort, where even parts of all cells have no room.
    var isExpendable: Bool
    /// The width of a part of each cell, as the last resort: enough to tell it from most others.
    var shortest: Int
    /// Whether a cell of words continues below itself instead of being cut.
    var wraps: Bool

    init(
        _ title: String, minimumWidth: Int? = nil, dropOrder: Int? = nil, isExpendable: Bool = false,
        shortest: Int = 10, wraps: Bool = false
    ) {
        (self.title, self.minimumWidth, self.dropOrder) = (title, minimumWidth, dropOrder)
        (self.isExpendable, self.shortest, self.wraps) = (isExpendable, shortest, wraps)
    }

    init(stringLiteral title: String) { self.init(title) }
}

struct TableCell {
    let text: String
    let style: ClippedLine.Style

    /// - Parameter text: any text; it is made safe for the terminal.
    init(_ text: String, style: ClippedLine.Style = .plain) {
        self.text = text.safeLine
        self.style = style
    }
}

/// Rows as text: aligned with a header for people, separated by tabs without a header for programs.
enum Table {
    /// - Parameter width: of the terminal, in columns. Cells are clipped or wrapped and columns left out, so that each line
    ///   fits.
    static func text(_ columns: [TableColumn], rows: [[TableCell]], width: Int, isStyled: Bool) -> String {
        let widths = fitting(columns, natural(columns, rows), width: width)
        let lines = [columns.map { TableCell($0.title) }] + rows.flatMap { wrapped($0, columns, widths) }
        return lines.map { line(of: $0, widths, isStyled: isStyled) }.joined(separator: "\n")
    }

    /// The number of columns that a table of this width leaves out.
    static func leftOut(_ columns: [TableColumn], rows: [[TableCell]], width: Int) -> Int {
        fitting(columns, natural(columns, rows), width: width).count { $0 == nil }
    }

    private static func natural(_ columns: [TableColumn], _ rows: [[TableCell]]) -> [Int] {
        let lines = [columns.map { TableCell($0.title) }] + rows
        return columns.indices.map { column in lines.map { $0[column].text.displayWidth }.max() ?? 0 }
    }

    static func plain(rows: [[String]]) -> String {
        rows.map { $0.map(\.safeLine).joined(separator: "\t") }.joined(separator: "\n")
    }

    private static let gap = 2

    /// - Returns: the width of each column; nil for a column that is left out.
    private static func fitting(_ columns: [TableColumn], _ natural: [Int], width: Int) -> [Int?] {
        var widths: [Int?] = natural
        func excess(_ widths: [Int?]) -> Int {
            let shown = widths.compactMap(\.self)
            return shown.reduce(0, +) + gap * (shown.count - 1) - width
        }
        let least = zip(columns, natural).map { column, width in min(width, column.minimumWidth ?? width) }
        let order = columns.indices.filter { columns[$0].dropOrder != nil }
            .sorted { columns[$0].dropOrder ?? 0 < columns[$1].dropOrder ?? 0 }
        for column in order where excess(zip(widths, least).map { $0 == nil ? nil : $1 }) > 0 { widths[column] = nil }
        let shortened = zip(columns, least).map { $0.minimumWidth == nil ? $1 : min($1, $0.shortest) }
        for column in columns.indices where columns[column].isExpendable {
            if excess(zip(widths, shortened).map { $0 == nil ? nil : $1 }) > 0 { widths[column] = nil }
        }
        // The widest column gives first, so that those of usual width stay whole. The last resort is a part of each cell, and
        // then lines of words that are shorter still.
        let clipped = zip(columns.map(\.wraps), zip(least, shortened)).map { $0 ? $1.0 : $1.1 }
        for limits in [least, clipped, shortened] {
            while excess(widths) > 0 {
                let narrowable = columns.indices.filter { widths[$0] ?? 0 > limits[$0] }
                guard let widest = narrowable.max(by: { widths[$0] ?? 0 < widths[$1] ?? 0 }) else { break }
                widths[widest] = widths[widest].map { $0 - 1 }
            }
        }
        return widths
    }

    /// A row as the lines that its longest wrapped cell takes.
    private static func wrapped(_ row: [TableCell], _ columns: [TableColumn], _ widths: [Int?]) -> [[TableCell]] {
        let parts = row.indices.map { column in
            guard columns[column].wraps, let width = widths[column], row[column].text.displayWidth > width else {
                return [row[column]]
            }
            return row[column].text.wrapped(to: width).map { TableCell($0, style: row[column].style) }
        }
        return (0..<(parts.map(\.count).max() ?? 0)).map { line in
            parts.map { line < $0.count ? $0[line] : TableCell("") }
        }
    }

    private static func line(of cells: [TableCell], _ widths: [Int?], isStyled: Bool) -> String {
        var (text, pending) = ("", 0)
        for (cell, width) in zip(cells, widths) {
            guard let width else { continue }
            let clipped = ClippedLine.clip(cell.text, to: width)
            if !clipped.text.isEmpty {
                text += String(repeating: " ", count: pending)
                text += isStyled ? cell.style.applied(to: clipped.text) : clipped.text
                pending = 0
            }
            pending += width - clipped.columns + gap
        }
        return text
    }
}
