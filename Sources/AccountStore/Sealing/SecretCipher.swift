import Crypto
import FoundationEssentials
import HTTPTransport

/// Seals a secret for one row, and opens it for that row only.
///
/// The form is a version byte, then AES-256-GCM's random 12 byte nonce, ciphertext and 16 byte tag
/// (NIST SP 800-38D). Version and row are authenticated with it, so a secret cannot be moved to another row.
struct Sealer {
    private static let version: UInt8 = 1
    let key: MasterKey

    func seal(_ secret: Secret, for row: SealedRow) throws -> Data {
        try seal(Data(secret.expose().utf8), for: row)
    }

    /// The same for what is no text.
    func seal(_ bytes: Data, for row: SealedRow) throws -> Data {
        let box = try AES.GCM.seal(bytes, using: key.symmetric, authenticating: Sealer.authenticated(row))
        return Data([Sealer.version]) + box.nonce + box.ciphertext + box.tag
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
        guard sealed.first == Sealer.version, let box = try? AES.GCM.SealedBox(combined: sealed.dropFirst()),
            let bytes = try? AES.GCM.open(box, using: key.symmetric, authenticating: Sealer.authenticated(row))
        else { throw .cannotUnseal(row) }
        return bytes
    }

    private static func authenticated(_ row: SealedRow) -> [UInt8] {
        [version] + row.authenticatedBytes
    }
}
