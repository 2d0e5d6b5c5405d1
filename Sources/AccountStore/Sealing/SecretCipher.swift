import Crypto
import FoundationEssentials
import HTTPTransport

/// Seals a secret for one row, and unseals it for that row only.
///
/// The format is a version byte, then the 12 byte random nonce, the ciphertext and the 16 byte tag of AES-256-GCM
/// (NIST SP 800-38D). Version and row are the associated data, so a sealed secret cannot be moved to another row.
struct SecretCipher {
    /// The version of every secret since the store authenticates where secrets are sent. Version 1 is read only to be
    /// replaced: otherwise a store of that time could be put in place of a newer one.
    static let version: UInt8 = 2
    let key: MasterKey

    func seal(_ secret: Secret, for row: SealedRow) throws -> Data {
        var bytes = Data(secret.expose().utf8)
        defer { bytes.resetBytes(in: bytes.indices) }
        return try seal(bytes, for: row)
    }

    func seal(_ bytes: Data, for row: SealedRow, version: UInt8 = Self.version) throws -> Data {
        let box = try AES.GCM.seal(
            bytes, using: key.symmetric, authenticating: Self.associatedData(row, version: version))
        return Data([version]) + box.nonce + box.ciphertext + box.tag
    }

    /// - Throws: `StoreError.cannotUnseal`.
    func unseal(_ sealed: Data, of row: SealedRow) throws(StoreError) -> Secret {
        var bytes = try unsealBytes(sealed, of: row)
        // The secret's own text is the only copy that stays.
        defer { bytes.resetBytes(in: bytes.indices) }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .cannotUnseal(row) }
        return Secret(text)
    }

    /// - Throws: `StoreError.cannotUnseal`.
    func unsealBytes(
        _ sealed: Data, of row: SealedRow, version: UInt8 = Self.version
    ) throws(StoreError) -> Data {
        guard sealed.first == version, let box = try? AES.GCM.SealedBox(combined: sealed.dropFirst()),
            let bytes = try? AES.GCM.open(
                box, using: key.symmetric, authenticating: Self.associatedData(row, version: version))
        else { throw .cannotUnseal(row) }
        return bytes
    }

    /// The proof that the row was not changed without the key: the empty text, sealed.
    func authenticationTag(of row: SealedRow) throws -> Data { try seal(Data(), for: row) }

    func isAuthenticationTag(_ tag: Data?, of row: SealedRow) -> Bool {
        guard let tag else { return false }
        return (try? unsealBytes(tag, of: row)) != nil
    }

    private static func associatedData(_ row: SealedRow, version: UInt8) -> [UInt8] {
        [version] + row.authenticatedBytes
    }
}
