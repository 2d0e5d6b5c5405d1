import AccountProfiles
import AuthCore
import Foundation
import Testing

@testable import AccountStore

@Suite struct UsageRepositoryTests {
    private let temporary: TemporaryStore
    private let alice: ProfileName
    private let bob: ProfileName
    private var usage: UsageRepository { UsageRepository(temporary.store) }

    init() throws {
        temporary = try TemporaryStore()
        (alice, bob) = (try ProfileName("alice"), try ProfileName("bob"))
        for person in [Person.alice, .bob] { try temporary.profiles.add(person.profile(), with: person.grant()) }
    }

    @Test func itemsAreFoundByTheProfilesThatUsedThem() throws {
        usage.record(ProfileUse(of: alice, for: "me/messages", items: ["m1", "m2"], at: Sample.now))
        usage.record(ProfileUse(of: bob, for: "me/messages", items: ["m2"], at: Sample.now))
        let known = try UsageRepository(temporary.reopened()).profiles(using: ["m1", "m2", "m3"])
        #expect(known == ["m1": [alice], "m2": [alice, bob], "m3": []])
    }

    @Test func oldestItemsAreRemovedBeyondTheLimit() throws {
        for batch in 0..<12 {
            let items = (0..<1000).map { "item-\(batch)-\($0)" }
            usage.record(ProfileUse(of: alice, for: "users", items: items, at: Sample.now + Double(batch)))
        }
        let known = try usage.profiles(using: ["item-0-0", "item-11-999"])
        #expect(known == ["item-0-0": [], "item-11-999": [alice]])
        let count = try temporary.store.read { try $0.first("SELECT count(*) FROM used_item") { try $0.integer(0) } }
        #expect((10_000...11_000).contains((count ?? nil) ?? 0))
    }

    /// Each process reads the whole log before anything else.
    @Test func recordingKeepsTheLogShort() throws {
        for batch in 0..<50 {
            let items = (0..<20).map { "item-\(batch)-\($0)" }
            usage.record(ProfileUse(of: alice, for: "users", items: items, at: Sample.now + Double(batch)))
        }
        #expect(try UsageRepository(temporary.reopened()).profiles(using: ["item-49-19"]) == ["item-49-19": [alice]])
        let log = try FileManager.default.attributesOfItem(atPath: temporary.location.database + "-wal")
        #expect((1...1 << 20).contains(log[.size] as? Int ?? 0))
    }

    @Test func itemsOfSeveralProcessesAtOnceAreAllRecorded() throws {
        let stores = (0..<4).map { _ in temporary.reopened() }
        let items = stores.indices.map { number in (0..<10).map { "item-\(number)-\($0)" } }
        DispatchQueue.concurrentPerform(iterations: stores.count) { number in
            let usage = UsageRepository(stores[number])
            for item in items[number] {
                usage.record(ProfileUse(of: alice, for: "groups", items: [item], at: Sample.now))
            }
            usage.record(verified: ["d\(number).example"], removing: [], of: Person.alice.tenantID)
        }
        let known = try usage.profiles(using: items.flatMap(\.self))
        #expect(known.values.allSatisfy { $0 == [alice] }, "\(known)")
        #expect(try usage.tenantDomains()[Person.alice.tenantID]?.count == stores.count)
    }

    @Test func usesAddUpByTopicAndFade() throws {
        for minute in 0..<3 {
            usage.record(ProfileUse(of: alice, for: "me/messages", at: Sample.now + Double(minute) * 60))
        }
        usage.record(ProfileUse(of: alice, for: "users", at: Sample.now))
        usage.record(ProfileUse(of: bob, for: "users", at: Sample.now))
        let now = Sample.now + 120
        let mail = try usage.frecency(of: "me/messages", at: now)
        #expect(Set(mail.keys) == [alice])
        #expect(abs((mail[alice] ?? 0) - 3) < 0.01)
        let all = try usage.frecency(of: nil, at: now)
        #expect((all[alice] ?? 0) > 3.9 && (all[bob] ?? 0) < 1.1)
        #expect(try (usage.frecency(of: nil, at: now + 28 * 86400)[alice] ?? 0) < 1.1)
    }

    @Test func loopIsRecordedOnceAMinute() throws {
        for second in 0..<59 { usage.record(ProfileUse(of: alice, for: "me", at: Sample.now + Double(second))) }
        #expect(try (usage.frecency(of: "me", at: Sample.now)[alice] ?? 0) < 1.01)
    }

    @Test func timeOfTheLastUseIsRecordedOnceAMinute() throws {
        let recorded = try [0, 59, 60, -3600].map { seconds in
            usage.record(ProfileUse(of: alice, at: Sample.now + seconds))
            return try temporary.profiles.profile(named: "alice").lastUsed?.timeIntervalSince(Sample.now)
        }
        #expect(recorded == [0, 0, 60, -3600])
        #expect(try usage.frecency(of: nil, at: Sample.now).isEmpty)
    }

    @Test func oneRecordHasTimeAndTopic() throws {
        usage.record(ProfileUse(of: alice, for: "", at: Sample.now))
        #expect(try temporary.profiles.profile(named: "alice").lastUsed == Sample.now)
        #expect(try usage.frecency(of: "", at: Sample.now)[alice] == 1)
    }

    @Test func oldestTopicsAreRemovedBeyondTheLimit() throws {
        for topic in 0..<100 {
            usage.record(ProfileUse(of: alice, for: "t\(topic)", at: Sample.now + Double(topic)))
        }
        #expect(try usage.frecency(of: "t0", at: Sample.now).isEmpty)
        #expect(try !usage.frecency(of: "t99", at: Sample.now).isEmpty)
        let count = try temporary.store.read { try $0.first("SELECT count(*) FROM usage") { try $0.integer(0) } }
        #expect(count == 40)
    }

    @Test func domainsOfATenantAddUp() throws {
        usage.record(verified: ["Contoso.example"], removing: [], of: Person.alice.tenantID.uppercased())
        usage.record(verified: ["contoso.example", "contoso.onmicrosoft.com"], removing: [], of: Person.alice.tenantID)
        #expect(
            try usage.tenantDomains() == [Person.alice.tenantID: ["contoso.example", "contoso.onmicrosoft.com"]])
        let same = try usage.tenantDomains(of: [Person.alice.tenantID.uppercased(), Person.bob.tenantID])
        #expect(try same == usage.tenantDomains())
    }

    @Test func grantAddsTheDomainsOfItsTenant() throws {
        let grant = TokenGrant(
            account: Person.alice.account, tenantProfile: nil, clientID: Sample.clientID,
            tenantID: Person.alice.tenantID,
            accessToken: nil, refreshToken: nil, idToken: nil, verifiedDomains: ["Contoso.example", "c.example"])
        try temporary.cache.save(grant)
        #expect(try usage.tenantDomains() == [Person.alice.tenantID: ["contoso.example", "c.example"]])
    }

    @Test func heldScopesAreThoseOfStoredTokens() throws {
        #expect(try usage.heldScopes()[alice]?.contains("Mail.Read") == true)
    }

    @Test func renamedProfileKeepsItsHistory() throws {
        usage.record(ProfileUse(of: alice, for: "me", items: ["m1"], at: Sample.now))
        let renamed = try ProfileName("alicia")
        try temporary.profiles.rename("alice", to: renamed)
        #expect(try usage.profiles(using: ["m1"]) == ["m1": [renamed]])
    }

    /// The owner of an item decides which account may write it, signed in or not.
    @Test func signOutRemovesTheCountsOfThatAccountAndKeepsTheOwnersOfItems() throws {
        for name in [alice, bob] { usage.record(ProfileUse(of: name, for: "me", items: ["m1"], at: Sample.now)) }
        _ = try temporary.cache.remove(Person.alice.account)
        #expect(try usage.profiles(using: ["m1"]) == ["m1": [alice, bob]])
        #expect(Set(try usage.frecency(of: "me", at: Sample.now).keys) == [bob])
    }

    /// A domain moves with a merger.
    @Test func domainBelongsToTheTenantThatHadItLast() throws {
        usage.record(verified: ["moved.example", "contoso.example"], removing: [], of: Person.alice.tenantID)
        usage.record(verified: ["Moved.example"], removing: [], of: Person.bob.tenantID)
        #expect(
            try usage.tenantDomains()
                == [Person.alice.tenantID: ["contoso.example"], Person.bob.tenantID: ["moved.example"]])
        usage.record(verified: ["moved.example"], removing: [], of: Person.alice.tenantID)
        #expect(try usage.tenantDomains(of: [Person.bob.tenantID]).isEmpty)
    }

    @Test func domainThatTheTenantHasLostIsRemoved() throws {
        let id = Person.alice.tenantID
        usage.record(verified: ["a.example", "b.example", "c.example"], removing: [], of: id)
        usage.record(verified: [], removing: ["B.example", "x.example"], of: id)
        #expect(try usage.tenantDomains() == [id: ["a.example", "c.example"]])
        usage.record(verified: ["C.example", "d.example"], removing: nil, of: id)
        #expect(try usage.tenantDomains() == [id: ["c.example", "d.example"]])
    }

    @Test func removedProfileRemovesTheDomainsOfItsTenant() throws {
        usage.record(verified: ["contoso.example"], removing: [], of: Person.alice.tenantID)
        usage.record(verified: ["fabrikam.example"], removing: [], of: Person.bob.tenantID)
        _ = try temporary.profiles.remove("alice")
        #expect(try usage.tenantDomains() == [Person.bob.tenantID: ["fabrikam.example"]])
    }

    @Test func recordingCreatesNoStore() throws {
        let empty = try TemporaryStore()
        let usage = UsageRepository(empty.store)
        usage.record(ProfileUse(of: alice, for: "me", items: ["m1"], at: Sample.now))
        usage.record(verified: ["a.example"], removing: [], of: "t")
        #expect(try usage.tenantDomains().isEmpty && usage.heldScopes().isEmpty)
        #expect(
            try usage.profiles(using: ["m1"]).isEmpty && usage.frecency(of: nil, at: Sample.now).isEmpty)
        #expect(empty.fileNames() == nil)
    }
}
