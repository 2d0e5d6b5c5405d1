import AccountProfiles
import AuthCore
import Foundation
import Testing

@testable import AccountStore

/// Ten thousand accounts must cost no more than one: every lookup goes down an index, none walks a table.
@Suite struct QueryPlanTests {
    private let temporary: TemporaryStore

    init() throws {
        temporary = try TemporaryStore()
        try temporary.profiles.add(Person.alice.profile(), with: Person.alice.grant())
        try temporary.store.write { db in
            let rows = [
                "account": "'uid' || i, 'login.example'",
                "tenant_profile": "'uid' || i, 'login.example', 'tenant', '', '', ''",
                "access_token": "'uid' || i, 'login.example', 'client', 'tenant', 'A', 'Bearer', 0, 0, 0, x''",
                "refresh_token": "'uid' || i, 'login.example', 'client', NULL, 0, NULL, x'', NULL",
                "id_token": "'uid' || i, 'login.example', 'client', 'tenant', x''",
                "brokered_account": "'uid' || i, 'login.example', 'client', NULL",
                "pending_claims": "'uid' || i, 'login.example', 'client', 'tenant', '{}'",
                "failed_renewal": "'uid' || i, 'login.example', 'client', '', 0, '{}'",
                "binding": "'/' || i, 1", "rule": "NULL, '/' || i, '/' || i, 1", "allowed_file": "'/' || i, x'', NULL",
                "profile":
                    "NULL, i, i, 'uid' || i, '', '', '', '', 'work', '', 'entra', '', NULL, '', '', 0, NULL, NULL, NULL, NULL, 0",
            ]
            let numbers = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)"
            try db.run("PRAGMA defer_foreign_keys = ON")
            for (table, values) in rows {
                try db.run("\(numbers) INSERT INTO \(table) SELECT \(values) FROM n")
            }
            try db.run("ANALYZE")
        }
    }

    /// The plans of all statements that `body` runs.
    private func plans(_ body: () throws -> Void) throws -> [(sql: String, detail: String)] {
        let statements = StatementTrace()
        try temporary.store.read { statements.follow($0) }
        try body()
        let verbs = ["SELECT", "INSERT", "UPDATE", "DELETE"]
        let seen = statements.seen.filter { sql in verbs.contains { sql.hasPrefix($0) } }
        return try temporary.store.write { db in
            try seen.flatMap { sql in try db.rows("EXPLAIN QUERY PLAN " + sql) { (sql, try $0.text(3)) } }
        }
    }

    @Test func hotPathScansNoTable() throws {
        let (cache, profiles, alice) = (temporary.cache, temporary.profiles, Person.alice)
        let plans = try plans {
            _ = try cache.account(alice.account)
            _ = try cache.accessTokens(alice.key)
            _ = try cache.refreshToken(account: alice.account, clientID: Sample.clientID)
            _ = try cache.saveRenewed(alice.grant())
            try cache.markRejected(
                Sample.refreshToken(), account: alice.account, clientID: Sample.clientID, at: Sample.now)
            _ = try profiles.profile(named: "alice")
            _ = try profiles.current()
            _ = try profiles.use("alice")
            UsageRepository(temporary.store).record(ProfileUse(of: try ProfileName("alice"), at: Sample.now))
            _ = try cache.remove(alice.account)
        }
        #expect(plans.count > 10)
        for plan in plans { #expect(!plan.detail.contains("SCAN"), "\(plan.detail): \(plan.sql)") }
    }

    @Test func bindingsAndSingleRulesScanNoTable() throws {
        let (directories, rules) = (BindingRepository(temporary.store), RuleRepository(temporary.store))
        let plans = try plans {
            _ = try directories.bindings(of: ["/a/b", "/a", "/"])
            _ = try directories.allowance(of: "/a/.acct", content: [])
            _ = try directories.bind("/a", to: "alice")
            _ = try directories.unbind("/a")
            _ = try rules.add(RulePattern("/a"), for: "alice")
            _ = try rules.remove(RulePattern("/a"))
            _ = try temporary.profiles.remove("alice")
        }
        #expect(plans.count > 10)
        for plan in plans { #expect(!plan.detail.contains("SCAN"), "\(plan.detail): \(plan.sql)") }
    }

    @Test func profilesAreFoundByPrefixAndAccountWithoutAScan() throws {
        let profiles = temporary.profiles
        let plans = try plans {
            _ = try profiles.names(withPrefix: "al")
            _ = try profiles.profiles(of: Person.alice.account)
            _ = try profiles.removeTokens(of: [Person.alice.account])
            _ = try profiles.add([
                ImportedProfile(
                    profile: Person.bob.profile(), grant: Person.bob.grant(), exists: false, sharesTokens: false)
            ])
        }
        #expect(plans.count > 10)
        for plan in plans { #expect(!plan.detail.contains("SCAN"), "\(plan.detail): \(plan.sql)") }
    }

    @Test func unknownNameIsComparedWithTheKeysInTheirIndex() throws {
        let profiles = temporary.profiles
        let plans = try plans { _ = try? profiles.profile(named: "alcie") }
        let scans = plans.map(\.detail).filter { $0.contains("SCAN") }
        #expect(scans.count == 1 && scans[0].hasPrefix("SCAN profile USING COVERING INDEX"), "\(scans)")
    }

    @Test func statusesScanTheProfilesAlone() throws {
        let profiles = temporary.profiles
        let scans = try plans { _ = try profiles.statuses(at: Sample.now) }.filter { $0.detail.contains("SCAN") }
        #expect(scans.map(\.detail) == ["SCAN p"])
    }
}
