import AuthCore
import Foundation
import HTTPTransport
import Testing

@testable import AccountStore

@Suite struct SealingTests {
    private let temporary: TemporaryStore
    private let cache: StoredTokenCache
    private let alice = Person.alice
    private let bob = Person.bob

    init() throws {
        temporary = try TemporaryStore()
        cache = temporary.cache
        try cache.save(alice.grant())
        try cache.save(bob.grant())
    }

    private var alicesAccessToken: SealedRow { .accessToken(alice.key, target: "Mail.Read User.Read") }
    private var alicesRefreshToken: SealedRow { .refreshToken(alice.account, clientID: Sample.clientID) }

    private func refreshToken(_ cache: StoredTokenCache) throws -> RefreshToken? {
        try cache.refreshToken(account: alice.account, clientID: Sample.clientID)
    }

    private func swapSecrets(in table: String) throws {
        try temporary.store.write { db in
            let secrets = try db.rows("SELECT secret FROM \(table) ORDER BY home_account_id") { try $0.bytes(0) }
            for (person, secret) in zip([bob, alice], secrets) {
                try db.run(
                    "UPDATE \(table) SET secret = ? WHERE home_account_id = ?",
                    [secret, person.account.homeAccountID])
            }
        }
    }

    /// A table that is missing in the list would keep secrets of an old key when the key is changed.
    @Test func everyTableWithASecretIsListedWithItsKey() throws {
        let sql = """
            SELECT t.name, group_concat(iif(c.pk > 0, c.name, NULL)) FROM sqlite_schema AS t, pragma_table_info(t.name) AS c
            WHERE t.type = 'table' GROUP BY t.name HAVING max(c.name = 'secret')
            """
        let tables = try temporary.store.read { db in try db.rows(sql) { (try $0.text(0), try $0.text(1)) } } ?? []
        let found = Dictionary(uniqueKeysWithValues: tables).mapValues {
            Set($0.split(separator: ",").map(String.init))
        }
        let listed = Dictionary(uniqueKeysWithValues: SealedTable.all.map { ($0.name, Set($0.keyColumns)) })
        #expect(found == listed && found.count == 8)
    }

    @Test func secretDoesNotUnsealInAnotherRow() throws {
        try swapSecrets(in: "access_token")
        try swapSecrets(in: "refresh_token")
        #expect(try cache.accessTokens(alice.key).isEmpty, "a renewal replaces it")
        #expect(throws: StoreError.cannotUnseal(alicesRefreshToken)) { try refreshToken(cache) }
        try swapSecrets(in: "refresh_token")
        #expect(try refreshToken(cache) == Sample.refreshToken())
    }

    @Test(arguments: [
        "zeroblob(0)", "x'01'", "x'0100'", "zeroblob(60)", "substr(secret, 1, 40)", "x'01' || substr(secret, 2)",
    ])
    func alteredSecretDoesNotUnseal(_ altered: String) throws {
        try temporary.store.write {
            try $0.run("UPDATE refresh_token SET secret = CAST(\(altered) AS BLOB)")
        }
        #expect(throws: StoreError.cannotUnseal(alicesRefreshToken)) { try refreshToken(cache) }
    }

    @Test(arguments: ["zeroblob(0)", "zeroblob(60)", "x'01'"]) func damagedIDTokenIsNamed(_ damaged: String) throws {
        try temporary.store.write { try $0.run("UPDATE id_token SET secret = \(damaged)") }
        #expect(throws: StoreError.cannotUnseal(.idToken(alice.key))) { try cache.idToken(alice.key) }
    }

    @Test func secretWithAnyBitFlippedDoesNotUnseal() throws {
        let sealer = SecretCipher(key: MasterKey())
        let sealed = try sealer.seal(Secret("token"), for: alicesRefreshToken)
        #expect(try sealer.unseal(sealed, of: alicesRefreshToken) == Secret("token"))
        for bit in 0..<sealed.count * 8 {
            var altered = sealed
            altered[bit / 8] ^= 1 << (bit % 8)
            #expect(throws: StoreError.cannotUnseal(alicesRefreshToken)) {
                try sealer.unseal(altered, of: alicesRefreshToken)
            }
        }
    }

    @Test func sealingTwiceGivesDifferentBytes() throws {
        let sealer = SecretCipher(key: MasterKey())
        let seals = try (0..<100).map { _ in try sealer.seal(Secret("token"), for: alicesRefreshToken) }
        #expect(Set(seals).count == 100)
    }

    /// Parts that read the same when joined are still different rows.
    @Test func differentRowsHaveDifferentAssociatedData() throws {
        let keys = [["a", "bc"], ["ab", "c"], ["abc", ""], ["", "abc"], ["a", "b", "c"], ["abc"]]
        let bytes = keys.map { SealedRow(table: "t", key: $0).authenticatedBytes }
        #expect(Set(bytes).count == keys.count)
        #expect(
            SealedRow(table: "ta", key: ["b"]).authenticatedBytes
                != SealedRow(table: "t", key: ["ab"]).authenticatedBytes)
    }

    @Test func secretDoesNotUnsealWithAnotherKey() async throws {
        try MasterKey().withBytes { Data($0) }.write(to: URL(fileURLWithPath: temporary.location.key))
        let other = StoredTokenCache(temporary.reopened())
        #expect(throws: StoreError.wrongKey(path: temporary.location.key)) { try refreshToken(other) }
        #expect(throws: StoreError.wrongKey(path: temporary.location.key)) { try other.accessTokens(alice.key) }
        // Nothing is sealed beside what the right key has sealed.
        #expect(throws: StoreError.wrongKey(path: temporary.location.key)) { try other.save(alice.grant()) }
        await #expect(throws: StoreError.wrongKey(path: temporary.location.key)) {
            try await temporary.reopened().reserve()
        }
    }

    /// Otherwise the next secret would be sealed without a value that tells another key.
    @Test func transactionThatIsUndoneDoesNotCountAsTheCheckOfTheKey() throws {
        struct Undone: Error {}
        let fresh = try TemporaryStore()
        #expect(throws: Undone.self) {
            try fresh.store.write { db in
                _ = try fresh.store.keys.cipher(creatingKeyIn: db)
                throw Undone()
            }
        }
        try fresh.cache.save(alice.grant())
        #expect(try fresh.store.read { try Settings(db: $0).value(of: .keyCheck) } ?? nil != nil)
    }

    @Test func missingKeyIsNotReplacedByANewOne() throws {
        try FileManager.default.removeItem(atPath: temporary.location.key)
        let other = StoredTokenCache(temporary.reopened())
        #expect(throws: StoreError.keyMissing(path: temporary.location.key)) { try refreshToken(other) }
        #expect(throws: StoreError.keyMissing(path: temporary.location.key)) { try other.save(alice.grant()) }
        #expect(!FileManager.default.fileExists(atPath: temporary.location.key))
        // Signing out is the way on, and needs no key.
        _ = try other.remove(alice.account)
        _ = try other.remove(bob.account)
        try other.save(alice.grant())
        #expect(try refreshToken(other) == Sample.refreshToken())
    }

    @Test(arguments: [0, 31, 33, 4096])
    func keyOfTheWrongLengthIsDamaged(_ count: Int) throws {
        try Data(repeating: 7, count: count).write(to: URL(fileURLWithPath: temporary.location.key))
        let damaged = StoreError.keyDamaged(path: temporary.location.key)
        #expect(throws: damaged) { try refreshToken(StoredTokenCache(temporary.reopened())) }
    }

    @Test func storeRemembersItsKeyStore() throws {
        #expect(try temporary.reopened().keyStoreInUse() == .file)
        #expect(try TemporaryStore().store.keyStoreInUse() == nil)
    }

    @Test func keyCannotBePrinted() {
        let key = MasterKey()
        var dumped = ""
        dump(key, to: &dumped)
        #expect("\(key) \(String(reflecting: key))" == "<redacted> <redacted>")
        #expect(dumped == "- <redacted>\n")
    }
}
