import AccountProfiles
import AuthCore
import CSQLite
import Foundation
import Testing

@testable import AccountStore

@Suite struct AccountIsolationTests {
    private let temporary: TemporaryStore
    private let alice = Person.alice
    private let bob = Person.bob

    init() throws {
        temporary = try TemporaryStore()
        for person in [alice, bob] {
            try temporary.profiles.add(person.profile(), with: person.grant())
            try temporary.cache.save(person.grant(clientID: "other", tenantID: "other-tenant"))
        }
    }

    /// Every row of every table that names an account, as text in which each byte shows.
    private func rows(of person: Person) throws -> [String] {
        let tables = ["account", "tenant_profile", "access_token", "refresh_token", "id_token", "profile"]
        return try temporary.store.write { db in
            try tables.flatMap { table in
                let sql = "SELECT * FROM \(table) WHERE home_account_id = ?"
                return try db.rows(sql, [person.account.homeAccountID]) { row in
                    table + "|" + (try row.asText()).joined(separator: "|")
                }.sorted()
            }
        }
    }

    struct Step: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let run: @Sendable (Store) throws -> Void

        static let all = [
            Step(testDescription: "sign-out") { _ = try StoredTokenCache($0).remove(Person.alice.account) },
            Step(testDescription: "removal of the profile") { _ = try ProfileRepository($0).remove("alice") },
            Step(testDescription: "refresh") {
                _ = try StoredTokenCache($0).saveRenewed(Person.alice.grant(refresh: Sample.refreshToken("rotated")))
            },
            Step(testDescription: "another sign-in") {
                try ProfileRepository($0).update(Person.alice.profile(), with: Person.alice.grant(idToken: nil))
            },
            Step(testDescription: "refusal of the refresh token") {
                try StoredTokenCache($0).markRejected(
                    Sample.refreshToken(), account: Person.alice.account, clientID: Sample.clientID, at: Sample.now)
            },
            Step(testDescription: "rename and use") {
                try ProfileRepository($0).rename("alice", to: ProfileName("al"))
                UsageRepository($0).record(ProfileUse(of: try ProfileName("al"), at: Sample.now))
            },
        ]
    }

    @Test(arguments: Step.all)
    func changesOfOneAccountLeaveEveryByteOfOthers(_ step: Step) throws {
        let (hers, his) = (try rows(of: alice), try rows(of: bob))
        #expect(his.count == 9)
        try step.run(temporary.store)
        #expect(try rows(of: alice) != hers)
        #expect(try rows(of: bob) == his)
    }

    @Test func removingAnAccountLeavesNoRowOfIt() throws {
        _ = try temporary.profiles.remove("alice")
        #expect(try rows(of: alice).isEmpty)
    }
}

extension Row {
    /// Every column, a secret with its bytes as numbers.
    fileprivate func asText() throws -> [String] {
        try (0..<Int(sqlite3_column_count(statement))).map { index in
            switch sqlite3_column_type(statement, Int32(index)) {
            case SQLITE_BLOB: try bytes(index).map { String($0, radix: 16) }.joined(separator: " ")
            case SQLITE_INTEGER: String(try integer(index))
            default: try optionalText(index) ?? "NULL"
            }
        }
    }
}
