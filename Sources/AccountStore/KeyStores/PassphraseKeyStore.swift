import FoundationEssentials
import HTTPTransport

/// The master key in a file of the store's folder, sealed with a passphrase.
///
/// Unlocked, it is in the kernel's keyring for a time. Where the kernel has none, a person is asked each time.
struct PassphraseKeyStore: KeyStore {
    let name = KeyStoreName.passphrase
    /// The time in seconds for which a key stays unlocked that nobody has named a time for.
    static let defaultSeconds = 8 * 3600

    let location: StoreLocation
    /// The passphrase for a new key; nil where none was given.
    var newPassphrase: Secret?
    /// Asks the person; nil where that is not possible.
    var ask: (@Sendable () throws -> Secret)?
    private let keyring = KernelKeyring()

    init(at location: StoreLocation, newPassphrase: Secret? = nil, ask: (@Sendable () throws -> Secret)? = nil) {
        (self.location, self.newPassphrase, self.ask) = (location, newPassphrase, ask)
    }

    /// - Throws: `KeyStoreError.locked`, `.noKernelKeyring` where nobody can be asked either.
    func load(_ id: KeyID) throws -> MasterKey? {
        guard let seal = try seal(of: id) else { return nil }
        do {
            guard let entry = try keyring.entry(id) else { throw KeyStoreError.locked(name) }
            return entry.key
        } catch KeyStoreError.noKernelKeyring(let code) {
            guard let passphrase = try newPassphrase ?? ask?() else { throw KeyStoreError.noKernelKeyring(code: code) }
            return try seal.open(id, with: passphrase)
        }
    }

    /// The key stays unlocked.
    ///
    /// - Throws: `KeyStoreError.noPassphrase`.
    func save(_ key: MasterKey, as id: KeyID) throws {
        guard let newPassphrase else { throw KeyStoreError.noPassphrase }
        try write(PassphraseSeal(key, as: id, with: newPassphrase), as: id)
        try? keyring.add(key, as: id, for: Self.defaultSeconds, at: Date())
    }

    func remove(_ id: KeyID) throws {
        keyring.remove(id)
        try PrivateDirectory(path: location.directory).removeFile(location.passphraseFile(id))
    }

    /// The time until which the key is unlocked; nil for a locked one, and where a person is asked each time.
    func unlockedUntil(_ id: KeyID) -> Date? { (try? keyring.entry(id))??.end }

    /// Unlocks the key for a time. Sealed at a lower cost than today's, it is sealed anew.
    ///
    /// - Throws: `KeyStoreError.wrongPassphrase`, `.noKernelKeyring`; `StoreError.keyMissing`.
    func unlock(_ id: KeyID, with passphrase: Secret, for seconds: Int, at now: Date) throws {
        guard let seal = try seal(of: id) else { throw StoreError.keyMissing }
        let key = try seal.open(id, with: passphrase)
        if seal.cost.rounds < PassphraseSeal.Cost.current.rounds {
            // Best effort: on a read-only disk the key can be unlocked all the same.
            try? write(PassphraseSeal(key, as: id, with: passphrase), as: id)
        }
        try keyring.add(key, as: id, for: seconds, at: now)
    }

    func lock(_ id: KeyID) { keyring.remove(id) }

    private func seal(of id: KeyID) throws -> PassphraseSeal? {
        let path = location.passphraseFile(id)
        guard let size = try PrivateDirectory(path: location.directory).size(of: path) else { return nil }
        try FileStatus.requireOwnLinks(to: path)
        let bytes = try FileDescriptor(reading: path).readAll(limit: min(size, 1 << 16))
        guard let seal = try? JSONDecoder().decode(PassphraseSeal.self, from: Data(bytes)), seal.cost.isAllowed else {
            throw KeyStoreError.damaged(name)
        }
        return seal
    }

    private func write(_ seal: PassphraseSeal, as id: KeyID) throws {
        try PrivateDirectory(path: location.directory).replaceFile(
            location.passphraseFile(id), with: Array(JSONEncoder().encode(seal)))
    }
}
