import AccountProfiles
import AuthCore
import Foundation
import Testing

@testable import AccountStore

/// A profile that another process changes between the start and the end of a sign-in.
@Suite struct EditDuringSignInTests {
    private let alice = Person.alice
    private let temporary: TemporaryStore
    private let profiles: ProfileRepository
    /// The profile as the sign-in has read it.
    private let before: Profile

    init() throws {
        temporary = try TemporaryStore()
        profiles = temporary.profiles
        try profiles.add(alice.profile(), with: alice.grant(access: nil, refresh: nil))
        before = try profiles.profile(named: "alice")
    }

    @Test func editStaysAndTheSignInIsStored() throws {
        let edited = try profiles.edit("alice") { profile in
            profile.scopes = ["Mail.Read"]
            profile.browser = "firefox -P alice"
            profile.graph = "https://graph.example"
        }
        var signedIn = before
        (signedIn.username, signedIn.redirectURI) = ("new@contoso.example", .localhost(port: 8400))
        let stored = try profiles.update(signedIn, addedScopes: ["Files.Read"], with: alice.grant())
        var expected = edited
        (expected.username, expected.redirectURI) = ("new@contoso.example", .localhost(port: 8400))
        expected.scopes = ["Mail.Read", "Files.Read"]
        #expect(stored == expected)
        #expect(try profiles.profile(named: "alice") == expected)
        try profiles.requireUnaltered(expected)
        #expect(try temporary.cache.accessTokens(alice.key).count == 1)
    }

    /// A server can rename its users. Another tenant may call the same account otherwise.
    @Test(arguments: [false, true]) func renamedUserHasTheNewNameInEveryProfileOfTheTenant(byANewProfile: Bool) throws {
        var (second, guest) = (try alice.profile("second"), try alice.profile("guest"))
        (second.clientID, guest.tenantID) = ("another", "another")
        for profile in [second, guest] { try profiles.add(profile, with: alice.grant(access: nil, refresh: nil)) }
        var renamed = byANewProfile ? try alice.profile("third") : before
        (renamed.username, renamed.displayName) = ("alicia@contoso.example", "Alicia")
        if byANewProfile {
            try profiles.add(renamed, with: alice.grant())
        } else {
            try profiles.update(renamed, with: alice.grant())
        }
        for profile in try profiles.profiles() {
            let isOfTenant = profile.tenantID == alice.tenantID
            #expect((profile.username == "alicia@contoso.example") == isOfTenant, "\(profile.name)")
            #expect((profile.displayName == "Alicia") == isOfTenant, "\(profile.name)")
            try profiles.requireUnaltered(profile)
        }
        #expect(try profiles.profiles(withUsername: "ALICIA@contoso.example").count == (byANewProfile ? 3 : 2))
    }

    @Test func profileThatBecameReadOnlyGetsNoAccessTokenAndNoMoreScopes() throws {
        _ = try profiles.edit("alice") { $0.mode = .readOnly }
        #expect(throws: ProfileError.changedDuringSignIn(before.name)) {
            try profiles.update(before, addedScopes: ["Files.ReadWrite"], with: alice.grant())
        }
        #expect(try temporary.cache.refreshToken(account: alice.account, clientID: Sample.clientID) == nil)
        #expect(try profiles.update(before, with: alice.grant()).mode == .readOnly)
        #expect(try temporary.cache.accessTokens(alice.key).isEmpty)
        #expect(try temporary.cache.refreshToken(account: alice.account, clientID: Sample.clientID) != nil)
    }

    @Test func tokensOfAnotherClientOrAccountAreNotStored() throws {
        _ = try profiles.edit("alice") { $0.clientID = "another" }
        #expect(throws: ProfileError.changedDuringSignIn(before.name)) {
            try profiles.update(before, with: alice.grant())
        }
        _ = try profiles.remove("alice")
        try profiles.add(Person.bob.profile("alice"), with: Person.bob.grant())
        #expect(throws: ProfileError.changedDuringSignIn(before.name)) {
            try profiles.update(before, with: alice.grant())
        }
        #expect(try temporary.cache.accounts().map(\.id) == [Person.bob.account])
    }

    @Test func profileThatAnotherProgramAlteredGetsNoTokens() async throws {
        try temporary.store.write { try $0.run("UPDATE profile SET graph = 'https://evil.example'") }
        await #expect(throws: StoreError.alteredProfile("alice")) {
            try await profiles.update(before, with: alice.grant(), in: profiles.reserve())
        }
        #expect(try temporary.cache.accessTokens(alice.key).isEmpty)
        let altered = try profiles.profile(named: "alice")
        #expect(throws: StoreError.alteredProfile("alice")) { try profiles.requireUnaltered(altered) }
    }

    @Test(arguments: [true, false])
    func signInThatIsSavedLateKeepsTheEdit(isForThisProfile: Bool) async throws {
        var reservation: Reservation? = try await profiles.reserve()
        try Database(path: temporary.location.database).run("PRAGMA user_version = 99")
        let newer = StoreError.newer(found: 99, known: Migrations.version)
        await #expect(throws: StoreError.setAside(because: newer)) {
            try await profiles.update(
                before, addedScopes: ["Files.Read"], with: alice.grant(), in: #require(reservation))
        }
        // As the end of the process does.
        reservation = nil
        try Database(path: temporary.location.database).run("PRAGMA user_version = \(Migrations.version)")
        let edit = isForThisProfile ? "scopes = 'Mail.Read'" : "graph = 'https://evil.example'"
        try Database(path: temporary.location.database).run("UPDATE profile SET \(edit)")
        let stored = try ProfileRepository(temporary.reopened()).profiles()
        #expect(stored.map(\.scopes) == [isForThisProfile ? ["Mail.Read", "Files.Read"] : before.scopes])
        #expect(try temporary.cache.accessTokens(alice.key).count == (isForThisProfile ? 1 : 0))
    }
}
