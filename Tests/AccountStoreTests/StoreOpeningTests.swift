import AccountProfiles
import AuthCore
import CSQLite
import Foundation
import Synchronization
import Testing

@testable import AccountStore

@Suite struct StoreOpeningTests {
    private let temporary: TemporaryStore

    init() throws {
        temporary = try TemporaryStore()
    }

    @Test func readingCreatesNothing() throws {
        let (cache, profiles) = (temporary.cache, temporary.profiles)
        #expect(try cache.accounts().isEmpty)
        #expect(try profiles.profiles().isEmpty)
        #expect(try profiles.current() == nil)
        #expect(try profiles.statuses(at: Sample.now).isEmpty)
        #expect(try profiles.defaultClientID() == nil)
        UsageRepository(temporary.store).record(ProfileUse(of: try ProfileName("work"), at: Sample.now))
        #expect(throws: ProfileError.noProfiles) { try profiles.use("work") }
        #expect(throws: ProfileError.noPrevious) { try profiles.usePrevious() }
        _ = try cache.remove(Person.alice.account)
        #expect(temporary.fileNames() == nil)
    }

    @Test func readOnlyAccessChangesNothing() throws {
        try temporary.cache.save(Person.alice.grant())
        let reader = Store(at: temporary.location, access: .readOnly)
        #expect(throws: StoreError.readOnly(path: temporary.location.database)) {
            try StoredTokenCache(reader).save(Person.bob.grant())
        }
        UsageRepository(reader).record(ProfileUse(of: try ProfileName("work"), at: Sample.now))
        #expect(try StoredTokenCache(reader).accounts().map(\.id) == [Person.alice.account])
    }

    @Test func readerFindsAStoreCreatedLater() throws {
        let reader = StoredTokenCache(temporary.reopened())
        #expect(try reader.accounts().isEmpty)
        try temporary.cache.save(Person.alice.grant())
        #expect(try reader.accounts().map(\.id) == [Person.alice.account])
    }

    @Test func emptyFileIsAnEmptyStore() throws {
        let location = temporary.location
        try PrivateDirectory(path: location.directory).create()
        #expect(FileManager.default.createFile(atPath: location.database, contents: Data()))
        #expect(try temporary.cache.accounts().isEmpty)
        #expect(temporary.fileNames() == ["acct.sqlite"])
        try temporary.cache.save(Person.alice.grant())
        #expect(try temporary.cache.accounts().count == 1)
    }

    /// Each key store has a file in the folder for its key. A database is made before the first key, so it was there.
    @Test(arguments: ["key", "key-ID", "key-ID.passphrase", "key-ID.secret-service", "key.draft"], [nil, Data()])
    func keyWithoutADatabaseIsNoNewStore(name: String, database: Data?) async throws {
        let location = temporary.location
        try PrivateDirectory(path: location.directory).create()
        let file = "\(location.directory)/\(name.replacing("ID", with: KeyID.random().text))"
        try Data(repeating: 7, count: 32).write(to: URL(filePath: file))
        try database?.write(to: URL(filePath: location.database))
        let expected: StoreError =
            database == nil ? .databaseMissing(path: location.database) : .corrupt(path: location.database)
        #expect(throws: expected) { try temporary.cache.accounts() }
        await #expect(throws: expected) { try await temporary.reopened().reserve() }
        #expect(FileManager.default.contents(atPath: location.database) == database)
        #expect(try StoreRepair(at: location).run(at: Sample.now)?.profiles == [])
        try temporary.reopened().write { _ in }
        #expect(try StoredTokenCache(temporary.reopened()).accounts().isEmpty)
    }

    /// The file that a process leaves if it is killed after its first write and before it created the tables.
    @Test func unfinishedStoreIsFinished() throws {
        let location = temporary.location
        try PrivateDirectory(path: location.directory).create()
        #expect(FileManager.default.createFile(atPath: location.database, contents: nil))
        try Database(path: location.database).run("PRAGMA journal_mode = WAL")
        #expect(try temporary.cache.accounts().isEmpty)
        try temporary.cache.save(Person.alice.grant())
        #expect(try temporary.cache.accounts().count == 1)
    }

    @Test func everyConnectionHasTheSafeSettings() throws {
        try temporary.cache.save(Person.alice.grant())
        let pragmas = [
            "journal_mode": "wal", "foreign_keys": "1", "trusted_schema": "0", "secure_delete": "1", "synchronous": "2",
            "busy_timeout": "10000", "user_version": "\(Migrations.version)",
        ]
        temporary.store.tryWriting { _ in }
        for store in [temporary.store, temporary.reopened()] {
            for (name, value) in pragmas {
                let pragma = "SELECT CAST(\(name) AS TEXT) FROM pragma_\(name)"
                let column = name == "busy_timeout" ? pragma.replacing("CAST(busy_", with: "CAST(") : pragma
                let found = try store.write { try $0.first(column) { try $0.text(0) } }
                #expect(found == value, "\(name)")
            }
            // The defensive mode, which no pragma shows.
            #expect(throws: (any Error).self) {
                try store.write { db in
                    try db.run("PRAGMA writable_schema = ON")
                    try db.run("UPDATE sqlite_schema SET sql = sql")
                }
            }
        }
    }

    @Test func newerDatabaseIsRefused() throws {
        try temporary.cache.save(Person.alice.grant())
        try Database(path: temporary.location.database).run("PRAGMA user_version = 99")
        let other = StoredTokenCache(temporary.reopened())
        let newer = StoreError.newer(found: 99, known: Migrations.version)
        #expect(throws: newer) { try other.accounts() }
        #expect(throws: newer) { try other.save(Person.alice.grant()) }
        // Also by a process that opened it before.
        #expect(throws: newer) { try temporary.cache.save(Person.alice.grant()) }
        try Database(path: temporary.location.database).run("PRAGMA user_version = -1")
        let damaged = StoreError.corrupt(path: temporary.location.database)
        #expect(throws: damaged) { try StoredTokenCache(temporary.reopened()).accounts() }
    }

    @Test func foreignDatabaseIsRefused() throws {
        let location = temporary.location
        try PrivateDirectory(path: location.directory).create()
        #expect(FileManager.default.createFile(atPath: location.database, contents: nil))
        try Database(path: location.database).run("CREATE TABLE theirs (x)")
        let before = FileManager.default.contents(atPath: location.database)
        let foreign = StoreError.foreignDatabase(path: location.database)
        #expect(throws: foreign) { try temporary.cache.accounts() }
        #expect(throws: foreign) { try temporary.cache.save(Person.alice.grant()) }
        #expect(FileManager.default.contents(atPath: location.database) == before)
    }

    @Test func othersReadDuringAWrite() throws {
        try temporary.cache.save(Person.alice.grant())
        let other = StoredTokenCache(temporary.reopened())
        let found = try temporary.store.write { _ in try other.accounts() }
        #expect(found.count == 1)
    }

    /// In a process of its own, because it counts the waits of SQLite, which are sleeps, for the whole process.
    @Test func recordingAUseDuringAWriteIsSkippedWithoutWaiting() async throws {
        try temporary.profiles.add(Person.alice.profile(), with: Person.alice.grant())
        await #expect(processExitsWith: .success) { [directory = temporary.location.directory as String] in
            let location = StoreLocation(directory: directory)
            let (store, other) = (Store(at: location), Store(at: location))
            let use = ProfileUse(of: try ProfileName("alice"), at: Sample.now)
            try store.write { _ in
                SleepCounter.install()
                UsageRepository(other).record(use)
                #expect(SleepCounter.count == 0)
                #expect(throws: StoreError.busy(path: location.database)) { try other.write(waiting: 0.01) { _ in } }
                #expect(SleepCounter.count > 0, "a wait is counted")
            }
            #expect(try ProfileRepository(store).profile(named: "alice").lastUsed == nil)
        }
    }
}

/// Counts the sleeps of SQLite in this process.
private enum SleepCounter {
    private static let sleeps = Atomic(0)

    static var count: Int { sleeps.load(ordering: .relaxed) }

    /// Replaces the sleep of the default file system of SQLite.
    static func install() {
        sqlite3_vfs_find(nil)?.pointee.xSleep = { _, microseconds in
            SleepCounter.sleeps.add(1, ordering: .relaxed)
            usleep(UInt32(microseconds))
            return microseconds
        }
    }
}

/// The sentence that a person reads depends on why the system refused.
@Suite struct StoreErrorTests {
    @Test(arguments: [
        (SQLITE_IOERR | 19 << 8, ENOSPC, StoreError.full(path: "/s/acct.sqlite")),
        (SQLITE_IOERR | 19 << 8, EIO, .system(path: "/s/acct.sqlite", code: EIO)),
        (SQLITE_IOERR | 21 << 8, ENODEV, .unsupportedFileSystem(path: "/s/acct.sqlite")),
        (SQLITE_IOERR | 15 << 8, ENOLCK, .unsupportedFileSystem(path: "/s/acct.sqlite")),
        (SQLITE_IOERR | 15 << 8, EIO, .system(path: "/s/acct.sqlite", code: EIO)),
        (SQLITE_IOERR | 3 << 8, EROFS, .readOnly(path: "/s/acct.sqlite")),
        (SQLITE_FULL, 0, .full(path: "/s/acct.sqlite")),
        (SQLITE_BUSY | 1 << 8, 0, .busy(path: "/s/acct.sqlite")),
        (SQLITE_NOTADB, 0, .corrupt(path: "/s/acct.sqlite")),
        (SQLITE_IOERR | 3 << 8, 0, .database(code: SQLITE_IOERR | 3 << 8, message: "m")),
    ])
    func systemErrorDecides(code: Int32, systemCode: Int32, expected: StoreError) {
        let error = SQLiteError(code: code, systemCode: systemCode, message: "m")
        #expect(StoreError(error, at: StoreLocation(directory: "/s")) == expected)
    }
}
