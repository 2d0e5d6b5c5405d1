import AccountProfiles

/// The widths of a picker's columns. They line up, and become narrower on a narrow terminal: first what tells the items apart
/// least.
struct PickerColumns: Hashable, Sendable {
    /// Widths for nine cells in ten: of the name, then of each detail. One long name takes no room from all others.
    let usual: [Int]
    /// Widths for all cells.
    private let widest: [Int]
    /// Widths for the cells that are not GUIDs.
    private let widestNames: [Int]
    private let reasonWidth: Int
    /// The width of the reasons that say more than that a profile was not used so far.
    private let tellingReasonWidth: Int
    /// The position of the kind; nil in a list without it.
    private let kind: Int?
    /// The position of a difference of a few items.
    private let rareDifference: Int?
    /// The columns behind the name from the one with the fewest different cells; of equals the last one first.
    private let leastTelling: [Int]
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
        let last = rows.first.flatMap { $0.hasDifference ? $0.cells.count - 1 : nil }
        (difference, rareDifference) = isCommon ? (last, nil) : (nil, last)
        kind = rows.first?.kindColumn
        let columns = 0..<(rows.map(\.cells.count).max() ?? 0)
        let widths = columns.map { column in
            rows.map { column < $0.cells.count ? $0.cells[column].displayWidth : 0 }.sorted()
        }
        widest = widths.map { $0.last ?? 0 }
        widestNames = columns.map { column in
            rows.map { column < $0.cells.count && !$0.isGUID(column) ? $0.cells[column].displayWidth : 0 }.max() ?? 0
        }
        let variety = columns.map { column in Set(rows.map { column < $0.cells.count ? $0.cells[column] : "" }).count }
        leastTelling = columns.dropFirst().reversed().sorted { variety[$0] < variety[$1] }
        usual = widths.map { max($0[$0.count * 9 / 10], min($0.last ?? 0, Self.least)) }
        reasonWidth = Self.reasonWidth(rows)
        tellingReasonWidth = Self.reasonWidth(rows.filter { $0.reason != Profile.neverUsed })
    }

    private static func reasonWidth(_ rows: [PickerRow]) -> Int {
        min(rows.map(\.reason.displayWidth).max() ?? 0, widestReason)
    }

    /// Narrows columns until everything fits or each has its least width. Then the ends of the lines are clipped.
    ///
    /// - Returns: the width of each column; 0 for one that is left out.
    func fitting(_ room: Int) -> [Int] {
        var widths = widest
        var reason = reasonWidth
        func excess() -> Int { max(0, widths.reduce(reason) { $0 + ($1 > 0 ? $1 + Self.gap : 0) } - room) }
        func narrow(_ column: Int, to limit: Int) { widths[column] -= min(excess(), max(0, widths[column] - limit)) }
        if let kind, excess() > 0 { widths[kind] = 0 }
        if excess() > 0 { reason = tellingReasonWidth }
        if let rareDifference { narrow(rareDifference, to: least[rareDifference]) }
        // The beginning of a GUID says as much as all of it, and no name is cut for its sake.
        for column in leastTelling { narrow(column, to: max(widestNames[column], Self.least)) }
        for limits in [usual, least] {
            for column in leastTelling + widths.indices.prefix(1) { narrow(column, to: limits[column]) }
        }
        return widths
    }

    /// The name keeps more than its details, the first detail and a difference more than the others.
    private var least: [Int] {
        widest.indices.map { $0 == 0 ? 32 : $0 == difference ? 28 : $0 == 1 ? 20 : Self.least }
    }
}
