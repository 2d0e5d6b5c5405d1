/// How wide the columns of a picker are: they line up, and give way to each other where the terminal is narrow.
struct PickerColumns: Hashable, Sendable {
    /// Of the name, then of each detail.
    let widths: [Int]
    /// Spaces between columns.
    static let gap = 2

    /// A column that gives way keeps this much: of a GUID, enough to tell it from others.
    private static let least = 9
    private static let widestName = 32
    /// What a reason may claim from the columns before it.
    private static let widestWhy = 24

    /// Widths of all rows, so that columns do not move while the list is scrolled or filtered.
    init(_ rows: [PickerRow]) {
        let count = rows.map(\.cells.count).max() ?? 0
        var widest = [Int](repeating: 0, count: count)
        var why = 0
        for row in rows {
            for (column, cell) in row.cells.enumerated() { widest[column] = max(widest[column], cell.displayWidth) }
            why = max(why, row.why.displayWidth)
        }
        if let name = widest.first { widest[0] = min(name, Self.widestName) }
        (widths, self.why) = (widest, min(why, Self.widestWhy))
    }

    /// Narrows details, the last one first, until everything fits or nothing more can be had.
    func fitting(_ room: Int) -> [Int] {
        var widths = widths
        var excess = widths.reduce(why) { $0 + $1 + Self.gap } - room
        for column in widths.indices.dropFirst().reversed() where excess > 0 {
            let given = min(excess, max(0, widths[column] - Self.least))
            widths[column] -= given
            excess -= given
        }
        return widths
    }

    private let why: Int
}
