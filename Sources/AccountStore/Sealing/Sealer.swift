import Crypto
import Foundation
import HTTPTransport

/// Seals a secret for one row, and opens it for that row only.
///
/// The form is a version byte, then AES-256-GCM's random 12 byte nonce, ciphertext and 16 byte tag
/// (NIST SP 800-38D). Version and row are authenticated with it, so a secret cannot be moved to another row.
struct Sealer {
    private static let version: UInt8 = 1
    let key: MasterKey

    func seal(_ secret: Secret, for row: SealedRow) throws -> Data {
        let box = try AES.GCM.seal(
            Data(secret.expose().utf8), using: key.symmetric, authenticating: Sealer.authenticated(row))
        return Data([Sealer.version]) + box.nonce + box.ciphertext + box.tag
    }

    /// - Throws: `StoreError.cannotUnseal`.
    func unseal(_ sealed: Data, of row: SealedRow) throws(StoreError) -> Secret {
        guard sealed.first == Sealer.version, let box = try? AES.GCM.SealedBox(combined: sealed.dropFirst()),
            let bytes = try? AES.GCM.open(box, using: key.symmetric, authenticating: Sealer.authenticated(row)),
            let text = String(bytes: bytes, encoding: .utf8)
        else { throw .cannotUnseal(row) }
        return Secret(text)
    }

    private static func authenticated(_ row: SealedRow) -> [UInt8] {
        [version] + row.authenticatedBytes
    }
}
