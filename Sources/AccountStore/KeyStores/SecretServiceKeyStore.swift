import CSecret
import Glibc
import HTTPTransport

/// The master key in the desktop's keyring, by the Secret Service API of freedesktop.org: gnome-keyring, KWallet, KeePassXC.
///
/// The item has the attributes `application` and `key`, the id of the key. Ids are random, so two stores share no key. A
/// file in the store's folder stands for each item: the folder shows that it has a key, as with all key stores. The file has
/// the path of the folder that the item was made for, by which a copy of that folder is told from it.
struct SecretServiceKeyStore: KeyStore {
    /// The limit of each access, in seconds.
    static let limit = 3
    /// The limit in seconds for a person who is asked for the password of the keyring.
    static let promptLimit = 120

    private let location: StoreLocation
    private let hasBus: Bool

    init(at location: StoreLocation, environment: Environment) {
        self.location = location
        // GLib looks there too, and else starts a bus of its own where there is an X server.
        hasBus =
            environment["DBUS_SESSION_BUS_ADDRESS"] != nil
            || environment["XDG_RUNTIME_DIR"].map { access($0 + "/bus", F_OK) == 0 } ?? false
    }

    func load(_ id: KeyID) throws -> MasterKey? {
        var secret = csecret_secret()
        defer { withUnsafeMutableBytes(of: &secret) { $0.erase() } }
        let reply = try call(id) { csecret_lookup($0, &secret, Self.milliseconds) }
        guard reply.outcome != csecret_not_found else { return nil }
        try Self.check(reply)
        let length = secret.length
        let key = withUnsafeBytes(of: &secret.bytes) {
            MasterKey(bytes: UnsafeRawBufferPointer(rebasing: $0[..<length]))
        }
        guard let key else { throw KeyStoreError.damaged(.secretService) }
        return key
    }

    /// - Throws: `KeyStoreError.collectionLocked`.
    func save(_ key: MasterKey, as id: KeyID) throws {
        guard hasBus else { throw KeyStoreError.noService }
        let directory = PrivateDirectory(path: location.directory)
        // First, so that the item can be found by the next process if this one is killed.
        try directory.replaceFile(location.secretServiceFile(id), with: Array(location.directory.utf8))
        do {
            try Self.check(
                key.withBytes { bytes in
                    try call(id) { csecret_store($0, bytes, bytes.count, Self.milliseconds) }
                })
        } catch let error as KeyStoreError {
            // A service that was too slow may store the item all the same.
            if !error.mayStillComplete { try? directory.removeFile(location.secretServiceFile(id)) }
            throw error == .locked(.secretService) ? .collectionLocked : error
        }
    }

    /// Leaves the item of a folder that this one is a copy of.
    func remove(_ id: KeyID) throws {
        if try !isOwnedByOriginalFolder(id) {
            let reply = try call(id) { csecret_remove($0, Self.milliseconds) }
            if reply.outcome != csecret_not_found { try Self.check(reply) }
        }
        try PrivateDirectory(path: location.directory).removeFile(location.secretServiceFile(id))
    }

    /// Whether this folder was copied, and the one that the item was made for still has it.
    private func isOwnedByOriginalFolder(_ id: KeyID) throws -> Bool {
        let file = location.secretServiceFile(id)
        guard FileStatus(ofLink: file)?.kind == S_IFREG,
            let folder = String(
                validating: try FileDescriptor(reading: file).readAll(limit: Int(PATH_MAX)), as: UTF8.self),
            folder.hasPrefix("/")
        else { return false }
        let original = StoreLocation(directory: folder).secretServiceFile(id)
        return FileStatus(ofLink: original).map { !$0.isSameFile(as: FileStatus(ofLink: file)) } ?? false
    }

    /// Asks the desktop to unlock the keyring. Waits for the person.
    ///
    /// - Parameter id: nil for the default collection, which gets new keys.
    /// - Throws: `KeyStoreError.promptDismissed`, `.promptUnanswered`.
    func unlock(_ id: KeyID?) throws {
        let reply = try call(id ?? .random()) { csecret_unlock($0, Int32(Self.promptLimit * 1000)) }
        if reply.outcome == csecret_timed_out { throw KeyStoreError.promptUnanswered(seconds: Self.promptLimit) }
        try Self.check(reply)
    }

    private static let milliseconds = Int32(limit * 1000)

    private func call(_ id: KeyID, _ body: (csecret_item) -> csecret_reply) throws(KeyStoreError) -> csecret_reply {
        guard hasBus else { throw .noService }
        return id.text.withCString { id in
            "acct: key of \(location.directory)".withCString { body(csecret_item(id: id, label: $0)) }
        }
    }

    private static func check(_ reply: csecret_reply) throws(KeyStoreError) {
        switch reply.outcome {
        case csecret_done: return
        case csecret_locked: throw .locked(.secretService)
        case csecret_no_library: throw .libraryMissing(reason: message(of: reply))
        case csecret_no_service: throw .noService
        case csecret_no_collection: throw .noCollection
        case csecret_dismissed: throw .promptDismissed
        case csecret_disconnected: throw .disconnected
        case csecret_timed_out: throw .timedOut(seconds: limit)
        default: throw .refused(message(of: reply))
        }
    }

    private static func message(of reply: csecret_reply) -> String {
        withUnsafeBytes(of: reply.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}

extension KeyStoreError {
    /// Whether the Secret Service may do later what it was asked for.
    fileprivate var mayStillComplete: Bool {
        switch self {
        case .timedOut, .disconnected: true
        default: false
        }
    }
}
