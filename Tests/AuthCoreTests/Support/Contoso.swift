import Foundation
import HTTPTransport

@testable import AuthCore

/// One tenant, one client and one account that the tests are about.
enum Contoso {
    static let clientID = "client-1"
    static let tenantID = "7c6e2b14-3f0a-4d5c-9b8e-c0470500ac01"
    static let base = "https://login.microsoftonline.com"
    static let account = AccountID(homeAccountID: "alice.\(tenantID)", environment: "login.microsoftonline.com")
    static let key = TokenKey(account: account, clientID: clientID, tenantID: tenantID)

    static func authority(_ tenant: String = tenantID) throws -> Authority {
        try Authority(kind: .entra, url: "\(base)/\(tenant)")
    }

    static func discovery(issuer: String = "\(base)/\(tenantID)/v2.0") throws -> String {
        let root = "\(base)/\(tenantID)/oauth2/v2.0"
        return try json([
            "issuer": issuer, "authorization_endpoint": "\(root)/authorize", "token_endpoint": "\(root)/token",
            "device_authorization_endpoint": "\(root)/devicecode", "end_session_endpoint": "\(root)/logout",
        ])
    }

    static func configuration(issuer: String = "\(base)/\(tenantID)/v2.0") throws -> OpenIDConfiguration {
        let document = try JSONDecoder().decode(DiscoveryDocument.self, from: Data(discovery(issuer: issuer).utf8))
        return try document.configuration(for: authority())
    }

    /// An ID token of the account; nil takes a claim away.
    static func idToken(_ changes: [String: Any?] = [:]) throws -> String {
        var claims: [String: Any] = [
            "iss": "\(base)/\(tenantID)/v2.0", "aud": clientID, "sub": "subject", "oid": "object", "tid": tenantID,
            "preferred_username": "alice@contoso.example", "name": "Alice", "iat": 9_000, "exp": 12_600,
        ]
        for (name, value) in changes { claims[name] = value }
        return "e30.\(Data(try json(claims).utf8).base64URL).signature"
    }

    static func clientInfo(uid: String = "alice", utid: String = tenantID) throws -> String {
        Data(try json(["uid": uid, "utid": utid]).utf8).base64URL
    }

    /// A token response as Entra sends it; nil takes a member away.
    static func tokens(_ changes: [String: Any?] = [:]) throws -> String {
        var members: [String: Any] = [
            "token_type": "Bearer", "scope": "User.Read", "expires_in": 3600, "access_token": "AT-new",
            "refresh_token": "RT-new", "id_token": try idToken(), "client_info": try clientInfo(),
        ]
        for (name, value) in changes { members[name] = value }
        return try json(members)
    }

    static func json(_ members: [String: Any]) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: members, options: .sortedKeys), as: UTF8.self)
    }
}
