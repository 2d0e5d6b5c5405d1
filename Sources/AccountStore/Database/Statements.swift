import Foundation
import GRDB

/// One way to run SQL: every statement is prepared once for the life of the connection.
extension Database {
    /// - Returns: how many rows were changed.
    @discardableResult
    func run(_ sql: String, _ arguments: StatementArguments = []) throws -> Int {
        try cachedStatement(sql: sql).execute(arguments: arguments)
        return changesCount
    }

    func rows<Value>(
        _ sql: String, _ arguments: StatementArguments = [], _ value: (Row) throws -> Value
    ) throws -> [Value] {
        let cursor = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        var values: [Value] = []
        while let row = try cursor.next() { values.append(try value(row)) }
        return values
    }

    func first<Value>(
        _ sql: String, _ arguments: StatementArguments = [], _ value: (Row) throws -> Value
    ) throws -> Value? {
        let cursor = try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        return try cursor.next().map(value)
    }
}

/// Columns by position. GRDB's own subscripts stop the program on a value of another type, which a damaged file can
/// hold; these say that the file is damaged.
extension Row {
    func text(_ index: Int) throws -> String { try column(index) }
    func bytes(_ index: Int) throws -> Data { try column(index) }
    func integer(_ index: Int) throws -> Int64 { try column(index) }
    func number(_ index: Int) throws -> Double { try column(index) }
    func time(_ index: Int) throws -> Date { Date(epochSeconds: try column(index)) }

    func textIfAny(_ index: Int) throws -> String? { try isNull(index) ? nil : column(index) }
    func timeIfAny(_ index: Int) throws -> Date? { try isNull(index) ? nil : time(index) }

    private func isNull(_ index: Int) -> Bool { (self[index] as DatabaseValue).isNull }

    private func column<Value: DatabaseValueConvertible>(_ index: Int) throws -> Value {
        guard let value = Value.fromDatabaseValue(self[index]) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT)
        }
        return value
    }
}

extension Date {
    init(epochSeconds: Int64) {
        self.init(timeIntervalSince1970: Double(epochSeconds))
    }

    /// Whole seconds since 1970, rounded down so that nothing lasts longer than it was granted for, and kept within
    /// the years 1970 to 9999 because a server's lifetime can be any number.
    var epochSeconds: Int64 {
        let seconds = timeIntervalSince1970
        guard seconds > 0 else { return 0 }
        return Int64(min(seconds, 253_402_300_799))
    }
}
