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

    @Test func everyValueIsTextAsMSALForPythonWritesIt() throws {
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

    @Test func anIssuerIsKnownByItsHostAndFirstSegment() throws {
        let issuer = try Authority(kind: .oidc, url: "https://localhost:4594/api/oidc")
        let account = try #require(members(text(issuer, realm: ""))["Account"]?.values.first)
        #expect(account["environment"] == "localhost" && account["realm"] == "api")
    }

    @Test func whatWasWrittenIsReadBack() throws {
        let file = Data(try text(try Contoso.authority()).expose().utf8)
        let signIns = try UnifiedCache(file).contents(now: time).signIns
        #expect(signIns.count == 1)
        #expect(signIns.first?.grant.accessToken?.scopes == ["User.Read", "Mail.Read"])
        #expect(signIns.first?.grant.refreshToken?.secret == Secret("RT"))
    }

    @Test func theTextIsASecret() throws {
        #expect("\(try text(try Contoso.authority()))" == "<redacted>")
    }
}
