import Crypto
import FoundationEssentials
import HTTPTransport

/// Seals a secret for one row, and unseals it for that row only.
///
/// The format is a version byte, then the 12 byte random nonce, the ciphertext and the 16 byte tag of AES-256-GCM
/// (NIST SP 800-38D). Version and row are the associated data, so a sealed secret cannot be moved to another row.
struct SecretCipher {
    private static let version: UInt8 = 1
    let key: MasterKey

    func seal(_ secret: Secret, for row: SealedRow) throws -> Data {
        try seal(Data(secret.expose().utf8), for: row)
    }

    func seal(_ bytes: Data, for row: SealedRow) throws -> Data {
        let box = try AES.GCM.seal(bytes, using: key.symmetric, authenticating: Self.associatedData(row))
        return Data([Self.version]) + box.nonce + box.ciphertext + box.tag
    }

    /// - Throws: `StoreError.cannotUnseal`.
    func unseal(_ sealed: Data, of row: SealedRow) throws(StoreError) -> Secret {
        guard let text = String(validating: try unsealBytes(sealed, of: row), as: UTF8.self) else {
            throw .cannotUnseal(row)
        }
        return Secret(text)
    }

    /// - Throws: `StoreError.cannotUnseal`.
    func unsealBytes(_ sealed: Data, of row: SealedRow) throws(StoreError) -> Data {
        guard sealed.first == Self.version, let box = try? AES.GCM.SealedBox(combined: sealed.dropFirst()),
            let bytes = try? AES.GCM.open(box, using: key.symmetric, authenticating: Self.associatedData(row))
        else { throw .cannotUnseal(row) }
        return bytes
    }

    private static func associatedData(_ row: SealedRow) -> [UInt8] {
        [version] + row.authenticatedBytes
    }
}
