import FoundationEssentials

/// A place for the master keys of stores.
///
/// Implementations return within a time limit, and never wait for input from a person.
protocol KeyStore: Sendable {
    var name: KeyStoreName { get }

    /// The key, or nil if the store has no key of this id.
    func load(_ id: KeyID) throws -> MasterKey?

    /// Saves a key under an id that is not in use. The key is durable when this returns.
    func save(_ key: MasterKey, as id: KeyID) throws

    /// Removes a key. A key that does not exist is no error.
    func remove(_ id: KeyID) throws
}

/// The names of the key stores, as they are typed and as the database has them.
public enum KeyStoreName: String, CaseIterable, Sendable {
    case secretService = "secret-service"
    case passphrase
    case file
}

/// The id of a master key within its key store.
struct KeyID: Hashable, Sendable {
    /// Lowercase hexadecimal digits, or `1`.
    let text: String

    /// The first key of a store whose key is in a file. The stores of the versions without ids have this one.
    static let first = KeyID(text: "1")

    /// 128 random bits: no two stores share a key by accident.
    static func random() -> KeyID {
        KeyID(text: UUID().uuidString.lowercased().filter { $0 != "-" })
    }
}

/// The place of one master key. The database holds that of its own key in two settings.
struct KeyPlace: Hashable, Sendable {
    let store: KeyStoreName
    let id: KeyID

    /// The first key file.
    static let first = KeyPlace(store: .file, id: .first)

    /// Such as `file:1`.
    var text: String { "\(store.rawValue):\(id.text)" }

    init(store: KeyStoreName, id: KeyID) {
        (self.store, self.id) = (store, id)
    }

    /// Nil for a key store that this version does not know.
    init?(text: Substring) {
        guard let colon = text.firstIndex(of: ":"), let store = KeyStoreName(rawValue: String(text[..<colon])) else {
            return nil
        }
        self.init(store: store, id: KeyID(text: String(text[text.index(after: colon)...])))
    }
}
