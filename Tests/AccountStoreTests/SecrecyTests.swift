import AccountProfiles
import AuthCore
import Foundation
import HTTPTransport
import Testing

@testable import AccountStore

/// Looks into the files themselves, the write-ahead log and the shared memory included.
@Suite struct SecrecyTests {
    private let temporary: TemporaryStore
    private let alice = Person.alice
    private let secrets = ["very-secret-access", "very-secret-refresh", "very-secret-id"]

    init() throws {
        temporary = try TemporaryStore()
        try temporary.profiles.add(alice.profile(), with: grant)
        try temporary.profiles.add(Person.bob.profile(), with: Person.bob.grant())
    }

    private var grant: TokenGrant {
        alice.grant(
            access: Sample.accessToken(secrets[0]), refresh: Sample.refreshToken(secrets[1]),
            idToken: Secret(secrets[2]))
    }

    private func sealedSecrets() throws -> [Data] {
        try temporary.store.write { db in
            try ["access_token", "refresh_token", "id_token"].flatMap { table in
                try db.rows(
                    "SELECT secret FROM \(table) WHERE home_account_id = ?", [alice.account.homeAccountID]
                ) { try $0.bytes(0) }
            }
        }
    }

    @Test func noFileHasASecretInTheClear() throws {
        expectNoSecret()
        // During a read, new rows stay in the write-ahead log.
        try temporary.reopened().read { db in
            try db.run("BEGIN")
            try db.run("SELECT * FROM account")
            try temporary.cache.save(grant)
            #expect(try size(of: temporary.location.database + "-wal") > 0)
            expectNoSecret()
            try db.run("COMMIT")
        }
    }

    @Test func logIsEmptyAfterASignInOrARemoval() throws {
        #expect(try size(of: temporary.location.database + "-wal") == 0)
        _ = try temporary.cache.remove(alice.account)
        #expect(try size(of: temporary.location.database + "-wal") == 0)
    }

    /// Whatever writes: each of these processes writes once, and waits for nobody.
    @Test func logStaysShort() throws {
        var sizes: [Int] = []
        for number in 0..<60 {
            let store = temporary.reopened()
            store.tryWriting { try UsageRows(db: $0).add(domain: "\(number).example", of: "tenant\(number)") }
            sizes.append(try size(of: temporary.location.database + "-wal"))
            _ = Unmanaged.passRetained(store)
        }
        #expect(sizes.allSatisfy { $0 <= Database.walLimit })
        #expect(sizes.contains { $0 > 0 })
    }

    private func expectNoSecret() {
        let bytes = temporary.fileBytes()
        #expect(bytes.range(of: Data(alice.account.homeAccountID.utf8)) != nil)
        for secret in secrets { #expect(bytes.range(of: Data(secret.utf8)) == nil) }
    }

    private func size(of path: String) throws -> Int {
        try Data(contentsOf: URL(fileURLWithPath: path)).count
    }

    @Test func noFileHasAnythingOfARemovedAccount() throws {
        let sealed = try sealedSecrets()
        #expect(sealed.count == 3)
        for secret in sealed { #expect(temporary.fileBytes().range(of: secret) != nil) }
        _ = try temporary.profiles.remove("alice")
        let bytes = temporary.fileBytes()
        for secret in sealed { #expect(bytes.range(of: secret) == nil) }
        #expect(bytes.range(of: Data(alice.account.homeAccountID.utf8)) == nil)
        #expect(bytes.range(of: Data(Person.bob.account.homeAccountID.utf8)) != nil)
    }

    @Test func noFileHasAnythingOfARemovedTokenOfSeveralPages() throws {
        try temporary.cache.save(alice.grant(access: Sample.accessToken(String(repeating: "x", count: 20_000))))
        let sealed = try sealedSecrets()
        _ = try temporary.cache.remove(alice.account)
        let bytes = temporary.fileBytes()
        for secret in sealed {
            #expect(bytes.range(of: secret.prefix(64)) == nil)
            #expect(bytes.range(of: secret.suffix(64)) == nil)
        }
    }

    @Test func errorShowsNoSecret() throws {
        try temporary.store.write { try $0.run("DROP TABLE id_token") }
        let error = #expect(throws: StoreError.self) { try temporary.cache.save(grant) }
        let shown = String(describing: error) + String(reflecting: error)
        for secret in secrets { #expect(!shown.contains(secret)) }
    }
}
