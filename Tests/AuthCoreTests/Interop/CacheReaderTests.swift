import Foundation
import HTTPTransport
import Testing

@testable import AuthCore

/// Reading the caches of several libraries, each with its own variations.
@Suite struct CacheReaderTests {
    @Test func readsTheCacheOfMSALForPython() throws {
        let contents = try CacheFile.python().contents()
        let signIn = try #require(contents.signIns.first)
        #expect(contents.signIns.count == 1 && contents.skipped.isEmpty)
        let account = AccountID(homeAccountID: CacheFile.home, environment: "login.microsoftonline.com")
        #expect(signIn.grant.key == TokenKey(account: account, clientID: Contoso.clientID, tenantID: Contoso.tenantID))
        #expect(signIn.grant.accessToken?.secret == Secret("AT"))
        #expect(signIn.grant.accessToken?.expiresOn == Date(timeIntervalSince1970: 4600))
        #expect(signIn.grant.refreshToken?.secret == Secret("RT"))
        #expect(signIn.grant.refreshToken?.cachedAt == Date(timeIntervalSince1970: 1000))
        #expect(signIn.grant.tenantProfile?.username == "alice@contoso.example")
        #expect(signIn.scopes == ["User.Read"] && !signIn.isFirstPartyClient)
        #expect(signIn.authority.url == "https://login.microsoftonline.com/\(Contoso.tenantID)")
    }

    /// An account written by three libraries into a file: alias hosts, numbers instead of strings, missing times.
    @Test func mergesEntitiesOfSeveralLibraries() throws {
        var file = try CacheFile.python()
        file.addRefreshToken(["secret": "RT-net", "environment": "login.windows.net", "last_modification_time": nil])
        file.addRefreshToken(["secret": "RT-go", "environment": "STS.windows.net", "last_modification_time": 1500])
        file.addAccessToken([
            "environment": "login.windows.net", "cached_at": 1200, "expires_on": 5000, "secret": "AT-net",
            "client_info": "x", "ext_expires_on": "5000",
        ])
        let contents = try file.contents()
        #expect(contents.signIns.count == 1)
        #expect(contents.signIns.first?.grant.refreshToken?.secret == Secret("RT-go"))
        #expect(contents.signIns.first?.grant.accessToken?.secret == Secret("AT-net"))
    }

    /// Such a text would be more than one line in a header, in git's protocol and on a terminal.
    @Test(arguments: ["A\nusername=evil", "A\r\nX: y", "A\u{1B}[31m", "A\u{0}", "Ä", "\u{2028}"])
    func textThatNoServerIssuesIsNoToken(secret: String) throws {
        var file = try CacheFile.python()
        file.addAccessToken(["secret": secret, "expires_on": "9000"])
        file.addRefreshToken(["secret": secret, "last_modification_time": "1900"])
        let contents = try file.contents()
        #expect(contents.signIns.map(\.grant.accessToken?.secret) == [Secret("AT")])
        #expect(contents.signIns.map(\.grant.refreshToken?.secret) == [Secret("RT")])
        #expect(contents.skipped == [.unreadable: 1])
    }

    /// Names of profiles follow this order.
    @Test func orderIsTheSameInEveryRun() throws {
        var file = CacheFile()
        let hosts = ["login.microsoftonline.us", "login.partner.microsoftonline.cn", "login.microsoftonline.com"]
        for (number, host) in (hosts + hosts).enumerated() {
            file.addRefreshToken(["environment": host, "secret": "RT\(number)"])
            file.addAccount(["environment": host])
        }
        let data = try file.data()
        for _ in 0..<20 {
            let signIns = try UnifiedCache(data).contents(now: Date(timeIntervalSince1970: 2000)).signIns
            #expect(signIns.map(\.grant.account.environment) == [hosts[2], hosts[0], hosts[1]])
            #expect(signIns.map(\.grant.refreshToken?.secret) == [Secret("RT2"), Secret("RT0"), Secret("RT1")])
        }
    }

    /// MSAL.NET's tokens with an extended key, and those that a library may add.
    @Test func tokensOfOtherKindsStayWithTheirProgram() throws {
        var file = try CacheFile.python()
        file.addAccessToken(["secret": "EXT", "credential_type": "atext", "expires_on": "9000"])
        let contents = try file.contents()
        #expect(contents.signIns.map(\.grant.accessToken?.secret) == [Secret("AT")])
        #expect(contents.skipped == [.bound: 1])
    }

    @Test func refreshTokenWithoutTimeHasThatOfTheAccessToken() throws {
        var file = CacheFile()
        file.addAccessToken(["cached_at": 1300])
        file.addRefreshToken(["last_modification_time": nil])
        let token = try file.contents().signIns.first?.grant.refreshToken
        #expect(token?.cachedAt == Date(timeIntervalSince1970: 1300))
        #expect(token?.expiresOn == Date(timeIntervalSince1970: 1300 + 90 * 86_400))
    }

    @Test func refreshTokenWithoutAnyTimeHasNoEnd() throws {
        var file = CacheFile()
        file.addRefreshToken(["last_modification_time": nil])
        let token = try #require(try file.contents().signIns.first?.grant.refreshToken)
        #expect(token.expiresOn == nil)
    }

    @Test(arguments: [
        ("login.windows.net", "login.microsoftonline.com"),
        ("login.chinacloudapi.cn", "login.partner.microsoftonline.cn"),
        ("login.usgovcloudapi.net", "login.microsoftonline.us"),
        ("login.microsoftonline.us", "login.microsoftonline.us"),
    ])
    func mapsLoginHostsToClouds(host: String, environment: String) throws {
        var file = CacheFile()
        file.addRefreshToken(["environment": host])
        #expect(try file.contents().signIns.map(\.grant.account.environment) == [environment])
    }

    @Test(arguments: ["common", "organizations"]) func sharedRealmIsTheTenantOfTheIDToken(realm: String) throws {
        var file = CacheFile()
        file.addAccessToken(["realm": realm])
        try file.addIDToken(["realm": realm], claims: ["tid": CacheFile.guestTenant])
        #expect(try file.contents().signIns.map(\.grant.tenantID) == [CacheFile.guestTenant])
    }

    @Test(arguments: [
        ("common", Contoso.tenantID), ("organizations", Contoso.tenantID), ("consumers", Authority.personalTenantID),
    ])
    func sharedRealmWithoutIDTokenIsTheHomeTenant(realm: String, tenant: String) throws {
        var file = CacheFile()
        file.addAccessToken(["realm": realm])
        #expect(try file.contents().signIns.map(\.grant.tenantID) == [tenant])
    }

    /// A person has an account in each user flow, and its refresh token works there alone.
    @Test(arguments: [
        ("b2c_1_signin", true), ("B2C_1_SignIn", true), ("b2c_1_edit", false), ("b2c_1_signin2", false), (nil, true),
    ])
    func accountOfAnotherUserFlowIsSkipped(flow: String?, isRead: Bool) throws {
        let authority = try Authority(
            kind: .b2c, url: "https://contoso.b2clogin.com/contoso.onmicrosoft.com/B2C_1_signin")
        var file = CacheFile()
        let home = "\(CacheFile.uid)\(flow.map { "-\($0)" } ?? "").\(Contoso.tenantID)"
        file.addRefreshToken(["home_account_id": home, "environment": "contoso.b2clogin.com"])
        file.addAccessToken([
            "home_account_id": home, "environment": "contoso.b2clogin.com", "realm": Contoso.tenantID,
        ])
        let contents = try file.contents(elsewhere: authority)
        #expect(contents.signIns.count == (isRead ? 1 : 0))
        #expect(contents.skipped == (isRead ? [:] : [.otherUserFlow(account: home): 2]))
    }

    @Test func domainWithoutIDTokenIsSkipped() throws {
        var file = CacheFile()
        file.addAccessToken(["realm": "contoso.example"])
        let contents = try file.contents()
        #expect(contents.signIns.isEmpty)
        #expect(contents.skipped == [.unknownTenant(account: CacheFile.home): 1])
    }

    @Test func eachTenantOfAGuestIsASignIn() throws {
        var file = try CacheFile.python()
        file.addAccessToken(["realm": CacheFile.guestTenant.uppercased(), "secret": "AT-guest"])
        file.addAccount(["realm": CacheFile.guestTenant, "username": "alice#EXT#"])
        let signIns = try file.contents().signIns
        #expect(Set(signIns.map(\.grant.tenantID)) == [Contoso.tenantID, CacheFile.guestTenant])
        #expect(signIns.allSatisfy { $0.grant.refreshToken?.secret == Secret("RT") }, "one serves all tenants")
        #expect(
            Set(signIns.compactMap { $0.grant.tenantProfile?.username }) == ["alice@contoso.example", "alice#EXT#"])
    }

    @Test func readsARefreshTokenAlone() throws {
        var file = CacheFile()
        file.addRefreshToken()
        #expect(try file.contents().signIns.map(\.grant.tenantID) == [Contoso.tenantID])
    }

    @Test func accountAloneHasNoClient() throws {
        var file = CacheFile()
        file.addAccount()
        #expect(try file.contents().signIns.map(\.grant.clientID) == [""])
    }

    /// By its known id, by its refresh token, by what the file says of the app.
    @Test(arguments: 0..<3) func recognizesFirstPartyClients(how: Int) throws {
        var file = CacheFile()
        let azure = "04B07795-8ddb-461a-bbee-02f9e1bf7b46"
        file.addRefreshToken(["client_id": how == 0 ? azure : Contoso.clientID, "family_id": how == 1 ? "1" : nil])
        if how == 2 { file.add("AppMetadata", CacheFile.fields(["family_id": "1"])) }
        #expect(try file.contents().signIns.map(\.isFirstPartyClient) == [true])
    }

    @Test func countsSkippedEntities() throws {
        var file = try CacheFile.python()
        file.addAccessToken(["home_account_id": nil])
        file.addAccessToken(["home_account_id": NSNull()])
        file.addAccessToken(["key_id": "k"])
        file.addAccessToken(["token_type": "pop"])
        file.addAccessToken(["user_assertion_hash": "h"])
        file.addAccessToken(["ext": ["fmi_path": "p"]])
        file.addAccessToken(["ext_cache_key": "k"])
        file.addAccessToken(["expires_on": "soon"])
        file.addRefreshToken(["environment": "login.evil.example"])
        file.add("RefreshToken", "not an object")
        file.add("an-unknown-member", ["foo": "bar"])
        let contents = try file.contents()
        #expect(contents.signIns.count == 1)
        #expect(
            contents.skipped == [.noAccount: 2, .bound: 5, .unreadable: 2, .unknownHost("login.evil.example"): 1])
    }

    @Test(arguments: ["login.example.com", "login.example.com:8443"])
    func readsEntitiesOfTheTrustedHost(host: String) throws {
        var file = CacheFile()
        file.addRefreshToken(["environment": host])
        let elsewhere = try Authority(kind: .entra, url: "https://login.example.com:8443/common")
        let signIn = try #require(try file.contents(elsewhere: elsewhere).signIns.first)
        #expect(signIn.authority.url == "https://login.example.com:8443/\(Contoso.tenantID)")
        #expect(signIn.grant.account.environment == elsewhere.environment)
    }

    @Test func oidcIssuerHasNoTenants() throws {
        var file = CacheFile()
        file.addRefreshToken(["environment": "login.example.com", "home_account_id": "subject"])
        file.addAccessToken(["environment": "login.example.com", "home_account_id": "subject", "realm": "oidc"])
        let issuer = try Authority(kind: .oidc, url: "https://login.example.com/oidc")
        let signIns = try file.contents(elsewhere: issuer).signIns
        #expect(signIns.map(\.grant.tenantID) == [""])
        #expect(signIns.map(\.grant.account.environment) == ["login.example.com/oidc"])
    }

    @Test func leavesOutExpiredAccessTokens() throws {
        let signIn = try #require(try CacheFile.python().contents(now: 4600).signIns.first)
        #expect(signIn.grant.accessToken == nil && signIn.grant.refreshToken != nil && signIn.scopes == ["User.Read"])
    }
}
