import AccountProfiles
import AuthCore
import FoundationEssentials

/// The row that a sealed secret belongs to: the table and every column of its key.
public struct SealedRow: Hashable, Sendable, CustomStringConvertible {
    let table: String
    let key: [String]

    public enum Kind: Sendable {
        case accessToken, idToken, refreshToken
        /// The credential of an app, and everything else that is sealed.
        case other
    }

    static func accessToken(_ key: TokenKey, target: String) -> SealedRow {
        SealedRow(table: "access_token", key: columns(key) + [target])
    }

    static func idToken(_ key: TokenKey) -> SealedRow {
        SealedRow(table: "id_token", key: columns(key))
    }

    static func refreshToken(_ account: AccountID, clientID: String) -> SealedRow {
        SealedRow(table: "refresh_token", key: [account.homeAccountID, account.environment, clientID])
    }

    static func credential(of owner: CredentialOwner) -> SealedRow {
        SealedRow(table: owner.table.rawValue, key: owner.key)
    }

    /// The kind of a credential and what it refers to: which file, or which identity, it is.
    static func reference(of owner: CredentialOwner, kind: String, _ reference: String?) -> SealedRow {
        SealedRow(
            table: "\(owner.table.rawValue).reference", key: owner.key + [kind] + (reference.map { [$0] } ?? []))
    }

    /// Everything of a profile that decides whose secrets and keys it uses and where they are sent, and the program
    /// that opens its pages. A redirect URI on loopback sends nothing elsewhere.
    static func destination(of profile: Profile) -> SealedRow {
        let redirect = profile.redirectURI.isLoopback ? [] : ["redirect_uri", profile.redirectURI.text]
        let key =
            [
                profile.name.text, profile.kind.rawValue, profile.account.homeAccountID, profile.account.environment,
                profile.tenantID, profile.clientID, profile.authority.kind.rawValue,
                profile.authority.urlWithParameters,
                profile.mode.rawValue,
            ] + (profile.graph.map { [$0] } ?? []) + redirect
            + (profile.authority.clientCertificate.map { ["tls_certificate", $0.path] } ?? [])
            + (profile.isBrokered ? ["is_brokered"] : [])
        // Without a browser the tag is that of the versions before there were browsers.
        guard let browser = profile.browser else { return SealedRow(table: "profile", key: key) }
        return SealedRow(table: "profile.browser", key: [browser] + key)
    }

    /// The value that tells whether a key is the store's own.
    static let keyCheck = SealedRow(table: "setting", key: ["key_check"])

    /// A file with tokens that the database could not take.
    static func spareFile(_ name: String) -> SealedRow {
        SealedRow(table: "spare", key: [name])
    }

    /// The time is part of the key, so that an old response cannot be made a new one.
    static func cachedResponse(_ key: RequestKey, at time: Date) -> SealedRow {
        SealedRow(table: "cached_answer", key: columns(key) + [String(time.epochSeconds)])
    }

    /// The end is part of the key, so that it cannot be made later.
    static func transfer(_ key: RequestKey, until end: Date) -> SealedRow {
        SealedRow(table: "unfinished_transfer", key: columns(key) + [String(end.epochSeconds)])
    }

    /// The end is part of the key, so that a document cannot be made to last longer than its server said.
    static func discovery(_ url: String, until end: Date) -> SealedRow {
        SealedRow(table: "discovery", key: [url, String(end.epochSeconds)])
    }

    public var kind: Kind {
        switch table {
        case "access_token": .accessToken
        case "id_token": .idToken
        case "refresh_token": .refreshToken
        default: .other
        }
    }

    /// Whether the secret of a token or of an app is used for the profile.
    public func belongs(to profile: Profile) -> Bool {
        // The columns of a key are those of the account first, and then the client's.
        key.starts(with: [profile.account.homeAccountID, profile.account.environment])
            && (key.count < 3 || key[2] == profile.clientID)
    }

    public var description: String { "\(table)(\(key.joined(separator: ", ")))" }

    /// The associated data of the encryption. Each part has its length before it, so that no two rows have equal bytes.
    var authenticatedBytes: [UInt8] {
        ([table] + key).flatMap { part in
            withUnsafeBytes(of: UInt32(part.utf8.count).bigEndian, Array.init) + Array(part.utf8)
        }
    }

    private static func columns(_ key: RequestKey) -> [String] {
        [key.account.homeAccountID, key.account.environment, key.digest.base64EncodedString()]
    }

    private static func columns(_ key: TokenKey) -> [String] {
        [key.account.homeAccountID, key.account.environment, key.clientID, key.tenantID]
    }
}
