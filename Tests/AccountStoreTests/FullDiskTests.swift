import AccountProfiles
import AuthCore
import Foundation
import Testing

@testable import AccountStore

@Suite struct FullDiskTests {
    private static let canMount = (try? SmallDisk(kilobytes: 64)) != nil

    /// Fills the store until it refuses, and gives back the error and how many were taken.
    private func fill(_ profiles: ProfileRepository) throws -> (error: StoreError?, taken: Int) {
        let padding = String(repeating: "x", count: 3000)
        for number in 0..<1000 {
            let person = Person(name: "person\(number)", tenantID: "tenant\(number)")
            do {
                try profiles.add(person.profile(), with: person.grant(access: Sample.accessToken(padding)))
            } catch let error as StoreError {
                return (error, number)
            }
        }
        return (nil, 1000)
    }

    /// Every profile that was taken has its token, and nothing is there of the one that was not.
    private func expectWhole(_ store: Store, count: Int) throws {
        let profiles = try ProfileRepository(store).profiles()
        #expect(profiles.count == count)
        #expect(try StoredTokenCache(store).accounts().count == count)
        for profile in profiles { #expect(try StoredTokenCache(store).accessTokens(profile.tokenKey).count == 1) }
    }

    @Test func aFullDatabaseHasNothingHalfWritten() throws {
        let temporary = try TemporaryStore()
        try temporary.profiles.add(Person.bob.profile(), with: Person.bob.grant())
        try temporary.store.write { try $0.run("PRAGMA max_page_count = 60") }
        let (error, taken) = try fill(temporary.profiles)
        #expect(error == .full(path: temporary.location.database))
        try expectWhole(temporary.reopened(), count: taken + 1)
    }

    @Test(.enabled(if: canMount, "a file system can be mounted"), arguments: [64, 256, 300, 500])
    func aFullDiskHasNothingHalfWritten(kilobytes: Int) throws {
        let disk = try SmallDisk(kilobytes: kilobytes)
        let location = StoreLocation(directory: disk.path + "/acct")
        let (error, taken) = try fill(ProfileRepository(Store(at: location)))
        guard case .full = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        try disk.grow()
        try expectWhole(Store(at: location), count: taken)
    }

    @Test(.enabled(if: canMount, "a file system can be mounted"))
    func aReadOnlyFileSystemIsReported() throws {
        let disk = try SmallDisk(kilobytes: 1000)
        let location = StoreLocation(directory: disk.path + "/acct")
        try StoredTokenCache(Store(at: location)).save(Person.bob.grant())
        try disk.makeReadOnly()
        #expect(throws: StoreError.readOnly(path: location.database)) {
            try StoredTokenCache(Store(at: location)).save(Person.alice.grant())
        }
        let fresh = StoreLocation(directory: disk.path + "/fresh")
        #expect(throws: StoreError.readOnly(path: fresh.directory)) {
            try StoredTokenCache(Store(at: fresh)).save(Person.alice.grant())
        }
    }

    @Test(.enabled(if: geteuid() != 0, "permissions do not hold root"))
    func anUnwritableFolderIsReported() throws {
        let temporary = try TemporaryStore()
        let location = temporary.location
        try StoredTokenCache(temporary.reopened()).save(Person.bob.grant())
        chmod(location.directory, 0o500)
        defer { chmod(location.directory, 0o700) }
        let denied = StoreError.denied(path: location.database)
        #expect(throws: denied) { try temporary.cache.accounts() }
        #expect(throws: denied) { try temporary.cache.save(Person.alice.grant()) }
        let below = StoreLocation(directory: location.directory + "/below")
        #expect(throws: StoreError.denied(path: below.directory)) {
            try StoredTokenCache(Store(at: below)).save(Person.alice.grant())
        }
    }
}

/// A file system in memory, which only root may mount.
private final class SmallDisk {
    struct CannotMount: Error {}

    let path = FileManager.default.temporaryDirectory.path + "/acct-disk-\(UUID().uuidString)"

    init(kilobytes: Int) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        guard mount("tmpfs", path, "tmpfs", 0, "size=\(kilobytes)k") == 0 else {
            rmdir(path)
            throw CannotMount()
        }
    }

    deinit {
        umount2(path, Int32(MNT_DETACH))
        rmdir(path)
    }

    func grow() throws { try remount(0, "size=10m") }

    func makeReadOnly() throws { try remount(UInt(MS_RDONLY), "") }

    private func remount(_ flags: UInt, _ options: String) throws {
        guard mount("tmpfs", path, "tmpfs", UInt(MS_REMOUNT) | flags, options) == 0 else {
            throw CannotMount()
        }
    }
}
