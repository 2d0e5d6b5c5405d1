import AccountProfiles
import AuthCore
import Foundation
import Testing

@testable import AccountStore

@Suite struct DamagedStoreTests {
    private let temporary: TemporaryStore
    private let whole: Data

    init() throws {
        temporary = try TemporaryStore()
        for number in 0..<30 {
            let person = Person(name: "person\(number)", tenantID: "tenant\(number)")
            try temporary.profiles.add(person.profile(), with: person.grant())
        }
        whole = try Data(contentsOf: URL(fileURLWithPath: temporary.location.database))
    }

    /// Reads everything there is to read: it either works or says what is wrong, and leaves the file as it is.
    private func read(_ bytes: Data) throws -> StoreError? {
        let copy = try TemporaryStore()
        let directory = copy.location.directory
        try PrivateDirectory(path: directory).create()
        try bytes.write(to: URL(fileURLWithPath: copy.location.database))
        try FileManager.default.copyItem(atPath: temporary.location.key, toPath: copy.location.key)
        defer {
            #expect(FileManager.default.contents(atPath: copy.location.database) == bytes)
        }
        do {
            for profile in try copy.profiles.profiles() {
                _ = try copy.cache.accessTokens(profile.tokenKey)
                _ = try copy.cache.refreshToken(account: profile.account, clientID: profile.clientID)
            }
            _ = try copy.cache.accounts()
            _ = try copy.profiles.statuses(at: Sample.now)
            return nil
        } catch let error as StoreError {
            return error
        }
    }

    @Test func undamagedDatabaseIsRead() throws {
        #expect(try read(whole) == nil)
    }

    /// The fields of the header that change how the file is read: sizes, versions, fractions, the format of the schema, the
    /// encoding and the version of the tables (SQLite's "Database File Format", section 1.3). A flipped bit either does not
    /// matter or has a sentence of its own.
    @Test func eachBitOfTheHeaderIsReadOrReported() throws {
        for position in Array(16..<24) + Array(44..<48) + Array(56..<64) {
            for bit in 0..<8 {
                var bytes = whole
                bytes[position] ^= 1 << bit
                switch try read(bytes) {
                case nil, .corrupt, .newer: break
                case let error?: Issue.record("bit \(bit) of byte \(position): \(error)")
                }
            }
        }
    }

    @Test func randomBytesAreReportedAndLeftAsTheyAre() throws {
        var generator = SplitMix64(seed: 1)
        for count in [1, 99, 100, 511, 512, 4096, 100_000] {
            let bytes = Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
            guard case .corrupt = try read(bytes) else {
                Issue.record("\(count) random bytes")
                continue
            }
        }
    }

    @Test func truncatedFileIsReportedAndLeftAsItIs() throws {
        var generator = SplitMix64(seed: 2)
        let lastPage = whole.count - 4096
        let lengths = (0..<60).map { _ in Int.random(in: 1...lastPage, using: &generator) }
        for length in lengths + [1, 15, 16, 99, 100, 511, 512, 4095, 4096, 8192, lastPage] {
            let error = try read(whole.prefix(length))
            guard case .corrupt = error else {
                Issue.record("cut to \(length) of \(whole.count): \(String(describing: error))")
                continue
            }
        }
        // SQLite takes a page of which a part is there for a whole one: a secret that was cut does not open.
        for length in [lastPage + 1, whole.count - 1] { _ = try read(whole.prefix(length)) }
    }

    /// Damage within a page may hit nothing that is read, or anything at all.
    @Test func strayBytesAreReadOrReported() throws {
        var generator = SplitMix64(seed: 3)
        for _ in 0..<150 {
            var bytes = whole
            for _ in 0..<20 {
                bytes[Int.random(in: 100..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            _ = try read(bytes)
        }
    }
}

/// The same numbers each time (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
private struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
