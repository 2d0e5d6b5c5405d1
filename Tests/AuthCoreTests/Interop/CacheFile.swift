import Foundation

@testable import AuthCore

/// A cache file in the making: entries as the libraries write them, under keys that mean nothing.
struct CacheFile {
    static let uid = "a11ce000-0000-4000-8000-000000000001"
    static let home = "\(uid).\(Contoso.tenantID)"
    static let guestTenant = "fab71ca3-92d4-4b6f-8a1e-0d5c3e7b2f02"

    private(set) var members: [String: [String: Any]] = [:]

    static func fields(_ more: [String: Any?]) -> [String: Any] {
        let all: [String: Any?] = [
            "home_account_id": home, "environment": "login.microsoftonline.com", "client_id": Contoso.clientID,
        ].merging(more) { $1 }
        return all.compactMapValues(\.self)
    }

    mutating func add(_ kind: String, _ entry: Any, key: String? = nil) {
        members[kind, default: [:]][key ?? "entry-\(members[kind]?.count ?? 0)"] = entry
    }

    mutating func addAccessToken(_ more: [String: Any?] = [:]) {
        let own: [String: Any?] = [
            "credential_type": "AccessToken", "secret": "AT", "realm": Contoso.tenantID, "target": "User.Read openid",
            "token_type": "Bearer", "cached_at": "1000", "expires_on": "4600",
        ]
        add("AccessToken", Self.fields(own.merging(more) { $1 }))
    }

    mutating func addRefreshToken(_ more: [String: Any?] = [:]) {
        let own: [String: Any?] = [
            "credential_type": "RefreshToken", "secret": "RT", "last_modification_time": "1000",
        ]
        add("RefreshToken", Self.fields(own.merging(more) { $1 }))
    }

    mutating func addIDToken(_ more: [String: Any?] = [:], claims: [String: Any?] = [:]) throws {
        let own: [String: Any?] = [
            "credential_type": "IdToken", "secret": try Contoso.idToken(claims), "realm": Contoso.tenantID,
        ]
        add("IdToken", Self.fields(own.merging(more) { $1 }))
    }

    mutating func addAccount(_ more: [String: Any?] = [:]) {
        let own: [String: Any?] = [
            "client_id": nil, "realm": Contoso.tenantID, "local_account_id": "object",
            "username": "alice@contoso.example", "authority_type": "MSSTS",
        ]
        add("Account", Self.fields(own.merging(more) { $1 }))
    }

    func data() throws -> Data { try JSONSerialization.data(withJSONObject: members, options: .sortedKeys) }

    func contents(elsewhere: Authority? = nil, now: Double = 2000) throws -> CacheContents {
        try UnifiedCache(data()).contents(trusting: elsewhere, now: Date(timeIntervalSince1970: now))
    }

    /// The cache of MSAL for Python after a sign-in.
    static func python() throws -> CacheFile {
        var file = CacheFile()
        file.addAccessToken()
        file.addRefreshToken()
        try file.addIDToken()
        file.addAccount()
        return file
    }
}
