import CSecret
import Glibc
import HTTPTransport

/// The master key in the desktop's keyring, by the Secret Service API of freedesktop.org: gnome-keyring, KWallet, KeePassXC.
///
/// The item has the attributes `application` and `key`, the id of the key. Ids are random, so two stores share no key.
struct SecretServiceKeyStore: KeyStore {
    let name = KeyStoreName.secretService
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
            environment["DBUS_SESSION_BUS_ADDRESS"]?.isEmpty == false
            || environment["XDG_RUNTIME_DIR"].map { access($0 + "/bus", F_OK) == 0 } ?? false
    }

    func load(_ id: KeyID) throws -> MasterKey? {
        var reply = try call(id) { csecret_lookup($0, Self.milliseconds) }
        defer { withUnsafeMutableBytes(of: &reply.secret) { $0.erase() } }
        guard reply.outcome != csecret_not_found else { return nil }
        try Self.check(reply)
        let length = reply.length
        let key = withUnsafeBytes(of: &reply.secret) {
            MasterKey(bytes: UnsafeRawBufferPointer(rebasing: $0[..<length]))
        }
        guard let key else { throw KeyStoreError.damaged(name) }
        return key
    }

    func save(_ key: MasterKey, as id: KeyID) throws {
        try Self.check(
            key.withBytes { bytes in
                try call(id) { csecret_store($0, bytes, bytes.count, Self.milliseconds) }
            })
    }

    func remove(_ id: KeyID) throws {
        let reply = try call(id) { csecret_remove($0, Self.milliseconds) }
        if reply.outcome != csecret_not_found { try Self.check(reply) }
    }

    /// Asks the desktop to unlock the keyring. Waits for the person.
    func unlock(_ id: KeyID) throws {
        try Self.check(
            call(id) { csecret_unlock($0, Int32(Self.promptLimit * 1000)) }, within: Self.promptLimit)
    }

    private static let milliseconds = Int32(limit * 1000)

    private func call(_ id: KeyID, _ body: (csecret_item) -> csecret_reply) throws(KeyStoreError) -> csecret_reply {
        guard hasBus else { throw .noService }
        return id.text.withCString { id in
            "acct: key of \(location.directory)".withCString { body(csecret_item(id: id, label: $0)) }
        }
    }

    private static func check(_ reply: csecret_reply, within limit: Int = limit) throws(KeyStoreError) {
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
