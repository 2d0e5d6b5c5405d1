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
