import AuthCore
import Foundation
import Testing

@testable import AccountStore

@Suite struct StoredServerMemoryTests {
    private let url = "https://idp.example/.well-known/openid-configuration"
    private let document = Data(#"{"issuer":"https://idp.example"}"#.utf8)

    @Test func aDocumentLastsUntilItsEnd() throws {
        let temporary = try TemporaryStore()
        try temporary.cache.save(Person.alice.grant())
        let discovery = StoredServerMemory(temporary.store)
        try discovery.keep(document, of: url, until: Sample.now + 60)
        #expect(try discovery.document(of: url, at: Sample.now + 59) == document)
        #expect(try discovery.document(of: url, at: Sample.now + 60) == nil)
        #expect(try discovery.document(of: url + "/", at: Sample.now) == nil)
    }

    @Test func theLastDocumentIsTheOneKept() throws {
        let temporary = try TemporaryStore()
        try temporary.cache.save(Person.alice.grant())
        let discovery = StoredServerMemory(temporary.store)
        try discovery.keep(Data("{}".utf8), of: url, until: Sample.now + 60)
        try discovery.keep(document, of: url, until: Sample.now + 90)
        #expect(try StoredServerMemory(temporary.reopened()).document(of: url, at: Sample.now + 80) == document)
    }

    @Test func aServerIsLeftAloneUntilItsTime() throws {
        let temporary = try TemporaryStore()
        try temporary.cache.save(Person.alice.grant())
        try StoredServerMemory(temporary.store).keepQuiet(url, until: Sample.now + 60)
        let memory = StoredServerMemory(temporary.reopened())
        #expect(try memory.quietTime(of: url, at: Sample.now + 59) == Sample.now + 60)
        #expect(try memory.quietTime(of: url, at: Sample.now + 60) == nil)
        #expect(try memory.quietTime(of: "https://other.example", at: Sample.now) == nil)
    }

    /// A document alone is no reason to begin a store.
    @Test func withoutAStoreNothingIsKeptOrCreated() throws {
        let temporary = try TemporaryStore()
        let discovery = StoredServerMemory(temporary.store)
        try discovery.keep(document, of: url, until: .distantFuture)
        #expect(try discovery.document(of: url, at: Sample.now) == nil)
        #expect(!FileManager.default.fileExists(atPath: temporary.location.database))
    }
}
