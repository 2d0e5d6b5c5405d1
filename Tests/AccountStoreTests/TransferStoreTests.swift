import AccountProfiles
import AuthCore
import Foundation
import Testing

@testable import AccountStore

@Suite struct TransferStoreTests {
    private let temporary: TemporaryStore

    init() throws {
        temporary = try TemporaryStore()
        for person in [Person.alice, .bob] { try temporary.profiles.add(person.profile(), with: person.grant()) }
    }

    private var transfers: TransferStore { TransferStore(temporary.store) }
    private let hour = Sample.now + 3600

    private func key(_ url: String = "/up", of person: Person = .alice) -> RequestKey {
        RequestKey(account: person.account, parts: ["upload", url])
    }

    @Test func transferIsFoundByItsKeyOnly() throws {
        #expect(transfers.save(Data("secret".utf8), as: key(), until: hour, at: Sample.now))
        #expect(try TransferStore(temporary.reopened()).content(of: key(), at: Sample.now) == Data("secret".utf8))
        #expect(try transfers.content(of: key("/other"), at: Sample.now) == nil)
        #expect(try transfers.content(of: key(of: .bob), at: Sample.now) == nil)
        transfers.save(Data("newer".utf8), as: key(), until: hour, at: Sample.now)
        #expect(try transfers.content(of: key(), at: Sample.now) == Data("newer".utf8))
        transfers.remove(key())
        #expect(try transfers.content(of: key(), at: Sample.now) == nil)
    }

    @Test func noFileShowsATransfer() throws {
        transfers.save(Data("https://storage/up?sig=hidden".utf8), as: key("/people/dana"), until: hour, at: Sample.now)
        for text in ["hidden", "storage", "dana"] {
            #expect(temporary.fileBytes().firstRange(of: Data(text.utf8)) == nil)
        }
    }

    @Test(arguments: [
        "SET expires_on = expires_on + 1", "SET request = x'00'", "SET secret = x'01'",
        "SET home_account_id = (SELECT home_account_id FROM account ORDER BY 1 DESC)",
    ])
    func changedOrMovedTransferIsRefused(change: String) throws {
        transfers.save(Data("x".utf8), as: key(), until: hour, at: Sample.now)
        try temporary.store.write { try $0.run("UPDATE unfinished_transfer \(change)") }
        for person in [Person.alice, .bob] {
            #expect((try? transfers.content(of: key(of: person), at: Sample.now)) == nil)
        }
    }

    @Test func expiredTransfersAreRemoved() throws {
        transfers.save(Data("x".utf8), as: key(), until: hour, at: Sample.now)
        #expect(try transfers.content(of: key(), at: hour) == nil)
        transfers.save(Data("y".utf8), as: key("/b"), until: hour + 3600, at: hour)
        #expect(try count() == 1)
    }

    @Test func signOutRemovesTheTransfersOfThatAccountOnly() throws {
        for person in [Person.alice, .bob] {
            transfers.save(Data("x".utf8), as: key(of: person), until: hour, at: Sample.now)
        }
        _ = try temporary.cache.remove(Person.alice.account)
        #expect(try count() == 1)
        #expect(!transfers.save(Data("late".utf8), as: key(), until: hour, at: Sample.now))
        #expect(try transfers.content(of: key(of: .bob), at: Sample.now) != nil)
    }

    @Test func fingerprintDependsOnSizeTimeAndEnds() throws {
        let path = FileManager.default.temporaryDirectory.path + "/acct-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let bytes = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 9) })
        func write(_ bytes: Data, at time: Date = Sample.now) throws -> FileFingerprint? {
            try bytes.write(to: URL(fileURLWithPath: path))
            try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
            return FileFingerprint(of: path)
        }
        let first = try #require(try write(bytes))
        #expect(try write(bytes) == first)
        #expect(try JSONDecoder().decode(FileFingerprint.self, from: JSONEncoder().encode(first)) == first)
        #expect(try write(bytes, at: Sample.now + 1) != first)
        #expect(try write(bytes.dropLast()) != first)
        for place in [0, bytes.count - 1] {
            var other = bytes
            other[place] ^= 1
            #expect(try write(other) != first)
        }
        #expect(FileFingerprint(of: "/dev/null") == nil && FileFingerprint(of: path + "/none") == nil)
    }

    private func count() throws -> Int64? {
        try temporary.store.read { db in
            try db.first("SELECT count(*) FROM unfinished_transfer", []) { try $0.integer(0) }
        } ?? nil
    }
}
