import AccountProfiles
import AuthCore
import Foundation
import HTTPTransport

/// A user or an app with an account, and the token grant of its sign-in.
struct Person: Sendable {
    static let alice = Person(name: "alice", tenantID: "11111111-aaaa-4000-8000-000000000001")
    static let bob = Person(name: "bob", tenantID: "22222222-bbbb-4000-8000-000000000002")

    /// An app that acts for itself.
    static let report = Person(name: "report", tenantID: alice.tenantID, isApplication: true)
    static let backup = Person(name: "backup", tenantID: bob.tenantID, isApplication: true)

    let name: String
    let tenantID: String
    var isApplication = false

    var account: AccountID {
        AccountID(
            homeAccountID: (isApplication ? "app:\(name)" : "\(name)-uid") + ".\(tenantID)",
            environment: "login.microsoftonline.com")
    }

    var key: TokenKey { TokenKey(account: account, clientID: Sample.clientID, tenantID: tenantID) }

    var tenantProfile: TenantProfile {
        TenantProfile(
            tenantID: tenantID, objectID: "\(name)-oid", username: "\(name)@contoso.example", displayName: name)
    }

    func grant(
        access: AccessToken? = Sample.accessToken(), refresh: RefreshToken? = Sample.refreshToken(),
        idToken: Secret? = Secret("id-token"), clientID: String = Sample.clientID, tenantID: String? = nil
    ) -> TokenGrant {
        TokenGrant(
            account: account, tenantProfile: tenantProfile, clientID: clientID, tenantID: tenantID ?? self.tenantID,
            accessToken: access, refreshToken: refresh, idToken: idToken)
    }

    func profile(_ name: String? = nil, clientID: String = Sample.clientID) throws -> Profile {
        Profile(
            name: try ProfileName(name ?? self.name), account: account, username: "\(self.name)@contoso.example",
            displayName: self.name, tenantID: tenantID, kind: isApplication ? .app : .work, clientID: clientID,
            authority: try Authority(cloud: .global, tenant: tenantID), graph: Cloud.global.graph,
            scopes: ["User.Read", "Mail.Read"])
    }
}

enum Sample {
    static let clientID = "99999999-cccc-4000-8000-000000000009"
    /// Whole seconds, as they are stored.
    static let now = Date(timeIntervalSince1970: 1_790_000_000)

    static func accessToken(
        _ secret: String = "access-token", scopes: Scopes = ["Mail.Read", "User.Read"], cachedAt: Date = now,
        lifetime: TimeInterval = 3600
    ) -> AccessToken {
        AccessToken(
            secret: Secret(secret), tokenType: "Bearer", scopes: scopes, cachedAt: cachedAt,
            expiresOn: cachedAt + lifetime, refreshOn: cachedAt + lifetime / 2)
    }

    static func refreshToken(_ secret: String = "refresh-token", rejectedAt: Date? = nil) -> RefreshToken {
        RefreshToken(
            secret: Secret(secret), familyID: "1", cachedAt: now, expiresOn: now.addingTimeInterval(86_400),
            rejectedAt: rejectedAt)
    }
}
