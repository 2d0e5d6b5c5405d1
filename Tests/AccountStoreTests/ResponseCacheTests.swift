import AccountProfiles
import AuthCore
import Foundation
import Testing

@testable import AccountStore

@Suite struct ResponseCacheTests {
    private let temporary: TemporaryStore

    init() throws {
        temporary = try TemporaryStore()
        for person in [Person.alice, .bob] { try temporary.profiles.add(person.profile(), with: person.grant()) }
    }

    private var cache: ResponseCache { ResponseCache(temporary.store) }

    private func key(_ url: String = "/me", of person: Person = .alice) -> RequestKey {
        RequestKey(account: person.account, parts: ["client", "tenant", url])
    }

    @Test func responseIsFoundByItsWholeKeyOnly() throws {
        let content = Data([0, 0xFF, 0x0A] + "Dana".utf8)
        cache.save(content, as: key(), at: Sample.now)
        let found = try ResponseCache(temporary.reopened()).response(to: key())
        #expect(found?.content == content && found?.time == Sample.now)
        for other in [
            key("/users"), key(of: .bob), RequestKey(account: Person.alice.account, parts: ["client", "tenant/me"]),
            RequestKey(account: Person.alice.account, parts: ["clienttenant", "/me"]),
        ] {
            #expect(try cache.response(to: other) == nil)
        }
    }

    @Test func newResponseReplacesTheOld() throws {
        cache.save(Data("old".utf8), as: key(), at: Sample.now)
        cache.save(Data("new".utf8), as: key(), at: Sample.now + 60)
        #expect(try cache.response(to: key())?.content == Data("new".utf8))
        #expect(try count() == 1)
    }

    @Test func noFileShowsRequestOrResponse() throws {
        cache.save(Data("Dana Scully's calendar".utf8), as: key("/users/dana@contoso.example"), at: Sample.now)
        let bytes = temporary.fileBytes()
        #expect(bytes.firstRange(of: Data("Scully".utf8)) == nil)
        #expect(bytes.firstRange(of: Data("dana@".utf8)) == nil)
    }

    @Test(arguments: [
        "SET stored_at = stored_at + 1", "SET home_account_id = (SELECT home_account_id FROM account ORDER BY 1 DESC)",
        "SET request = x'00'", "SET secret = x'01'",
    ])
    func changedOrMovedResponseIsRefused(change: String) throws {
        cache.save(Data("old".utf8), as: key(), at: Sample.now)
        try temporary.store.write { try $0.run("UPDATE cached_answer \(change)") }
        for person in [Person.alice, .bob] {
            #expect((try? cache.response(to: key(of: person))) == nil)
        }
    }

    @Test func oldestResponsesMakeRoom() throws {
        let large = Data(count: 8 << 20)
        for number in 0..<9 { cache.save(large, as: key("/\(number)"), at: Sample.now + Double(number)) }
        #expect(try count() == 7)
        #expect(try cache.response(to: key("/1")) == nil)
        #expect(try cache.response(to: key("/8"))?.content.count == 8 << 20)
    }

    @Test func responseThatIsTooLargeIsNotCached() throws {
        cache.save(Data(count: (8 << 20) + 1), as: key(), at: Sample.now)
        #expect(try count() == 0)
    }

    @Test func responsesExpireAfterAMonth() throws {
        cache.save(Data("old".utf8), as: key("/old"), at: Sample.now)
        cache.save(Data("new".utf8), as: key("/new"), at: Sample.now + 31 * 86_400)
        #expect(try cache.response(to: key("/old")) == nil)
        #expect(try count() == 1)
    }

    @Test func signOutRemovesTheResponsesOfThatAccountOnly() throws {
        for person in [Person.alice, .bob] { cache.save(Data("x".utf8), as: key(of: person), at: Sample.now) }
        _ = try temporary.cache.remove(Person.alice.account)
        #expect(try cache.response(to: key()) == nil)
        #expect(try cache.response(to: key(of: .bob)) != nil)
        // A response that arrives after the sign-out is not cached.
        cache.save(Data("late".utf8), as: key(), at: Sample.now)
        #expect(try count() == 1)
    }

    @Test func readingCreatesNoStore() throws {
        let empty = try TemporaryStore()
        #expect(try ResponseCache(empty.store).response(to: key()) == nil)
        #expect(empty.fileNames() == nil)
    }

    private func count() throws -> Int64? {
        try temporary.store.read { db in
            try db.first("SELECT count(*) FROM cached_answer", []) { try $0.integer(0) }
        } ?? nil
    }
}
