import AuthCore
import Foundation
import Testing

@testable import AccountStore

/// Runs each case in a separate process, because a umask applies to the whole process.
@Suite struct FileModesTests {
    @Test(arguments: [0o000, 0o077, 0o277] as [mode_t])
    func filesArePrivateWithAnyUmask(_ mask: mode_t) async throws {
        let temporary = try TemporaryStore()
        let directory = temporary.location.directory
        await #expect(processExitsWith: .success) { [mask, directory = directory as String] in
            umask(mask)
            let store = Store(at: StoreLocation(directory: directory))
            let cache = StoredTokenCache(store)
            try cache.save(Person.alice.grant())
            try await cache.withRefreshLock(account: Person.alice.account, clientID: "c", timeout: .zero) {}
            for (name, mode) in try modes(in: directory) {
                #expect(mode == (name.isEmpty || name == "locks" || name == "spare" ? 0o700 : 0o600), "\(name)")
            }
            let names = try modes(in: directory).map(\.name)
            #expect(Set(["acct.sqlite", "acct.sqlite-wal", "acct.sqlite-shm", "key", "locks"]).isSubset(of: names))
        }
    }

    @Test func folderOpenToOthersIsClosed() throws {
        let temporary = try TemporaryStore()
        try temporary.cache.save(Person.alice.grant())
        chmod(temporary.location.directory, 0o777)
        #expect(try StoredTokenCache(temporary.reopened()).accessTokens(Person.alice.key).count == 1)
        #expect(try modes(in: temporary.location.directory).first?.mode == 0o700)
    }

    @Test(arguments: [0o640, 0o604, 0o620, 0o602, 0o666] as [mode_t])
    func fileThatOthersMayHaveReadOrChangedIsRefused(mode: mode_t) throws {
        let temporary = try TemporaryStore()
        try temporary.cache.save(Person.alice.grant())
        let location = temporary.location
        for path in [location.database, location.key] {
            chmod(path, mode)
            // Nobody can enter the folder.
            #expect(try StoredTokenCache(temporary.reopened()).accessTokens(Person.alice.key).count == 1)
            chmod(path, mode)
            chmod(location.directory, 0o755)
            #expect(throws: StoreError.exposed(path: path, directory: location.directory)) {
                try StoredTokenCache(temporary.reopened()).accessTokens(Person.alice.key)
            }
            chmod(path, 0o600)
            chmod(location.directory, 0o700)
        }
        #expect(try StoredTokenCache(temporary.reopened()).accessTokens(Person.alice.key).count == 1)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a folder away"))
    func modesOfAnotherUsersFolderAreLeftAlone() throws {
        let temporary = try TemporaryStore()
        try temporary.cache.save(Person.alice.grant())
        chown(temporary.location.directory, 65534, 65534)
        chmod(temporary.location.directory, 0o755)
        let refused = StoreError.foreignOwner(path: temporary.location.directory, userID: 65534)
        let other = StoredTokenCache(temporary.reopened())
        #expect(throws: refused) { try other.accounts() }
        #expect(throws: refused) { try other.save(Person.alice.grant()) }
        #expect(try modes(in: temporary.location.directory).first?.mode == 0o755)
    }

    /// The namespace that knows every user shows no other owner as the overflow id.
    @Test(arguments: [
        ("         0          0 4294967295\n", false), ("         0       1000          1\n", true),
        ("         0       1000          1\n         1     100000      65536\n", true),
        ("         0          0      65536\n     65536      65536 4294901759\n", false), (nil, false),
    ])
    func namespaceWithoutAllUsersHidesOwners(map: String?, hidesOwners: Bool) {
        #expect(UserNamespace(map: map).hidesOwners == hidesOwners)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a link away"), arguments: [65534, 1] as [uid_t])
    func linkOfAnotherUserIsRefused(userID: uid_t) throws {
        let temporary = try TemporaryStore()
        try PrivateDirectory(path: temporary.location.directory).create()
        let link = temporary.location.directory + "/link"
        symlink("/tmp", link)
        try FileStatus.requireOwnLinks(to: link)
        lchown(link, userID, userID)
        // A slash with an accent behind it is a single `Character`, and two bytes of a path.
        for path in [link, link + "/file", link + "/\u{301}file"] {
            #expect(throws: StoreError.changeableLink(path: link), "\(path)") {
                try FileStatus.requireOwnLinks(to: path)
            }
        }
    }
}

/// The folder's own mode under the empty name, then everything below it.
private func modes(in directory: String) throws -> [(name: String, mode: Int)] {
    let below = try FileManager.default.subpathsOfDirectory(atPath: directory)
    return try ([""] + below).map { name in
        let attributes = try FileManager.default.attributesOfItem(atPath: directory + "/" + name)
        return (name, (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1)
    }
}
