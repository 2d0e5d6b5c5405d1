import AccountProfiles
import AuthCore
import Foundation
import Testing

@testable import AccountStore

/// An insert names its columns: without them, a column that a migration adds or moves would take another one's value.
@Suite struct InsertStatementTests {
    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/AccountStore").standardizedFileURL

    @Test func everyInsertOfTheSourcesNamesItsColumns() throws {
        let files = try #require(FileManager.default.enumerator(at: Self.sources, includingPropertiesForKeys: nil))
        var count = 0
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(
                of: /(INSERT|REPLACE)(\s+OR\s+\w+)?\s+INTO\s+\w+(?<next>\s*.)/.dotMatchesNewlines())
            {
                count += 1
                #expect(match.next.hasSuffix("("), "\(file.lastPathComponent): \(match.0)")
            }
        }
        #expect(count > 20)
    }

    @Test func everyInsertThatRunsNamesItsColumns() throws {
        let temporary = try TemporaryStore()
        let statements = StatementTrace()
        try temporary.store.write { statements.follow($0) }
        try temporary.profiles.add(Person.alice.profile(), with: Person.alice.grant())
        let inserts = statements.seen.filter { $0.hasPrefix("INSERT") }
        #expect(inserts.count >= 5)
        for sql in inserts { #expect(sql.contains(/^INSERT (OR REPLACE )?INTO \w+\s*\(/), "\(sql)") }
    }

    /// A file that another program has edited can neither run functions from its schema nor have its schema rewritten.
    @Test func schemaIsNotTrustedAndCannotBeRewritten() throws {
        let temporary = try TemporaryStore()
        try temporary.store.write { db in
            #expect(try db.first("PRAGMA trusted_schema") { try $0.integer(0) } == 0)
            try db.run("PRAGMA writable_schema = ON")
            #expect(throws: SQLiteError.self) { try db.run("UPDATE sqlite_schema SET sql = sql") }
        }
    }
}
