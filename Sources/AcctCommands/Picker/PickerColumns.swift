/// How wide the columns of a picker are: they line up, and give way to each other where the terminal is narrow.
struct PickerColumns: Hashable, Sendable {
    /// Room for nine in ten, of the name and then of each detail: one long name takes none from everybody else.
    let usual: [Int]
    /// Room for all of them.
    private let widest: [Int]
    private let why: Int

    /// Spaces between columns.
    static let gap = 2
    /// Enough of a GUID to tell it from others.
    private static let least = 9
    /// What a reason may claim from the columns before it.
    private static let widestWhy = 24

    /// Widths of all rows, so that columns do not move while the list is scrolled or filtered.
    init(_ rows: [PickerRow]) {
        let columns = 0..<(rows.map(\.cells.count).max() ?? 0)
        let widths = columns.map { column in
            rows.map { column < $0.cells.count ? $0.cells[column].displayWidth : 0 }.sorted()
        }
        widest = widths.map { $0.last ?? 0 }
        usual = widths.map { max($0[$0.count * 9 / 10], min($0.last ?? 0, Self.least)) }
        why = min(rows.map(\.why.displayWidth).max() ?? 0, Self.widestWhy)
    }

    /// Narrows columns, the last one first, until everything fits or no more can be had; then the end of the lines
    /// is cut off.
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

    /// What comes after the first detail gives way to everything else.
    private var lesserDetails: [Int] { zip(widest.indices, widest).map { $0 < 2 ? $1 : Self.least } }

    /// A name is worth more than its details, and the first of those more than the others.
    private var least: [Int] { widest.indices.map { $0 == 0 ? 32 : $0 == 1 ? 20 : Self.least } }
}
