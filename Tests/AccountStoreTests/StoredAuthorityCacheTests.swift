import AuthCore
import Foundation
import Testing

@testable import AccountStore

@Suite struct StoredAuthorityCacheTests {
    private let url = "https://idp.example/.well-known/openid-configuration"
    private let document = Data(#"{"issuer":"https://idp.example"}"#.utf8)

    @Test func documentIsFoundUntilItExpires() throws {
        let temporary = try TemporaryStore()
        try temporary.cache.save(Person.alice.grant())
        let discovery = StoredAuthorityCache(temporary.store)
        try discovery.save(document, of: url, until: Sample.now + 60)
        #expect(try discovery.document(of: url, at: Sample.now + 59) == document)
        #expect(try discovery.document(of: url, at: Sample.now + 60) == nil)
        #expect(try discovery.document(of: url + "/", at: Sample.now) == nil)
    }

    @Test func newDocumentReplacesTheOld() throws {
        let temporary = try TemporaryStore()
        try temporary.cache.save(Person.alice.grant())
        let discovery = StoredAuthorityCache(temporary.store)
        try discovery.save(Data("{}".utf8), of: url, until: Sample.now + 60)
        try discovery.save(document, of: url, until: Sample.now + 90)
        #expect(try StoredAuthorityCache(temporary.reopened()).document(of: url, at: Sample.now + 80) == document)
    }

    /// Changes by an attacker who can write the database but has no key.
    @Test(arguments: [
        "UPDATE discovery SET secret = CAST('{\"issuer\":\"https://idp.example\"}' AS BLOB)",
        "UPDATE discovery SET expires_on = expires_on + 1000", "UPDATE discovery SET secret = x''",
        "UPDATE discovery SET secret = (SELECT secret FROM discovery WHERE url LIKE '%other%')",
        "UPDATE discovery SET secret = (SELECT secret FROM access_token)",
    ])
    func changedDocumentIsNotReturned(change: String) throws {
        let temporary = try TemporaryStore()
        try temporary.cache.save(Person.alice.grant())
        let discovery = StoredAuthorityCache(temporary.store)
        try discovery.save(document, of: url, until: Sample.now + 60)
        try discovery.save(document, of: "https://other.example", until: Sample.now + 60)
        try temporary.store.write { try $0.run(change) }
        #expect(try discovery.document(of: url, at: Sample.now) == nil)
        try discovery.save(document, of: url, until: Sample.now + 60)
        #expect(try discovery.document(of: url, at: Sample.now) == document, "fetched again")
    }

    @Test func documentIsSealedAndNotReturnedWithoutTheKey() throws {
        let temporary = try TemporaryStore()
        try temporary.cache.save(Person.alice.grant())
        try StoredAuthorityCache(temporary.store).save(document, of: url, until: Sample.now + 60)
        #expect(temporary.fileBytes().range(of: document) == nil)
        try FileManager.default.removeItem(atPath: temporary.location.key)
        #expect(try StoredAuthorityCache(temporary.reopened()).document(of: url, at: Sample.now) == nil)
    }

    @Test func throttlingEndsAtItsTime() throws {
        let temporary = try TemporaryStore()
        try temporary.cache.save(Person.alice.grant())
        try StoredAuthorityCache(temporary.store).setThrottled(url, until: Sample.now + 60)
        let memory = StoredAuthorityCache(temporary.reopened())
        #expect(try memory.throttledUntil(of: url, at: Sample.now + 59) == Sample.now + 60)
        #expect(try memory.throttledUntil(of: url, at: Sample.now + 60) == nil)
        #expect(try memory.throttledUntil(of: "https://other.example", at: Sample.now) == nil)
    }

    /// A document alone is no reason to begin a store.
    @Test func nothingIsSavedWithoutAStore() throws {
        let temporary = try TemporaryStore()
        let discovery = StoredAuthorityCache(temporary.store)
        try discovery.save(document, of: url, until: .distantFuture)
        #expect(try discovery.document(of: url, at: Sample.now) == nil)
        #expect(!FileManager.default.fileExists(atPath: temporary.location.database))
    }
}
