import AuthCore
import Foundation
import HTTPTransport
import Testing

@testable import AccountProfiles

@Suite struct ProfileTests {
    private func grant(tenantID: String, expiresOn: Date? = nil) -> TokenGrant {
        let token = expiresOn.map {
            AccessToken(
                secret: Secret("s"), tokenType: "Bearer", scopes: [], cachedAt: .distantPast, expiresOn: $0,
                refreshOn: nil)
        }
        return TokenGrant(
            account: AccountID(homeAccountID: "a.b", environment: "e"), tenantProfile: nil, clientID: "c",
            tenantID: tenantID,
            accessToken: token, refreshToken: nil, idToken: nil)
    }

    @Test(arguments: [
        (
            "https://login.microsoftonline.com/common", Authority.Kind.entra, Authority.personalTenantID,
            Profile.Kind.personal
        ),
        ("https://login.microsoftonline.com/common", .entra, "7c6e2b14-3f0a-4d5c-9b8e-c0470500ac01", .work),
        ("https://idp.example", .oidc, "", .oidc), ("https://idp.example", .oidc, Authority.personalTenantID, .oidc),
    ])
    func kindFollowsFromTheSignIn(url: String, kind: Authority.Kind, tenantID: String, expected: Profile.Kind)
        throws
    {
        let authority = try Authority(kind: kind, url: url)
        #expect(Profile.Kind(of: grant(tenantID: tenantID), authority: authority) == expected)
    }

    @Test func tokensAreCachedByAccountClientAndTenant() throws {
        let profile = try Profile.named("work")
        #expect(profile.tokenKey == TokenKey(account: profile.account, clientID: "client", tenantID: "home"))
    }

    @Test func profileIsSignedInAfterASignIn() {
        let end = Date(timeIntervalSince1970: 5)
        #expect(ProfileStatus.signedIn(grant(tenantID: "", expiresOn: end)).accessTokenExpiresOn == end)
        #expect(ProfileStatus.signedIn(grant(tenantID: "")).state == .signedIn)
        #expect(ProfileStatus.signedOut.state == .signedOut)
    }
}
