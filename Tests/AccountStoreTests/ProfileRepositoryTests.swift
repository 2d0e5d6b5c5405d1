import AccountProfiles
import AuthCore
import Foundation
import HTTPTransport
import Testing

@testable import AccountStore

@Suite struct ProfileRepositoryTests {
    private let temporary: TemporaryStore
    private let profiles: ProfileRepository
    private let cache: StoredTokenCache

    init() throws {
        temporary = try TemporaryStore()
        profiles = temporary.profiles
        cache = temporary.cache
    }

    @Test func profilesAreReadAsTheyWereWrittenSortedByName() throws {
        var other = try Person.bob.profile("Älter")
        other.mode = .readOnly
        other.kind = .oidc
        other.graph = nil
        other.browser = "firefox -P 'a b'"
        other.tenantID = ""
        other.authority = try Authority(kind: .oidc, url: "https://issuer.example/realms/x")
        let work = try Person.alice.profile("work")
        try profiles.add(work, with: Person.alice.grant())
        try profiles.add(other, with: Person.bob.grant())
        let home = try Person.alice.profile("Home")
        try profiles.add(home, with: Person.alice.grant())
        let found = try ProfileRepository(temporary.reopened()).profiles()
        #expect(found == [home, work, other])
        #expect(found.map(\.name.text) == ["Home", "work", "Älter"])
    }

    @Test(arguments: ["work", "WORK", "Work"])
    func namesAreFoundInAnyCase(_ typed: String) throws {
        try profiles.add(Person.alice.profile("Work"), with: Person.alice.grant())
        #expect(try profiles.profile(named: typed).name.text == "Work")
    }

    @Test(arguments: [("ÄRGER", "ärger"), ("ΣΟΦΊΑ", "σοφία"), ("ДОМ", "дом")])
    func caseIsIgnoredInEveryAlphabet(_ name: String, _ again: String) throws {
        try profiles.add(Person.alice.profile(name), with: Person.alice.grant())
        #expect(throws: ProfileError.nameInUse(try ProfileName(again))) {
            try profiles.add(Person.bob.profile(again), with: Person.bob.grant())
        }
    }

    @Test(
        arguments: [
            ("Litware.Example", ["litware.example"]), ("00000000-0000-4000-8000-000000000000", []), ("common", []),
            ("", []), (nil, []),
        ] as [(String?, Set<String>)])
    func typedDomainOfTheTenantIsKept(domain: String?, domains: Set<String>) throws {
        try temporary.profiles.add(Person.alice.profile(), with: Person.alice.grant(), domain: domain)
        let known = try UsageRepository(temporary.reopened()).tenantDomains()
        #expect(known[Person.alice.tenantID.lowercased()] ?? [] == domains)
    }

    @Test func nameInUseStoresNothing() throws {
        try profiles.add(Person.alice.profile("work"), with: Person.alice.grant())
        #expect(throws: ProfileError.nameInUse(try ProfileName("work"))) {
            try profiles.add(Person.bob.profile("work"), with: Person.bob.grant())
        }
        #expect(try cache.accounts().map(\.id) == [Person.alice.account])
        #expect(try profiles.profile(named: "work").account == Person.alice.account)
    }

    @Test func unknownNameFailsWithTheNearestNames() throws {
        try profiles.add(Person.alice.profile("work"), with: Person.alice.grant())
        let expected = ProfileError.unknown("wrok", nearest: [try ProfileName("work")])
        #expect(throws: expected) { try profiles.profile(named: "wrok") }
        #expect(throws: expected) { try profiles.use("wrok") }
        #expect(throws: expected) { try profiles.remove("wrok") }
        #expect(throws: expected) { try profiles.rename("wrok", to: ProfileName("x")) }
        #expect(throws: expected) { try profiles.update(Person.alice.profile("wrok"), with: Person.alice.grant()) }
    }

    @Test func newSignInReplacesTheProfileInPlace() throws {
        try profiles.add(Person.alice.profile("work"), with: Person.alice.grant())
        let name = try ProfileName("work")
        UsageRepository(temporary.store).record(ProfileUse(of: name, at: Sample.now))
        var changed = try Person.alice.profile("work")
        changed.username = "new@contoso.example"
        let grant = Person.alice.grant(refresh: Sample.refreshToken("new"))
        let stored = try profiles.update(changed, addedScopes: ["Files.Read"], with: grant)
        changed.scopes = changed.scopes.union(["Files.Read"])
        changed.lastUsed = Sample.now
        #expect(stored == changed)
        #expect(try profiles.profiles() == [changed])
        let token = try cache.refreshToken(account: Person.alice.account, clientID: Sample.clientID)
        #expect(token?.secret.expose() == "new")
        #expect(try profiles.current() == name)
    }

    @Test func lastProfileOfAnAccountRemovesTheAccount() throws {
        try profiles.add(Person.alice.profile("one"), with: Person.alice.grant())
        try profiles.add(Person.alice.profile("two"), with: Person.alice.grant())
        #expect(try profiles.remove("one") == nil)
        #expect(try cache.accessTokens(Person.alice.key).count == 1)
        #expect(try profiles.remove("two") == RemovedTokens(accessTokens: 1, refreshTokens: 1, idTokens: 1))
        #expect(try cache.accounts().isEmpty)
    }

    @Test func profilesOutliveTheSignOutOfTheirAccount() throws {
        try profiles.add(Person.alice.profile("work"), with: Person.alice.grant())
        _ = try cache.remove(Person.alice.account)
        #expect(try profiles.profiles().count == 1)
        #expect(try profiles.current() == ProfileName("work"))
    }

    @Test func defaultClientIDIsStored() throws {
        #expect(try profiles.defaultClientID() == nil)
        try profiles.setDefaultClientID("first")
        try profiles.setDefaultClientID("second")
        #expect(try ProfileRepository(temporary.reopened()).defaultClientID() == "second")
    }
}
