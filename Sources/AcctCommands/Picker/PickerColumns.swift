/// The widths of a picker's columns. They line up, and become narrower on a narrow terminal.
struct PickerColumns: Hashable, Sendable {
    /// Widths for nine cells in ten: of the name, then of each detail. One long name takes no room from all others.
    let usual: [Int]
    /// Widths for all cells.
    private let widest: [Int]
    private let reasonWidth: Int
    /// The position of the column that tells items apart which look alike; nil where it says something of a few items
    /// only, whose difference takes no room from what the columns say of all others.
    private let difference: Int?

    /// Spaces between columns.
    static let gap = 2
    /// Enough of a GUID to tell it from others.
    private static let least = 9
    /// The room that a reason may take from the columns before it.
    private static let widestReason = 24

    /// Measures all rows, so that columns do not move while the list is scrolled or filtered.
    init(_ rows: [PickerRow]) {
        let isCommon = rows.count { $0.hasDifference && $0.cells.last?.isEmpty == false } * 2 >= rows.count
        difference = rows.first.flatMap { $0.hasDifference && isCommon ? $0.cells.count - 1 : nil }
        let columns = 0..<(rows.map(\.cells.count).max() ?? 0)
        let widths = columns.map { column in
            rows.map { column < $0.cells.count ? $0.cells[column].displayWidth : 0 }.sorted()
        }
        widest = widths.map { $0.last ?? 0 }
        usual = widths.map { max($0[$0.count * 9 / 10], min($0.last ?? 0, Self.least)) }
        reasonWidth = min(rows.map(\.reason.displayWidth).max() ?? 0, Self.widestReason)
    }

    /// Narrows columns, the last one first, until everything fits or each has its least width. Then the ends of the lines
    /// are clipped.
    func fitting(_ room: Int) -> [Int] {
        var widths = widest
        for limits in [lesserDetails, usual, least] {
            for column in widths.indices.reversed() {
                let excess = widths.reduce(reasonWidth) { $0 + $1 + Self.gap } - room
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
