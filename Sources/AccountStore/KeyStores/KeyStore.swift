import FoundationEssentials

/// A place for the master keys of stores.
///
/// Implementations return within a time limit, and never wait for input from a person.
protocol KeyStore: Sendable {
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

extension KeyID {
    /// Nil unless the name is `key-` and 32 hexadecimal digits.
    fileprivate init?(fileName: Substring) {
        let digits = fileName.dropFirst(4)
        guard fileName.hasPrefix("key-"), digits.utf8.count == 32, digits.allSatisfy(Set("0123456789abcdef").contains)
        else { return nil }
        self.init(text: String(digits))
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

    /// The place of the key that a file of the store's folder has or stands for. Nil for any other name: a copy that a
    /// person has made, such as `key.old`, is theirs.
    init?(file name: Substring) {
        let name = name.hasSuffix(".draft") ? name.dropLast(6) : name
        guard name != "key" else {
            self = .first
            return
        }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let id = parts.first.flatMap(KeyID.init(fileName:)),
            let store = parts.count == 1 ? .file : KeyStoreName(rawValue: String(parts[1]))
        else { return nil }
        self.init(store: store, id: id)
    }
}
