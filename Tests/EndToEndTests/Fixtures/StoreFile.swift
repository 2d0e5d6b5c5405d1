import Foundation
import Testing

/// The database as the `sqlite3` shell reads it.
struct StoreFile {
    let folder: String

    var database: String { "\(folder)/acct.sqlite" }

    /// All tables as SQL, except the caches and the values that a sign-in writes before it begins.
    /// Empty where that is all, and without a database.
    func dump() async throws -> String {
        guard FileManager.default.fileExists(atPath: database) else { return "" }
        let preparations = ["'reserved_at'", "'key_check'", "'key_store'", "'key_id'", "setting VALUES('version'"]
        let caches = ["INSERT INTO discovery", "INSERT INTO failed_renewal"]
        let lines = try await sqlite(".dump").components(separatedBy: "\n").filter { line in
            !caches.contains(where: line.hasPrefix) && !preparations.contains(where: line.contains)
        }
        let hasRows = lines.contains { $0.hasPrefix("INSERT INTO") && !$0.hasPrefix("INSERT INTO sqlite_sequence") }
        return hasRows ? lines.joined(separator: "\n") : ""
    }

    /// The rows of an account in all tables.
    func rows(of homeAccountID: String) async throws -> [String] {
        try await dump().components(separatedBy: "\n").filter { $0.contains(homeAccountID) }
    }

    @discardableResult
    func sqlite(_ statement: String) async throws -> String {
        let workspace = try Workspace()
        let run = try await workspace.run(
            [try Tool.sqlite3.require(), "-batch", "-cmd", ".timeout 10000", database, statement])
        try #require(run.status == 0, "\(run)")
        return run.text
    }

    /// Makes every cached access token expire.
    func expireAccessTokens() async throws {
        try await sqlite("UPDATE access_token SET expires_on = unixepoch() - 10")
    }

    /// Makes every cached access token one that should be replaced although it is valid (`refresh_in`).
    func makeEarlyRefreshDue() async throws {
        let changed = try await sqlite(
            "UPDATE access_token SET refresh_on = unixepoch() - 10 WHERE refresh_on NOT NULL; SELECT changes()")
        try #require(changed != "0\n")
    }

    /// Copies a profile: each copy is named `prefix` and a number from 1 on.
    func copyProfile(_ name: String, as prefix: String, count: Int) async throws {
        let columns = try await sqlite("SELECT name FROM pragma_table_info('profile')").split(separator: "\n")
            .filter { !["id", "name", "name_key"].contains($0) }.joined(separator: ",")
        try await sqlite(
            """
            WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < \(count))
            INSERT INTO profile (name, name_key, \(columns))
            SELECT '\(prefix)' || n, '\(prefix)' || n, \(columns) FROM profile, numbers WHERE name = '\(name)'
            """)
    }

    /// The permissions of each file.
    func modes() throws -> [String: Int] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
        return try ([""] + names).reduce(into: [:]) { modes, name in
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")
            modes[name] = attributes[.posixPermissions] as? Int
        }
    }

    /// All bytes of all files.
    func bytes() throws -> Data {
        try FileManager.default.subpathsOfDirectory(atPath: folder)
            .compactMap { FileManager.default.contents(atPath: "\(folder)/\($0)") }
            .reduce(Data(), +)
    }
}

enum World {
    static let alice = "a11ce000-1f2e-4d3c-8b4a-5e6f70819201.7c6e2b14-3f0a-4d5c-9b8e-c0470500ac01"
    static let bob = "b0b00000-2a3b-4c4d-9e5f-60718293a402.7c6e2b14-3f0a-4d5c-9b8e-c0470500ac01"
    static let contoso = "7c6e2b14-3f0a-4d5c-9b8e-c0470500ac01"
    static let fabrikam = "fab71ca3-92d4-4b6f-8a1e-0d5c3e7b2f02"
    static let personal = "9188040d-6c67-4c5b-b112-36a304b66dad"
}
