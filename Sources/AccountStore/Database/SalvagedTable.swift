import CSQLite
import FoundationEssentials

/// Reads the rows of a table in a damaged database: from both ends up to the damage, and between damaged pages.
struct SalvagedTable {
    let name: String
    let source: Database
    /// The columns that both databases have.
    let columns: [String]

    /// Nil for a table that the damaged database does not have, or whose definition is damaged.
    init?(_ name: String, from source: Database, to target: Database) throws {
        let wanted = try Self.columns(of: name, in: target)
        let present = (try? Self.columns(of: name, in: source)) ?? []
        columns = wanted.filter(present.contains)
        guard !columns.isEmpty else { return nil }
        self.name = name
        self.source = source
    }

    /// Copies every row that can be read and that the table accepts.
    ///
    /// - Parameter isWhole: whether a row with these values, by column, is worth keeping.
    /// - Returns: whether the table could be read to its end.
    func copy(to target: Database, where isWhole: ([String: any Bindable]) -> Bool) throws -> Bool {
        let sql = """
            INSERT OR IGNORE INTO \(name) (\(columns.joined(separator: ", ")))
            VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
            """
        func keep(_ values: Arguments) {
            let byColumn = zip(columns, values).reduce(into: [:]) { $0[$1.0] = $1.1 }
            // A value of another type than the column's is damage of this row alone.
            if isWhole(byColumn) { _ = try? target.run(sql, values) }
        }
        return try hasRowIDs(in: target) ? eachByRowID(keep) : eachFromBothEnds(keep)
    }

    private static func columns(of table: String, in db: Database) throws -> [String] {
        try db.rows("SELECT name FROM pragma_table_info(?)", [table]) { try $0.text(0) }
    }

    private func hasRowIDs(in target: Database) throws -> Bool {
        let sql = "SELECT wr FROM pragma_table_list(?) WHERE schema = 'main'"
        return try target.first(sql, [name]) { try $0.integer(0) == 0 } ?? true
    }

    private var list: String { columns.joined(separator: ", ") }

    private func values(_ row: Row, from first: Int = 0) -> Arguments? {
        try? columns.indices.map { try row.value($0 + first) }
    }

    private func eachFromBothEnds(_ body: (Arguments) -> Void) -> Bool {
        let order =
            (try? source.rows("SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", [name]) {
                try $0.text(0)
            }) ?? []
        for direction in ["ASC", "DESC"] {
            let keys = order.map { "\($0) \(direction)" }.joined(separator: ", ")
            let sql = "SELECT \(list) FROM \(name)" + (keys.isEmpty ? "" : " ORDER BY \(keys)")
            let all: Void? = try? source.each(sql) { row in values(row).map(body) }
            if all != nil { return direction == "ASC" }
        }
        return false
    }

    /// Goes on behind each damaged page: at the next row that can be found, by doubling the distance.
    private func eachByRowID(_ body: (Arguments) -> Void) -> Bool {
        var last: Int64 = 0
        var distance: Int64 = 0
        while distance < 1 << 40 {
            let sql = "SELECT rowid, \(list) FROM \(name) WHERE rowid > ? ORDER BY rowid"
            var found = false
            let (start, isBeyondLast) = last.addingReportingOverflow(distance)
            if isBeyondLast { break }
            let end: Void? = try? source.each(sql, [start]) { row in
                (last, found) = (try row.integer(0), true)
                values(row, from: 1).map(body)
            }
            if end != nil, distance == 0 { return true }
            if end != nil { break }
            distance = found ? 1 : max(1, distance * 2)
        }
        // The page of the next row may be unreachable from the left and not from the right.
        _ = try? source.each("SELECT \(list) FROM \(name) ORDER BY rowid DESC") { row in values(row).map(body) }
        return false
    }
}
