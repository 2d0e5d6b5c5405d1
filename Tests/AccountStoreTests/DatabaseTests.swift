import CSQLite
import Foundation
import Testing

@testable import AccountStore

@Suite struct DatabaseTests {
    private let folder: String
    private let db: Database

    init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/acct-database-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        #expect(FileManager.default.createFile(atPath: folder + "/db", contents: nil))
        db = try Database(path: folder + "/db")
        // Open or not, a file without a name takes no place.
        try FileManager.default.removeItem(atPath: folder)
    }

    @Test(arguments: ["", "plain", "Ångström 山田 👩‍👩‍👧", "with\u{0}zero", String(repeating: "x", count: 100_000)])
    func textIsReadAsItWasBound(_ text: String) throws {
        #expect(try db.first("SELECT ?", [text]) { try $0.text(0) } == text)
    }

    @Test(arguments: [Data(), Data([0]), Data([0, 255, 0, 1]), Data(repeating: 7, count: 100_000)])
    func bytesAreReadAsTheyWereBound(_ bytes: Data) throws {
        #expect(try db.first("SELECT ?", [bytes]) { try $0.bytes(0) } == bytes)
    }

    @Test(arguments: [0, 1, -1, Int64.max, Int64.min]) func integersAreReadAsTheyWereBound(_ number: Int64) throws {
        #expect(try db.first("SELECT ?", [number]) { try $0.integer(0) } == number)
    }

    @Test func doublesAndNullAreReadAsTheyWereBound() throws {
        let row = try db.first("SELECT ?, ?, ?", [0.1, 3, nil]) { row in
            (try row.double(0), try row.double(1), row.isNull(2), try row.optionalText(2), try row.optionalTime(2))
        }
        let (tenth, three, isNull, text, time) = try #require(row)
        #expect(tenth == 0.1 && three == 3 && isNull && text == nil && time == nil)
    }

    enum Kind: CaseIterable {
        case text, bytes, integer, number

        /// Values of another type, which a damaged file can hold.
        var damage: [String] {
            switch self {
            case .text: ["1", "1.5", "x'41'", "NULL", "CAST(x'ff' AS TEXT)"]
            case .bytes: ["'a'", "1", "NULL"]
            case .integer: ["'1'", "1.0", "NULL", "x'01'"]
            case .number: ["'1'", "NULL"]
            }
        }

        func read(_ row: Row) throws {
            switch self {
            case .text: _ = try row.text(0)
            case .bytes: _ = try row.bytes(0)
            case .integer: _ = try row.integer(0)
            case .number: _ = try row.double(0)
            }
        }
    }

    @Test(arguments: Kind.allCases) func valueOfAnotherTypeIsDamage(_ kind: Kind) {
        for value in kind.damage {
            #expect(throws: SQLiteError.damaged, "\(value)") { try db.first("SELECT \(value)", as: kind.read) }
        }
    }

    @Test func timeLimitForWaitingIsTheConnectionsOwnAgainAfterEachChange() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        #expect(FileManager.default.createFile(atPath: folder + "/db", contents: nil))
        let db = try Database(path: folder + "/db", waiting: 0.1)
        let changes: [() throws -> Void] = [
            {}, { _ = try db.write { try db.run("CREATE TABLE t (x)") } }, { try db.writeWithoutFlush(waiting: 0) {} },
            { db.checkpoint() }, { try db.releaseFreePages() },
        ]
        for change in changes {
            try change()
            #expect(try db.first("PRAGMA busy_timeout") { try $0.integer(0) } == 100)
        }
    }

    @Test func statementCanRunWithinItself() throws {
        let numbers = "SELECT value FROM (SELECT 1 AS value UNION SELECT 2) WHERE value >= ?"
        let pairs = try db.rows(numbers, [1]) { outer in
            try db.rows(numbers, [2]) { inner in "\(try outer.integer(0))\(try inner.integer(0))" }
        }
        #expect(pairs == [["12"], ["22"]])
    }

    @Test func statementIsUsableAfterAnErrorWithinIt() throws {
        struct Stop: Error {}
        let sql = "SELECT ?"
        #expect(throws: Stop.self) { try db.rows(sql, ["a"]) { _ in throw Stop() } }
        #expect(try db.rows(sql, ["b"]) { try $0.text(0) } == ["b"])
    }

    @Test func runReturnsTheNumberOfChangedRows() throws {
        try db.run("CREATE TEMP TABLE t (x)")
        #expect(try db.run("INSERT INTO t VALUES (1), (2), (3)") == 3)
        #expect(try db.run("DELETE FROM t WHERE x > ?", [1]) == 2)
        #expect(try db.run("DELETE FROM t WHERE x > ?", [1]) == 0)
    }

    @Test func transactionIsWholeOrNothing() throws {
        struct Stop: Error {}
        let db = try Database(path: ":memory:")
        try db.run("CREATE TABLE t (x)")
        try db.write { try db.run("INSERT INTO t VALUES (1)") }
        #expect(throws: Stop.self) {
            try db.write {
                try db.run("INSERT INTO t VALUES (2)")
                throw Stop()
            }
        }
        #expect(throws: SQLiteError.self) {
            try db.write {
                try db.run("INSERT INTO t VALUES (3)")
                try db.run("INSERT INTO nothing VALUES (3)")
            }
        }
        try db.write { try db.run("INSERT INTO t VALUES (4)") }
        #expect(try db.rows("SELECT x FROM t ORDER BY x") { try $0.integer(0) } == [1, 4])
    }

    @Test func errorHasNoBoundValues() throws {
        try db.run("CREATE TEMP TABLE t (x TEXT NOT NULL CHECK (x <> 'secret')) STRICT")
        let error = #expect(throws: SQLiteError.self) { try db.run("INSERT INTO t VALUES (?)", ["secret"]) }
        #expect(error?.code == SQLITE_CONSTRAINT | 1 << 8)
        #expect(error?.message.contains("secret") == true, "the condition's own text")
        let other = #expect(throws: SQLiteError.self) { try db.run("INSERT INTO t VALUES (?)", [Data("hidden".utf8)]) }
        #expect(other.map { String(describing: $0).contains("hidden") } == false)
        #expect(throws: SQLiteError.self) { try db.run("SELEC 1") }
        #expect(throws: SQLiteError.self) { try db.run("") }
    }

    @Test func openingCreatesNoFile() {
        let path = folder + "/none"
        let error = #expect(throws: SQLiteError.self) { try Database(path: path) }
        #expect(error.map { $0.code & 0xFF } == SQLITE_CANTOPEN)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func readingRunsNoStatementBesidesItsOwn() throws {
        let trace = StatementTrace()
        trace.follow(db)
        _ = try db.rows("SELECT 1") { try $0.integer(0) }
        #expect(trace.seen == ["SELECT 1"])
    }

    @Test func onlyADurableWriteSynchronizesFully() throws {
        let db = try Database(path: ":memory:")
        func synchronous() throws -> Int64? { try db.first("PRAGMA synchronous") { try $0.integer(0) } }
        try db.write { _ = try db.run("CREATE TABLE t (x)") }
        #expect(try synchronous() == 2)
        try db.writeWithoutFlush(waiting: 0) { _ = try db.run("INSERT INTO t VALUES (1)") }
        #expect(try synchronous() == 1)
        try db.write { _ = try db.run("INSERT INTO t VALUES (2)") }
        #expect(try synchronous() == 2)
    }

    /// Defensive mode: a foreign file cannot make SQLite rewrite its schema.
    @Test func schemaCannotBeRewritten() throws {
        try db.run("PRAGMA writable_schema = ON")
        #expect(throws: SQLiteError.self) { try db.run("DELETE FROM sqlite_schema") }
    }
}
