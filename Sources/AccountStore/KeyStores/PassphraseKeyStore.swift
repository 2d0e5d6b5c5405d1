import FoundationEssentials
import HTTPTransport

/// The master key in a file of the store's folder, sealed with a passphrase.
///
/// Unlocked, it is in the kernel's keyring for a time. Locked, a person is asked for the passphrase where one is there, each
/// time where the kernel has no keyring.
struct PassphraseKeyStore: KeyStore {
    /// The time in seconds for which a key stays unlocked, unless `acct store unlock` gives another.
    static let defaultSeconds = 8 * 3600

    let location: StoreLocation
    /// The passphrase for a new key; nil where none was given.
    var newPassphrase: Secret?
    /// The time in seconds for which a new key stays unlocked.
    private let seconds: Int
    /// Asks the person; nil where that is not possible.
    var ask: PassphraseQuestion?
    private let keyring = KernelKeyring()

    init(
        at location: StoreLocation, newPassphrase: Secret? = nil, unlockedFor seconds: Int = defaultSeconds,
        ask: PassphraseQuestion? = nil
    ) {
        (self.location, self.newPassphrase, self.seconds, self.ask) = (location, newPassphrase, seconds, ask)
    }

    /// - Throws: `KeyStoreError.locked`, `.noKernelKeyring` where there is no terminal either.
    func load(_ id: KeyID) throws -> MasterKey? {
        guard let seal = try seal(of: id) else { return nil }
        do {
            if let entry = try keyring.entry(id) { return entry.key }
            // The kernel may have had no room for a key that was saved just now.
            guard let newPassphrase else {
                // A rotation removes the file before the unlocked key: such a key is gone and not locked.
                guard try self.seal(of: id) != nil else { return nil }
                guard let ask else { throw KeyStoreError.locked(.passphrase) }
                let key = try ask.answered { try seal.open(id, with: $0) }
                // Where the kernel has no room, the person is asked again the next time.
                try? keyring.add(key, as: id, for: seconds, at: Date())
                return key
            }
            return try seal.open(id, with: newPassphrase)
        } catch KeyStoreError.noKernelKeyring(let code) {
            if let newPassphrase { return try seal.open(id, with: newPassphrase) }
            guard let ask else { throw KeyStoreError.noKernelKeyring(code: code) }
            return try ask.answered { try seal.open(id, with: $0) }
        }
    }

    /// The key stays unlocked for its time, where the kernel takes it.
    ///
    /// - Throws: `KeyStoreError.noPassphrase`.
    func save(_ key: MasterKey, as id: KeyID) throws {
        guard let newPassphrase else { throw KeyStoreError.noPassphrase }
        try write(PassphraseSeal(key, as: id, with: newPassphrase), as: id)
        // The kernel counts the time itself, by the clock of the machine.
        try? keyring.add(key, as: id, for: seconds, at: Date())
    }

    func remove(_ id: KeyID) throws {
        try PrivateDirectory(path: location.directory).removeFile(location.passphraseFile(id))
        keyring.remove(id)
    }

    /// The time until which the key is unlocked; nil for a locked one, and where a person is asked each time.
    func unlockedUntil(_ id: KeyID) -> Date? { (try? keyring.entry(id))??.end }

    /// Unlocks the key for a time. Sealed at a lower cost than today's, it is sealed anew.
    ///
    /// - Throws: `KeyStoreError.wrongPassphrase`, `.noKernelKeyring`; `StoreError.keyMissing`.
    func unlock(_ id: KeyID, with passphrase: Secret, for seconds: Int, at now: Date) throws {
        guard let seal = try seal(of: id) else {
            throw StoreError.keyMissing(path: location.passphraseFile(id))
        }
        let key = try seal.open(id, with: passphrase)
        if seal.cost.rounds < PassphraseSeal.Cost.current.rounds {
            // Best effort: on a read-only disk the key can be unlocked all the same.
            try? raiseCost(of: id, key, with: passphrase)
        }
        try keyring.add(key, as: id, for: seconds, at: now)
    }

    /// Seals the key anew at today's cost, unless another process does so, since both would write one draft, or moves
    /// the key.
    private func raiseCost(of id: KeyID, _ key: MasterKey, with passphrase: Secret) throws {
        let raised = try PassphraseSeal(key, as: id, with: passphrase)
        try PrivateDirectory(path: location.locks).create()
        guard let lock = try FileLock.tryAcquire(location.keyLock), try seal(of: id) != nil else { return }
        try write(raised, as: id)
        _ = consume lock
    }

    /// - Throws: `KeyStoreError.noKernelKeyring` when the kernel has the key and does not remove it.
    func lock(_ id: KeyID) throws(KeyStoreError) {
        let code = keyring.remove(id)
        if unlockedUntil(id) != nil { throw .noKernelKeyring(code: code) }
    }

    private func seal(of id: KeyID) throws -> PassphraseSeal? {
        let path = location.passphraseFile(id)
        guard let size = try PrivateDirectory(path: location.directory).size(of: path) else { return nil }
        try FileStatus.requireOwnLinks(to: path)
        guard let bytes = try FileDescriptor.reading(ifPresent: path)?.readAll(limit: min(size, 1 << 16)) else {
            return nil
        }
        guard let seal = try? JSONDecoder().decode(PassphraseSeal.self, from: Data(bytes)), seal.cost.isAllowed else {
            throw KeyStoreError.damaged(.passphrase)
        }
        return seal
    }

    private func write(_ seal: PassphraseSeal, as id: KeyID) throws {
        try PrivateDirectory(path: location.directory).replaceFile(
            location.passphraseFile(id), with: Array(JSONEncoder().encode(seal)))
    }
}

/// Asks a person for a passphrase, and again where it is wrong.
public struct PassphraseQuestion: Sendable {
    /// As many as sudo and ssh-add allow.
    private static let attempts = 3

    private let ask: @Sendable (_ isAgain: Bool) throws -> Secret

    /// - Parameter ask: asks once; again after a wrong passphrase.
    public init(_ ask: @escaping @Sendable (_ isAgain: Bool) throws -> Secret) { self.ask = ask }

    /// The result of `body` with a passphrase that is right.
    ///
    /// - Throws: `KeyStoreError.wrongPassphrase` after the last attempt.
    public func answered<Result>(_ body: (Secret) throws -> Result) throws -> Result {
        for attempt in 1..<Self.attempts {
            let passphrase = try ask(attempt > 1)
            do { return try body(passphrase) } catch KeyStoreError.wrongPassphrase { continue }
        }
        return try body(ask(true))
    }
}
