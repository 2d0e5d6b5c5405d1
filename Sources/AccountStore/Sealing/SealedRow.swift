import AuthCore
import FoundationEssentials

/// The row that a sealed secret belongs to: the table and every column of its key.
public struct SealedRow: Hashable, Sendable, CustomStringConvertible {
    public let table: String
    public let key: [String]

    static func accessToken(_ key: TokenKey, target: String) -> SealedRow {
        SealedRow(table: "access_token", key: columns(key) + [target])
    }

    static func idToken(_ key: TokenKey) -> SealedRow {
        SealedRow(table: "id_token", key: columns(key))
    }

    static func refreshToken(_ account: AccountID, clientID: String) -> SealedRow {
        SealedRow(table: "refresh_token", key: [account.homeAccountID, account.environment, clientID])
    }

    static func applicationCredential(_ account: AccountID) -> SealedRow {
        SealedRow(table: "application_credential", key: [account.homeAccountID, account.environment])
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
