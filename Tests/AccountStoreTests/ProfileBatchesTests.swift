import AccountProfiles
import AuthCore
import Foundation
import HTTPTransport
import Testing

@testable import AccountStore

/// Many profiles at once: the work is counted, not timed.
@Suite struct ProfileBatchesTests {
    private let temporary: TemporaryStore
    private let profiles: ProfileRepository
    /// Lives as long as the connection that it follows.
    private let statements = StatementTrace()

    init() throws {
        temporary = try TemporaryStore()
        profiles = temporary.profiles
        try profiles.add(Person.alice.profile(), with: Person.alice.grant())
    }

    private func people(_ count: Int) -> [Person] {
        (0..<count).map { Person(name: "person\($0)", tenantID: Person.bob.tenantID) }
    }

    private func imported(_ people: [Person], secret: String = "refresh-token") throws -> [ImportedProfile] {
        let access = Sample.accessToken(String(repeating: "x", count: 1500))
        return try people.map {
            ImportedProfile(
                profile: try $0.profile(), grant: $0.grant(access: access, refresh: Sample.refreshToken(secret)),
                exists: false, sharesTokens: false)
        }
    }

    private func commits(_ body: () throws -> Void) throws -> Int {
        try temporary.store.read { statements.follow($0) }
        let before = statements.seen.count { $0 == "COMMIT" }
        try body()
        return statements.seen.count { $0 == "COMMIT" } - before
    }

    @Test func importIsOneTransactionAndStoresWhatASignInStores() throws {
        let people = people(200)
        let outcomes = Array(repeating: ImportOutcome.added(hasTokens: true), count: 200)
        #expect(try profiles.outcomes(of: imported(people)) == outcomes)
        #expect(try profiles.count() == 1)
        var stored: [ImportOutcome] = []
        let commits = try commits { stored = try profiles.add(imported(people)) }
        #expect(commits == 1 && stored == outcomes)
        #expect(try profiles.count() == 201)
        #expect(try profiles.current()?.text == "alice")
        let token = try temporary.cache.refreshToken(account: people[7].account, clientID: Sample.clientID)
        #expect(token == Sample.refreshToken())
        #expect(try temporary.cache.accessTokens(people[7].key).count == 1)
    }

    @Test func nameInUseLeavesNothingOfTheImport() throws {
        let taken = [Person.alice]
        #expect(throws: ProfileError.nameInUse(try ProfileName("alice"))) {
            try profiles.add(imported(people(3) + taken))
        }
        #expect(try profiles.count() == 1)
    }

    @Test func newerTokensOfAnExistingProfileAreNotStored() throws {
        func outcome(_ secret: String, laterBy seconds: TimeInterval) throws -> ImportOutcome? {
            let refresh = RefreshToken(
                secret: Secret(secret), familyID: nil, cachedAt: Sample.now + seconds, rejectedAt: nil)
            let grant = Person.alice.grant(refresh: refresh)
            let imported = ImportedProfile(
                profile: try Person.alice.profile(), grant: grant, exists: true, sharesTokens: true)
            return try profiles.add([imported]).first
        }
        #expect(try outcome("refresh-token", laterBy: 9) == .unchanged)
        #expect(try outcome("older", laterBy: -9) == .unchanged)
        #expect(try outcome("newer", laterBy: 9) == .newer)
        let stored = try temporary.cache.refreshToken(account: Person.alice.account, clientID: Sample.clientID)
        #expect(stored?.secret == Secret("refresh-token"))
    }

    @Test(arguments: [false, true]) func newProfileOfAKnownAccountGetsNoTokensOfTheFile(signedOut: Bool) throws {
        if signedOut { _ = try temporary.cache.remove(Person.alice.account) }
        let refresh = RefreshToken(
            secret: Secret("newer"), familyID: nil, cachedAt: Sample.now + 9, rejectedAt: nil)
        let imported = ImportedProfile(
            profile: try Person.alice.profile("second"), grant: Person.alice.grant(refresh: refresh), exists: false,
            sharesTokens: true)
        #expect(try profiles.outcomes(of: [imported]) == [.added(hasTokens: !signedOut)])
        #expect(try profiles.add([imported]) == [.added(hasTokens: !signedOut)])
        let stored = try temporary.cache.refreshToken(account: Person.alice.account, clientID: Sample.clientID)
        #expect(stored?.secret == (signedOut ? nil : Secret("refresh-token")))
    }

    @Test func tokensOfManyAccountsAreRemovedInOneTransaction() throws {
        let people = people(50)
        _ = try profiles.add(imported(people))
        let absent = AccountID(homeAccountID: "nobody", environment: "login.example")
        var removed: [AccountID: RemovedTokens] = [:]
        let commits = try commits { removed = try profiles.removeTokens(of: people.map(\.account) + [absent]) }
        #expect(commits == 1 && removed.count == 50)
        let one = RemovedTokens(accessTokens: 1, refreshTokens: 1, idTokens: 1)
        #expect(removed.values.allSatisfy { $0 == one })
        #expect(try temporary.cache.accounts().map(\.id) == [Person.alice.account])
        #expect(try profiles.count() == 51)
        #expect(try TemporaryStore().profiles.removeTokens(of: [absent]).isEmpty)
    }

    @Test func fileShrinksAfterRemovalsWhileAnotherProcessReads() throws {
        let people = people(600)
        _ = try profiles.add(imported(people))
        let size = try fileSize()
        let other = temporary.reopened()
        try other.read { db in
            // A snapshot that is older than the removal.
            try db.read {
                #expect(try AccountRows(db: db).exists(people[0].account))
                _ = try profiles.removeTokens(of: people.map(\.account))
                #expect(try AccountRows(db: db).exists(people[0].account))
            }
        }
        _ = try temporary.cache.saveRenewed(Person.alice.grant())
        #expect(try fileSize() < size / 3)
        #expect(try ProfileRepository(other).count() == 601)
        #expect(try temporary.cache.accessTokens(Person.alice.key).count == 1)
        try temporary.store.read { db in
            let mode = try db.first("PRAGMA journal_mode") { row in try row.text(0) }
            let integrity = try db.first("PRAGMA integrity_check") { row in try row.text(0) }
            let isErasing = try db.first("PRAGMA secure_delete") { row in try row.integer(0) }
            #expect(mode == "wal" && integrity == "ok" && isErasing == 1)
        }
    }

    @Test func removalThatFreesLittleRewritesNothing() throws {
        let people = people(20)
        _ = try profiles.add(imported(people))
        try temporary.store.read { statements.follow($0) }
        _ = try profiles.removeTokens(of: people.map(\.account))
        #expect(statements.seen.contains { $0.contains("freelist_count") })
        #expect(!statements.seen.contains { $0.hasPrefix("VACUUM") })
    }

    private func fileSize() throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: temporary.location.database)
        return try #require(attributes[.size] as? Int)
    }
}

/// Profiles that are found by a part of them.
@Suite struct ProfileLookupsTests {
    @Test(arguments: [
        ("", ["Work", "work-2", "world", "ärger"]), ("wor", ["Work", "work-2", "world"]), ("WORK", ["Work", "work-2"]),
        ("work-", ["work-2"]), ("x", []), ("Ä", ["ärger"]), ("wor'", []),
    ])
    func namesAreFoundByTheirBeginning(prefix: String, names: [String]) throws {
        let temporary = try TemporaryStore()
        #expect(try temporary.profiles.names(withPrefix: prefix).isEmpty)
        for name in ["world", "Work", "work-2", "ärger"] {
            try temporary.profiles.add(Person.alice.profile(name), with: Person.alice.grant())
        }
        #expect(try temporary.profiles.names(withPrefix: prefix).map(\.text) == names)
        #expect(try temporary.profiles.count() == 4)
    }

    @Test func profilesAreFoundByAccountAndUsername() throws {
        let temporary = try TemporaryStore()
        for name in ["b", "a"] { try temporary.profiles.add(Person.alice.profile(name), with: Person.alice.grant()) }
        try temporary.profiles.add(Person.bob.profile("c"), with: Person.bob.grant())
        #expect(try temporary.profiles.profiles(of: Person.alice.account).map(\.name.text) == ["a", "b"])
        #expect(try temporary.profiles.profiles(withUsername: "ALICE@contoso.example").map(\.name.text) == ["a", "b"])
        #expect(try temporary.profiles.profiles(withUsername: "alice").isEmpty)
    }
}
