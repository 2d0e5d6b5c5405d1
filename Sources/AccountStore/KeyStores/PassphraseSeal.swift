import Crypto
import CryptoExtras
import FoundationEssentials
import HTTPTransport

/// A master key sealed with a passphrase, as its file has it.
struct PassphraseSeal: Codable {
    /// The parameters of scrypt: the work and memory that a guess costs (RFC 7914, section 2).
    struct Cost: Codable, Hashable {
        let rounds, blockSize, parallelism: Int

        /// 128 MiB and about half a second: the first choice of OWASP's Password Storage Cheat Sheet in 2026.
        static let current = Cost(rounds: 1 << 17, blockSize: 8, parallelism: 1)

        /// A file that asks for more was not written by this program, and would take all memory.
        var isAllowed: Bool {
            (1 << 14...1 << 22).contains(rounds) && rounds.nonzeroBitCount == 1 && (1...32).contains(blockSize)
                && (1...16).contains(parallelism) && 128 * rounds * blockSize <= 1 << 30
        }
    }

    let cost: Cost
    /// 16 random bytes.
    private let salt: Data
    /// The key in the form of `SecretCipher`; id and cost are authenticated with it.
    private let key: Data

    init(_ key: MasterKey, as id: KeyID, with passphrase: Secret, cost: Cost = .current) throws {
        self.cost = cost
        salt = SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
        let cipher = try Self.cipher(for: passphrase, salt, cost)
        self.key = try key.withBytes { try cipher.seal(Data($0), for: Self.row(id, cost)) }
    }

    /// - Throws: `KeyStoreError.wrongPassphrase`.
    func open(_ id: KeyID, with passphrase: Secret) throws -> MasterKey {
        let cipher = try Self.cipher(for: passphrase, salt, cost)
        guard var bytes = try? cipher.unsealBytes(key, of: Self.row(id, cost)) else {
            throw KeyStoreError.wrongPassphrase
        }
        defer { bytes.resetBytes(in: bytes.indices) }
        guard let key = MasterKey(bytes: bytes) else { throw KeyStoreError.damaged(.passphrase) }
        return key
    }

    private static func row(_ id: KeyID, _ cost: Cost) -> SealedRow {
        SealedRow(
            table: "passphrase",
            key: [id.text, String(cost.rounds), String(cost.blockSize), String(cost.parallelism)])
    }

    private static func cipher(for passphrase: Secret, _ salt: Data, _ cost: Cost) throws -> SecretCipher {
        var bytes = Array(passphrase.expose().utf8)
        defer { bytes.erase() }
        let derived = try KDF.Scrypt.deriveKey(
            from: bytes, salt: salt, outputByteCount: MasterKey.byteCount, rounds: cost.rounds,
            blockSize: cost.blockSize, parallelism: cost.parallelism)
        guard let key = MasterKey(bytes: derived) else { throw KeyStoreError.damaged(.passphrase) }
        return SecretCipher(key: key)
    }
}
