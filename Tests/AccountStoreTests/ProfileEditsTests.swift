import AccountProfiles
import AuthCore
import Foundation
import Testing

@testable import AccountStore

@Suite struct ProfileEditsTests {
    private let temporary: TemporaryStore
    private let profiles: ProfileRepository

    init() throws {
        temporary = try TemporaryStore()
        profiles = temporary.profiles
        try profiles.add(Person.alice.profile(), with: Person.alice.grant())
    }

    @Test func editIsStoredAndSealed() throws {
        let edited = try profiles.edit("ALICE") { profile in
            profile.scopes = ["Mail.Read"]
            profile.browser = "firefox -P alice"
        }
        let reopened = ProfileRepository(temporary.reopened())
        #expect(try reopened.profile(named: "alice") == edited)
        #expect(edited.browser == "firefox -P alice")
        try reopened.requireUnaltered(edited)
        #expect(try reopened.status(of: edited.name, at: Sample.now).state == .signedIn)
    }

    @Test func editThatThrowsChangesNothing() throws {
        struct Refusal: Error {}
        let before = try profiles.profile(named: "alice")
        #expect(throws: Refusal.self) {
            _ = try profiles.edit("alice") { profile in
                profile.mode = .readOnly
                throw Refusal()
            }
        }
        #expect(try profiles.profile(named: "alice") == before)
    }

    @Test func editOfTheNameOrTheAccountIsRefused() throws {
        let before = try profiles.profile(named: "alice")
        let refusal = ProfileError.notEditable(before.name)
        #expect(throws: refusal) { try profiles.edit("alice") { $0.name = try ProfileName("Alice") } }
        #expect(throws: refusal) { try profiles.edit("alice") { $0.account = Person.bob.account } }
        #expect(try profiles.profile(named: "alice") == before)
    }

    @Test(arguments: [
        "browser = 'sh -c x'", "graph = 'https://graph.example'", "tls_certificate = '/x'", "client_id = 'x'",
        "seal = NULL",
    ])
    func alteredProfileIsNotSealedAgain(change: String) throws {
        try temporary.store.write { try $0.run("UPDATE profile SET \(change)") }
        #expect(throws: StoreError.alteredProfile("alice")) {
            _ = try profiles.edit("alice") { $0.mode = .readOnly }
        }
    }

    @Test func profileThatBecomesReadOnlyLosesItsAccessTokens() throws {
        _ = try profiles.edit("alice") { $0.scopes = ["Mail.Read"] }
        #expect(try temporary.cache.accessTokens(Person.alice.key).count == 1)
        _ = try profiles.edit("alice") { $0.mode = .readOnly }
        #expect(try temporary.cache.accessTokens(Person.alice.key).isEmpty)
        #expect(try temporary.cache.refreshToken(account: Person.alice.account, clientID: Sample.clientID) != nil)
    }

    /// A new key seals whatever is in the store. A browser is run, so it must not come from there.
    @Test func browsersAreForgottenWithTheKey() throws {
        _ = try profiles.edit("alice") { $0.browser = "firefox" }
        _ = try profiles.removeTokens(of: [Person.alice.account])
        try FileManager.default.removeItem(atPath: temporary.location.key)
        let reopened = ProfileRepository(temporary.reopened())
        let before = try reopened.profile(named: "alice")
        #expect(throws: StoreError.browserForgotten("alice")) { try reopened.requireUnaltered(before) }
        let alice = try reopened.profile(named: "alice")
        #expect(alice.browser == nil)
        #expect(throws: StoreError.alteredProfile("alice")) { try reopened.requireUnaltered(before) }
        try reopened.requireUnaltered(alice)
    }

    @Test func defaultClientIDIsForgotten() throws {
        #expect(try profiles.removeDefaultClientID() == nil)
        try profiles.setDefaultClientID("id")
        #expect(try profiles.removeDefaultClientID() == "id")
        #expect(try profiles.defaultClientID() == nil)
    }
}
