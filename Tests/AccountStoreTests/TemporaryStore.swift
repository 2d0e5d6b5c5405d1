import AccountProfiles
import AuthCore
import Foundation

@testable import AccountStore

/// A folder that goes when the test is over, and a store that would lie in it.
final class TemporaryStore: Sendable {
    private let parent: String
    let location: StoreLocation
    let store: Store

    init() throws {
        parent = FileManager.default.temporaryDirectory.path + "/acct-store-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        location = StoreLocation(directory: parent + "/acct")
        store = Store(at: location)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: parent)
    }

    var cache: StoredTokenCache { StoredTokenCache(store) }
    var profiles: ProfileRepository { ProfileRepository(store) }

    /// The store as another process opens it: the same folder, nothing shared in memory.
    func reopened() -> Store { Store(at: location) }

    /// A key for a store whose database is made otherwise.
    func makeKey() throws -> MasterKey {
        try PrivateDirectory(path: location.directory).create()
        let key = MasterKey()
        try FileKeyStore(at: location).save(key, as: .first)
        return key
    }

    /// The names in the store's folder; nil when there is no folder.
    func fileNames() -> [String]? {
        try? FileManager.default.contentsOfDirectory(atPath: location.directory).sorted()
    }

    /// The bytes of all files of the store.
    func fileBytes() -> Data {
        (fileNames() ?? []).reduce(into: Data()) { bytes, name in
            bytes += FileManager.default.contents(atPath: location.directory + "/" + name) ?? Data()
        }
    }
}

extension Store {
    /// The master key, as the next secret is read with it; nil for a store without one.
    func loadedKey() throws -> MasterKey? { try read { try keys.cipher(in: $0).key } }
}
