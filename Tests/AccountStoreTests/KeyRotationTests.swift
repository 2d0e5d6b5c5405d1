import AccountProfiles
import AuthCore
import Foundation
import HTTPTransport
import Testing

@testable import AccountStore

/// A new master key: everything is sealed with it, and other processes notice.
@Suite struct KeyRotationTests {
    private let temporary: TemporaryStore
    private let alice = Person.alice
    private let app = AccountID(homeAccountID: "client.tenant", environment: "login.example")
    private let request: RequestKey
    private let url = "https://login.example/openid-configuration"

    init() throws {
        temporary = try TemporaryStore()
        request = RequestKey(account: Person.alice.account, parts: ["GET", "/me"])
        try temporary.profiles.add(alice.profile(), with: alice.grant())
        try temporary.profiles.add(Person.bob.profile(), with: Person.bob.grant())
        ResponseCache(temporary.store).save(Data("response".utf8), as: request, at: Sample.now)
        TransferStore(temporary.store).save(
            Data("transfer".utf8), as: request, until: Sample.now + 3600, at: Sample.now)
        try StoredAuthorityCache(temporary.store).save(Data("{}".utf8), of: url, until: Sample.now + 3600)
    }

    private func expectEverything(of store: Store, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let cache = StoredTokenCache(store)
        #expect(try cache.accessTokens(alice.key) == [Sample.accessToken()], sourceLocation: sourceLocation)
        #expect(
            try cache.refreshToken(account: alice.account, clientID: Sample.clientID) == Sample.refreshToken(),
            sourceLocation: sourceLocation)
        #expect(try cache.idToken(alice.key) != nil, sourceLocation: sourceLocation)
        #expect(
            try ResponseCache(store).response(to: request)?.content == Data("response".utf8),
            sourceLocation: sourceLocation)
        #expect(
            try TransferStore(store).content(of: request, at: Sample.now) == Data("transfer".utf8),
            sourceLocation: sourceLocation)
        #expect(
            try StoredAuthorityCache(store).document(of: url, at: Sample.now) == Data("{}".utf8),
            sourceLocation: sourceLocation)
        try ProfileRepository(store).requireUnaltered(alice.profile())
    }

    private func keyFiles() -> [String] { (temporary.fileNames() ?? []).filter { $0.hasPrefix("key") } }

    @Test func everySecretIsSealedWithTheNewKey() throws {
        let old = try temporary.store.loadedKey()
        for _ in 0..<3 {
            let outcome = try KeyRotation(temporary.reopened()).run()
            #expect(outcome == .init(before: .file, after: .file, isOldKeyRemoved: true))
            #expect(keyFiles().count == 1)
            try expectEverything(of: temporary.reopened())
        }
        #expect(try temporary.reopened().loadedKey() != old)
    }

    @Test func processThatHoldsTheOldKeyLoadsTheNewOne() throws {
        let (reader, writer) = (temporary.reopened(), temporary.reopened())
        try expectEverything(of: reader)
        try StoredTokenCache(writer).save(alice.grant())
        _ = try KeyRotation(temporary.reopened()).run()
        try StoredTokenCache(writer).save(alice.grant(access: Sample.accessToken("new")))
        #expect(try StoredTokenCache(temporary.reopened()).accessTokens(alice.key) == [Sample.accessToken("new")])
        try StoredTokenCache(writer).save(alice.grant())
        try expectEverything(of: reader)
    }

    /// Otherwise a rotation would approve of where another program sends the tokens.
    @Test func alteredProfileStaysAltered() throws {
        try temporary.store.write {
            try $0.run("UPDATE profile SET graph = 'https://evil.example' WHERE name = 'alice'")
        }
        _ = try KeyRotation(temporary.reopened()).run()
        let profile = try temporary.profiles.profile(named: "alice")
        #expect(throws: StoreError.alteredProfile("alice")) { try temporary.profiles.requireUnaltered(profile) }
        try temporary.profiles.requireUnaltered(Person.bob.profile())
    }

    @Test func credentialIsSealedAnewWithItsReference() throws {
        try temporary.store.write { db in
            try AccountRows(db: db).add(app)
            let cipher = try temporary.store.keys.cipher(creatingKeyIn: db)
            try CredentialRows(db: db).save(.secret(Secret("s3cret")), of: .app(app), with: cipher)
        }
        _ = try KeyRotation(temporary.reopened()).run()
        let store = temporary.reopened()
        let credential = try store.read { try CredentialRows(db: $0).credential(of: .app(app), keys: store.keys) }
        #expect(credential == .secret(Secret("s3cret")))
    }

    @Test func damagedRowStaysAndTheOthersAreSealed() throws {
        try temporary.store.write { try $0.run("UPDATE id_token SET secret = x'0102'") }
        _ = try KeyRotation(temporary.reopened()).run()
        #expect(try temporary.cache.accessTokens(alice.key) == [Sample.accessToken()])
        #expect(throws: StoreError.cannotUnseal(.idToken(alice.key))) { try temporary.cache.idToken(alice.key) }
    }

    @Test func wrongKeyIsNotReplaced() throws {
        try MasterKey().withBytes { try Data($0).write(to: URL(filePath: temporary.location.key)) }
        #expect(throws: StoreError.wrongKey(path: temporary.location.key)) {
            try KeyRotation(temporary.reopened()).run()
        }
        #expect(keyFiles() == ["key"])
    }

    @Test func missingKeyIsNotReplaced() throws {
        try FileManager.default.removeItem(atPath: temporary.location.key)
        #expect(throws: StoreError.keyMissing(path: temporary.location.key)) {
            try KeyRotation(temporary.reopened()).run()
        }
        #expect(keyFiles() == [])
    }

    /// The first rotation gives the key a file with another name.
    @Test func errorNamesTheFileOfTheKeyInUse() throws {
        _ = try KeyRotation(temporary.reopened()).run()
        let name = try #require(keyFiles().first)
        #expect(name != "key")
        let path = "\(temporary.location.directory)/\(name)"
        try MasterKey().withBytes { try Data($0).write(to: URL(filePath: path)) }
        #expect(throws: StoreError.wrongKey(path: path)) { try KeyRotation(temporary.reopened()).run() }
        #expect(try temporary.reopened().keyStatus().file == path)
        try FileManager.default.removeItem(atPath: path)
        #expect(throws: StoreError.keyMissing(path: path)) { try KeyRotation(temporary.reopened()).run() }
    }

    @Test func storeWithoutSecretsHasNoKeyToRotate() throws {
        let fresh = try TemporaryStore()
        #expect(throws: StoreError.keyMissing(path: fresh.location.key)) { try KeyRotation(fresh.store).run() }
    }

    /// What an interrupted rotation leaves: the new key is noted and saved, or the old one is noted and still there.
    @Test func keyIsMissingOnlyWhereThereAreSecrets() throws {
        try FileManager.default.removeItem(atPath: temporary.location.key)
        #expect(try temporary.reopened().keyStatus().state == .missing)
        try temporary.store.write { db in
            for table in ["access_token", "refresh_token", "id_token", "cached_answer", "unfinished_transfer"] {
                try db.run("DELETE FROM \(table)")
            }
        }
        #expect(try temporary.reopened().keyStatus().state == KeyStatus.State.none)
    }

    @Test func laterRunRemovesTheKeyThatIsNotInUse() async throws {
        let left = KeyPlace(store: .file, id: .random())
        try temporary.store.write { try Settings(db: $0).setUnusedKeys([left, .first]) }
        try FileKeyStore(at: temporary.location).save(MasterKey(), as: left.id)
        #expect(keyFiles().count == 2)
        _ = try await temporary.reopened().reserve()
        #expect(keyFiles() == ["key"], "the store's own key stays, whatever is noted")
        #expect(try temporary.store.read { try Settings(db: $0).unusedKeys() } == [])
    }

    @Test func rotationsAtOnceLeaveOneKey() async throws {
        try await withThrowingTaskGroup(of: KeyRotation.Outcome?.self) { group in
            for _ in 0..<4 { group.addTask { try KeyRotation(temporary.reopened()).run() } }
            for try await outcome in group { #expect(outcome?.isOldKeyRemoved == true) }
        }
        #expect(keyFiles().count == 1)
        try expectEverything(of: temporary.reopened())
    }

    /// A reader that meets the old seal with the new key, or the new seal with the old key, blames neither.
    @Test func profileIsNotTakenForAlteredWhileTheKeyChanges() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for _ in 0..<40 { _ = try KeyRotation(temporary.reopened()).run() } }
            for _ in 0..<3 {
                group.addTask {
                    for _ in 0..<200 {
                        let store = temporary.reopened()
                        try ProfileRepository(store).requireUnaltered(alice.profile())
                        #expect(try store.damagedSecrets() == [])
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func rotationWaitsForTokensThatAreUnderWay() async throws {
        let store = temporary.reopened()
        var reservation: Reservation? = try await store.reserve()
        let tokens = UnsavedTokens(
            grant: alice.grant(access: Sample.accessToken("late"), refresh: Sample.refreshToken("late")),
            origin: .renewal(redeemed: UnsavedTokens.digest(of: Sample.refreshToken())))
        let rotation = Task { try KeyRotation(temporary.reopened()).run() }
        // The database does not take them, so they are sealed into the spare file.
        await #expect(throws: StoreError.self) {
            try await store.save(tokens, in: #require(reservation)) { _ in throw StoreError.full(path: "") }
        }
        reservation = nil
        _ = try await rotation.value
        #expect(try StoredTokenCache(temporary.reopened()).accessTokens(alice.key) == [Sample.accessToken("late")])
    }
}
