import Foundation
import HTTPTransport
import Testing

@testable import AuthCore

@Suite struct UnifiedCacheExportTests {
    private let time = Date(timeIntervalSince1970: 1000.9)

    private func text(_ authority: Authority, realm: String = Contoso.tenantID) throws -> Secret {
        let token = AccessToken(
            secret: Secret("AT"), tokenType: "Bearer", scopes: ["openid", "User.Read", "Mail.Read"], cachedAt: time,
            expiresOn: time + 3600, refreshOn: nil)
        return try UnifiedCacheExport(
            key: TokenKey(account: Contoso.account, clientID: "C", tenantID: realm),
            profile: TenantProfile(
                tenantID: realm, objectID: "oid", username: "alice@contoso.example", displayName: ""),
            authority: authority, accessTokens: [token],
            refreshToken: RefreshToken(secret: Secret("RT"), familyID: nil, cachedAt: time),
            idToken: Secret(try Contoso.idToken())
        ).text()
    }

    private func members(_ text: Secret) throws -> [String: [String: [String: String]]] {
        try JSONDecoder().decode([String: [String: [String: String]]].self, from: Data(text.expose().utf8))
    }

    @Test func writesTheFormatOfMSALForPython() throws {
        let file = try members(text(try Contoso.authority()))
        let account = "\(Contoso.account.homeAccountID)-login.microsoftonline.com"
        let token = file["AccessToken"]?["\(account)-accesstoken-c-\(Contoso.tenantID)-mail.read user.read openid"]
        #expect(token?["target"] == "Mail.Read User.Read openid")
        #expect(token?["cached_at"] == "1000" && token?["expires_on"] == "4600")
        #expect(token?["extended_expires_on"] == "4600" && token?["refresh_on"] == nil)
        let refresh = file["RefreshToken"]?["\(account)-refreshtoken-c--"]
        #expect(refresh?["secret"] == "RT" && refresh?["last_modification_time"] == "1000")
        #expect(refresh?["client_id"] == "C", "only keys are lower-case")
        #expect(file["Account"]?["\(account)-\(Contoso.tenantID)"]?["authority_type"] == "MSSTS")
        #expect(file["IdToken"]?.count == 1)
        #expect(Array(file["AppMetadata"]?.keys ?? [:].keys) == ["appmetadata-login.microsoftonline.com-C"])
    }

    @Test func oidcIssuerIsHostAndFirstSegment() throws {
        let issuer = try Authority(kind: .oidc, url: "https://localhost:4594/api/oidc")
        let account = try #require(members(text(issuer, realm: ""))["Account"]?.values.first)
        #expect(account["environment"] == "localhost" && account["realm"] == "api")
    }

    @Test func roundTrips() throws {
        let file = Data(try text(try Contoso.authority()).expose().utf8)
        let signIns = try UnifiedCache(file).contents(now: time).signIns
        #expect(signIns.count == 1)
        #expect(signIns.first?.grant.accessToken?.scopes == ["User.Read", "Mail.Read"])
        #expect(signIns.first?.grant.refreshToken?.secret == Secret("RT"))
    }

    @Test func contentIsASecret() throws {
        #expect("\(try text(try Contoso.authority()))" == "<redacted>")
    }
}

/// The keys that MSAL for Python 1.39.0 made of the same parts.
@Suite struct CacheKeysTests {
    @Test func joinsPartsWithDashes() {
        let keys = CacheKeys(
            homeAccountID: "uid.utid", environment: "login.example.com", clientID: "my_client_id", realm: "contoso")
        let account = "uid.utid-login.example.com"
        #expect(keys.accessToken(target: "s1 s2 s3") == "\(account)-accesstoken-my_client_id-contoso-s1 s2 s3")
        #expect(keys.refreshToken(target: "s1 s2 s3") == "\(account)-refreshtoken-my_client_id--s1 s2 s3")
        #expect(keys.idToken == "\(account)-idtoken-my_client_id-contoso-")
        #expect(keys.account == "\(account)-contoso")
        #expect(keys.appMetadata == "appmetadata-login.example.com-my_client_id")
    }

    @Test func lowersAllKeysExceptAppMetadata() {
        let keys = CacheKeys(
            homeAccountID: "UID-A.UTID-B", environment: "login.microsoftonline.com", clientID: "My_Client_ID",
            realm: "F645AD92-e38d-4d1a-b510-d1b09a74a8ca")
        #expect(
            keys.accessToken(target: "User.Read openid")
                == "uid-a.utid-b-login.microsoftonline.com-accesstoken-my_client_id-f645ad92-e38d-4d1a-b510-d1b09a74a8ca-user.read openid"
        )
        #expect(keys.appMetadata == "appmetadata-login.microsoftonline.com-My_Client_ID")
    }

    /// .NET and Java file a refresh token without its scopes, and so does the export.
    @Test func refreshTokenKeyNeedsNoScopes() {
        let tenant = "f645ad92-e38d-4d1a-b510-d1b09a74a8ca"
        let keys = CacheKeys(
            homeAccountID: "9f4880d8-80ba-4c40-97bc-f7a23c703084.\(tenant)", environment: "login.microsoftonline.com",
            clientID: "b6c69a37-df96-4db0-9088-2ab96e1d8215", realm: tenant)
        #expect(
            keys.refreshToken(target: "").hasSuffix(
                "-login.microsoftonline.com-refreshtoken-b6c69a37-df96-4db0-9088-2ab96e1d8215--"))
    }
}
