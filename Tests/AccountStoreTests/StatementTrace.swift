import CSQLite

@testable import AccountStore

/// The statements that a database runs, with their values in place.
final class StatementTrace {
    private(set) var seen: [String] = []

    func follow(_ database: Database) {
        let pointer = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_trace_v2(database.handle, UInt32(SQLITE_TRACE_STMT), StatementTrace.note, pointer)
    }

    private static let note:
        @convention(c) (UInt32, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int32 =
            { _, trace, statement, _ in
                guard let trace, let statement, let sql = sqlite3_expanded_sql(OpaquePointer(statement)) else {
                    return 0
                }
                Unmanaged<StatementTrace>.fromOpaque(trace).takeUnretainedValue().seen.append(String(cString: sql))
                sqlite3_free(sql)
                return 0
            }
}
