import AccountProfiles
import AuthCore
import Foundation
import HTTPTransport
import Synchronization
import Testing

@testable import AccountStore

/// A refresh token is redeemed only when what comes back can be kept, and what comes back is kept.
@Suite struct RedeemingTests {
    private let temporary: TemporaryStore
    private let alice = Person.alice

    init() throws {
        temporary = try TemporaryStore()
        try temporary.profiles.add(alice.profile(), with: alice.grant())
    }

    private var rotated: TokenGrant {
        alice.grant(access: Sample.accessToken("renewed"), refresh: Sample.refreshToken("rotated"))
    }

    private func refreshToken() throws -> String? {
        try StoredTokenCache(temporary.reopened())
            .refreshToken(account: alice.account, clientID: Sample.clientID)?.secret.expose()
    }

    private func accessTokens() throws -> [String] {
        try StoredTokenCache(temporary.reopened()).accessTokens(alice.key).map { $0.secret.expose() }
    }

    /// The bytes of all spare files.
    private func spareBytes() throws -> Data {
        let folder = temporary.location.spare
        return try FileManager.default.contentsOfDirectory(atPath: folder).reduce(into: Data()) { bytes, name in
            bytes += try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
        }
    }

    /// A server can rename its users.
    @Test func renewalTellsTheProfilesTheNewUsername() async throws {
        let renewed = TokenGrant(
            account: alice.account,
            tenantProfile: TenantProfile(
                tenantID: alice.tenantID, objectID: "o", username: "alice.new@contoso.example", displayName: ""),
            clientID: Sample.clientID, tenantID: alice.tenantID, accessToken: nil,
            refreshToken: Sample.refreshToken("rotated"), idToken: nil)
        let before = try temporary.profiles.profile(named: "alice")
        _ = try await temporary.cache.redeem(Sample.refreshToken(), of: alice.key) { renewed }
        let after = try temporary.profiles.profile(named: "alice")
        #expect(after.username == "alice.new@contoso.example" && after.displayName == before.displayName)
        try temporary.profiles.requireUnaltered(after)
    }

    @Test func nothingIsSentWhereANewerVersionOwnsTheStore() async throws {
        _ = try temporary.cache.accounts()
        try Database(path: temporary.location.database).run("PRAGMA user_version = 99")
        await #expect(throws: StoreError.newer(found: 99, known: Migrations.version)) {
            try await temporary.cache.redeem(Sample.refreshToken(), of: alice.key) {
                Issue.record("sent")
                return alice.grant()
            }
        }
    }

    @Test func storeThatIsBusyForAWhileIsWaitedFor() async throws {
        let rotated = rotated
        let renewal = try await temporary.cache.redeem(Sample.refreshToken(), of: alice.key) { [temporary] in
            let busy = try Database(path: temporary.location.database)
            try busy.run("BEGIN IMMEDIATE")
            Thread.detachNewThread {
                usleep(1_500_000)
                _ = try? busy.run("COMMIT")
            }
            return rotated
        }
        guard case .saved = renewal?.storage else {
            Issue.record("\(String(describing: renewal))")
            return
        }
        #expect(try refreshToken() == "rotated")
    }

    @Test func tokensThatTheDatabaseCannotTakeAreSavedByTheNextStart() async throws {
        let rotated = rotated
        // A newer version takes the database over while the server answers.
        let renewal = try await temporary.cache.redeem(Sample.refreshToken(), of: alice.key) { [temporary] in
            try Database(path: temporary.location.database).run("PRAGMA user_version = 99")
            return rotated
        }
        guard case .setAside(let error)? = renewal?.storage else {
            Issue.record("\(String(describing: renewal))")
            return
        }
        #expect(error as? StoreError == .newer(found: 99, known: Migrations.version))
        #expect(try spareBytes().range(of: Data("rotated".utf8)) == nil, "sealed")
        #expect(try spareBytes().contains { $0 != 0 })
        try Database(path: temporary.location.database).run("PRAGMA user_version = \(Migrations.version)")
        #expect(try refreshToken() == "rotated")
        #expect(try accessTokens() == ["renewed"])
        #expect(try !spareBytes().contains { $0 != 0 })
    }

    /// A process that runs for long has the database open, and would send the refresh token that it has spent.
    @Test func nextRenewalHasTheTokenThatWasSetAside() async throws {
        let rotated = rotated
        _ = try await temporary.cache.redeem(Sample.refreshToken(), of: alice.key) { [temporary] in
            try Database(path: temporary.location.database).run("PRAGMA user_version = 99")
            return rotated
        }
        try Database(path: temporary.location.database).run("PRAGMA user_version = \(Migrations.version)")
        @Sendable func refreshToken() throws -> Secret? {
            try temporary.cache.refreshToken(account: alice.account, clientID: Sample.clientID)?.secret
        }
        #expect(try refreshToken() == Sample.refreshToken().secret)
        let renewed = try await temporary.cache.withRefreshLock(
            account: alice.account, clientID: Sample.clientID, timeout: .seconds(1)
        ) { try refreshToken() }
        #expect(renewed == Secret("rotated"))
    }

    @Test func refreshTokenIsKeptWhereThereIsNoRoomForTheOthers() async throws {
        let large = alice.grant(
            access: Sample.accessToken(String(repeating: "a", count: 40_000)), refresh: Sample.refreshToken("rotated"))
        _ = try await temporary.cache.redeem(Sample.refreshToken(), of: alice.key) { [temporary] in
            try Database(path: temporary.location.database).run("PRAGMA user_version = 99")
            return large
        }
        #expect(try spareBytes().count == SpareFile.size)
        try Database(path: temporary.location.database).run("PRAGMA user_version = \(Migrations.version)")
        #expect(try refreshToken() == "rotated")
    }

    @Test func tokensThatWereSetAsideDoNotReplaceANewerSignIn() async throws {
        let rotated = rotated
        _ = try await temporary.cache.redeem(Sample.refreshToken(), of: alice.key) { [temporary] in
            try Database(path: temporary.location.database).run("PRAGMA user_version = 99")
            return rotated
        }
        let spare = "\(temporary.location.spare)/1"
        let content = try Data(contentsOf: URL(filePath: spare))
        try Database(path: temporary.location.database).run("PRAGMA user_version = \(Migrations.version)")
        try StoredTokenCache(temporary.reopened()).save(alice.grant(refresh: Sample.refreshToken("newer")))
        try content.write(to: URL(filePath: spare))
        #expect(try refreshToken() == "newer")
        #expect(try !spareBytes().contains { $0 != 0 })
    }

    @Test func halfAWrittenSpareFileIsCleared() async throws {
        _ = try await temporary.store.reserve()
        let spare = "\(temporary.location.spare)/1"
        try Data([1, 0, 0, 0, 80] + [UInt8](repeating: 7, count: 90)).write(to: URL(filePath: spare))
        #expect(try refreshToken() == Sample.refreshToken().secret.expose())
        #expect(try !spareBytes().contains { $0 != 0 })
    }

    /// Another version may know what they are.
    @Test func sealedTokensThatCannotBeReadAreKept() async throws {
        let key = try SecretCipher(key: #require(try temporary.store.loadedKey()))
        let sealed = try key.seal(Data(#"{"tokens":"of another version"}"#.utf8), for: .spareFile("1"))
        try await temporary.store.reserve().spare.write(sealed)
        let before = try spareBytes()
        #expect(try refreshToken() == Sample.refreshToken().secret.expose())
        #expect(try spareBytes() == before)
    }

    @Test func signInThatCannotBeSavedIsSavedByTheNextStart() async throws {
        let bob = Person.bob
        var reservation: Reservation? = try await temporary.profiles.reserve()
        try Database(path: temporary.location.database).run("PRAGMA user_version = 99")
        let newer = StoreError.newer(found: 99, known: Migrations.version)
        await #expect(throws: StoreError.setAside(because: newer)) {
            try await temporary.profiles.add(
                bob.profile("alice"), with: bob.grant(), credential: .secret(Secret("s3cret")),
                in: #require(reservation))
        }
        // As the end of the process does.
        reservation = nil
        try Database(path: temporary.location.database).run("PRAGMA user_version = \(Migrations.version)")
        // The name was free when the person signed in, and is not now.
        let names = try ProfileRepository(temporary.reopened()).profiles().map(\.name.text)
        #expect(names.count == 2 && names.contains("alice"))
        let late = try #require(names.first { $0 != "alice" })
        let profile = try temporary.profiles.profile(named: late)
        #expect(try profile == bob.profile(late))
        #expect(try temporary.profiles.credential(of: profile) == .secret(Secret("s3cret")))
        #expect(try temporary.cache.accessTokens(bob.key) == [Sample.accessToken()])
    }

    @Test func manyAtOnceHaveAPlaceEachAndLeaveFewFiles() async throws {
        var reservations: [Reservation]? = []
        for _ in 0..<20 { reservations!.append(try await temporary.reopened().reserve()) }
        #expect(Set(reservations!.map(\.spare.path)).count == 20)
        let key = try SecretCipher(key: #require(try temporary.store.loadedKey()))
        try reservations!.last!.spare.write(key.seal(Data("kept".utf8), for: .spareFile("20")))
        reservations = nil
        let names = try FileManager.default.contentsOfDirectory(atPath: temporary.location.spare)
        #expect(names.sorted() == ["1", "2", "20", "3", "4"])
        #expect(try await temporary.store.reserve().spare.name == "1")
    }

    /// Another process rotates the key for up to 30 seconds.
    @Test func cancelledTaskDoesNotWaitForTheLockOfTheKey() async throws {
        _ = try temporary.store.read { _ in }
        let lock = try FileLock.tryAcquire(temporary.location.keyLock)
        let task = Task { [temporary] in _ = try await temporary.store.reserve() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        withExtendedLifetime(lock) {}
    }

    @Test func processIsHeldFromTheRequestToTheDisk() async throws {
        let gate = ClosedGate()
        let store = Store(
            at: temporary.location,
            exitGate: ExitGate(
                close: { gate.depth.add(1, ordering: .relaxed) }, open: { gate.depth.subtract(1, ordering: .relaxed) }))
        let rotated = rotated
        _ = try await StoredTokenCache(store).redeem(Sample.refreshToken(), of: alice.key) {
            #expect(gate.depth.load(ordering: .relaxed) == 1)
            return rotated
        }
        #expect(gate.depth.load(ordering: .relaxed) == 0)
        await #expect(throws: CancellationError.self) {
            try await StoredTokenCache(store).redeem(Sample.refreshToken(), of: alice.key) { throw CancellationError() }
        }
        #expect(gate.depth.load(ordering: .relaxed) == 0)
    }

    @Test func logIsNotMovedByEachRenewal() async throws {
        // The first renewal makes the spare file and the log.
        let (rotated, first) = (rotated, alice.grant())
        _ = try await temporary.cache.redeem(Sample.refreshToken(), of: alice.key) { first }
        let before = try logSize
        _ = try await temporary.cache.redeem(Sample.refreshToken(), of: alice.key) { rotated }
        #expect(try logSize > before)
    }

    private var logSize: Int {
        get throws {
            let attributes = try FileManager.default.attributesOfItem(atPath: temporary.location.database + "-wal")
            return (attributes[.size] as? NSNumber)?.intValue ?? 0
        }
    }
}

private final class ClosedGate: Sendable {
    /// The number of calls that closed the exit gate and have not opened it yet.
    let depth = Atomic(0)
}
