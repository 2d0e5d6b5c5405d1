import FoundationEssentials
import HTTPTransport
import HostileInput
import Testing

@testable import AuthCore

@Suite struct BrokerTokenResponseTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let home = "9f4880d8-80ba-4c40-97bc-f7a23c703084.f645ad92-e38d-4d1a-b510-d1b09a74a8ca"
    private static let tenantID = "f645ad92-e38d-4d1a-b510-d1b09a74a8ca"
    private static let account = """
        {"homeAccountId":"\(home)","localAccountId":"9f4880d8","realm":"F645AD92-e38d-4d1a-b510-d1b09a74a8ca",
         "environment":"login.windows.net","username":"alice@contoso.com","name":"Alice","passwordExpiry":9223372036854775807}
        """

    /// - Parameter account: the `account` of the response; nil for none.
    private func grant(
        _ members: String, account: String? = account, expected: String? = home, tenantID: String? = tenantID,
        requested: Scopes = ["User.Read"]
    ) throws -> TokenGrant {
        let members = [members, account.map { #""account":\#($0)"# } ?? ""].filter { !$0.isEmpty }
        let json = try #require(
            JSONValue(parsing: Data(#"{"brokerTokenResponse":{\#(members.joined(separator: ","))}}"#.utf8)))
        return try BrokerTokenResponse(json, request: nil, redirectURI: "https://r").grant(
            clientID: "client-1", authority: Authority(url: "https://login.microsoftonline.com/common"),
            requested: requested,
            expected: expected.map { AccountID(homeAccountID: $0, environment: "login.microsoftonline.com") },
            tenantID: tenantID, now: Self.now)
    }

    @Test func accountAndTenantComeFromTheBroker() throws {
        let grant = try grant(
            #""accessToken":"at","accessTokenType":0,"grantedScopes":"User.Read openid""#,
            expected: nil, tenantID: nil)
        #expect(grant.account.homeAccountID == Self.home)
        #expect(grant.account.environment == "login.microsoftonline.com")
        #expect(grant.tenantID == Self.tenantID)
        #expect(grant.tenantProfile?.username == "alice@contoso.com")
        #expect(grant.accessToken?.scopes.names == ["User.Read"])
        #expect(grant.refreshToken == nil)
        #expect(grant.isBrokered)
    }

    @Test(arguments: ["", #","realm":"""#, #","realm":null"#])
    func accountWithoutATenantIsOfTheRequestsTenantOrItsHome(realm: String) throws {
        let account = #"{"homeAccountId":"\#(Self.home)","username":"alice@contoso.com"\#(realm)}"#
        let other = "11111111-2222-3333-4444-555555555555"
        for (tenantID, found) in [(nil, Self.tenantID), (other, other)] {
            #expect(try grant(#""accessToken":"at""#, account: account, tenantID: tenantID).tenantID == found)
        }
    }

    @Test(arguments: [
        ("1800003600000", 1_800_003_600), ("1800003600", 1_800_003_600), ("1800003600000.5", 1_800_003_600),
        ("0", 1_800_003_600), ("-5", 1_800_003_600), (#""soon""#, 1_800_003_600), ("1e300", 1_800_003_600),
        ("1799999999000", 1_799_999_999),
    ])
    func expiryIsInMillisecondsOrSeconds(value: String, seconds: Double) throws {
        let grant = try grant(#""accessToken":"at","expiresOn":\#(value)"#)
        #expect(grant.accessToken?.expiresOn.timeIntervalSince1970 == seconds)
    }

    @Test(arguments: [
        (#""User.Read Mail.Read""#, ["User.Read", "Mail.Read"]),
        (#"["User.Read","Mail.Read"]"#, ["User.Read", "Mail.Read"]),
        (#""""#, ["User.Read"]), ("null", ["User.Read"]), ("7", ["User.Read"]),
    ])
    func scopesAreTextOrAnArray(value: String, names: [String]) throws {
        #expect(try grant(#""accessToken":"at","grantedScopes":\#(value)"#).accessToken?.scopes.names == names)
    }

    @Test func scopesThatWereNotGrantedAreDeclined() throws {
        let grant = try grant(
            #""accessToken":"at","grantedScopes":"User.Read""#, requested: ["User.Read", "Mail.Read"])
        #expect(grant.declinedScopes.names == ["Mail.Read"])
    }

    @Test(arguments: [
        (#""account":{"homeAccountId":"other.tenant","username":"bob@contoso.com"}"#, "bob@contoso.com"),
        (#""clientInfo":"eyJ1aWQiOiJ1aWQiLCJ1dGlkIjoidXRpZCJ9""#, ""),
    ])
    func anotherAccountIsRefused(member: String, received: String) throws {
        let error = #expect(throws: AuthError.self) { try grant(#""accessToken":"at",\#(member)"#, account: nil) }
        guard case .wrongAccount(Self.home, received) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func anotherTenantIsRefused() throws {
        let error = #expect(throws: AuthError.self) {
            try grant(#""accessToken":"at""#, tenantID: "00000000-0000-0000-0000-000000000009")
        }
        guard case .identityMismatch(.wrongTenant) = error else { Issue.record("\(String(describing: error))"); return }
    }

    /// himmelblau sends claims in place of a token. The account is known without it.
    @Test(arguments: ["eyJzdWIiOiJhIn0", "", "a.b.c"])
    func unreadableIDTokenIsLeftOut(text: String) throws {
        let grant = try grant(#""accessToken":"at","idToken":"\#(text)""#)
        #expect(grant.idToken == nil)
        #expect(grant.tenantProfile?.displayName == "Alice")
    }

    @Test(
        arguments: [
            ("https://login.microsoftonline.com/\(tenantID)/v2.0", "client-1", tenantID, nil),
            ("https://sts.windows.net/\(tenantID)/", "client-1", tenantID, nil),
            ("https://login.windows.net/\(tenantID)/v2.0", "client-1", tenantID.uppercased(), nil),
            ("https://login.microsoftonline.com/\(tenantID)/v2.0", "client-2", tenantID, "audience"),
            ("https://evil.example/\(tenantID)/v2.0", "client-1", tenantID, "issuer"),
            ("https://login.microsoftonline.us/\(tenantID)/v2.0", "client-1", tenantID, "issuer"),
            ("https://login.microsoftonline.com:8443/\(tenantID)/v2.0", "client-1", tenantID, "issuer"),
            ("", "client-1", tenantID, "issuer"),
            ("http://sts.windows.net/\(tenantID)/", "client-1", tenantID, "issuer"),
            (
                "https://login.microsoftonline.com/00000000-0000-0000-0000-000000000009/v2.0", "client-1", tenantID,
                "tenant"
            ),
        ] as [(String, String, String, String?)])
    func idTokenIsOfThisClientCloudAndTenant(
        issuer: String, audience: String, tenantID: String, refusal: String?
    ) throws {
        let claims = #"{"sub":"s","aud":"\#(audience)","iss":"\#(issuer)","tid":"\#(tenantID)"}"#
        do {
            let grant = try grant(#""accessToken":"at","idToken":"h.\#(Data(claims.utf8).base64URL).s""#)
            #expect(refusal == nil && grant.idToken != nil)
        } catch AuthError.identityMismatch(let problem) {
            let name: String? =
                switch problem {
                case .wrongAudience: "audience"
                case .wrongIssuer(issuer): "issuer"
                case .tenantNotOfIssuer(tenantID, issuer): "tenant"
                default: "\(problem)"
                }
            #expect(name == refusal)
        }
    }

    @Test(
        arguments: [
            ("", account), (#""accessToken":"""#, account), (#""accessToken":7"#, account),
            (#""accessToken":"a\nb""#, account), (#""accessToken":null"#, account),
            // Whose token it is has to be said.
            (#""accessToken":"at""#, nil), (#""accessToken":"at","clientInfo":"e30""#, nil),
            (#""accessToken":"at""#, "[]"),
        ] as [(String, String?)])
    func responseWithoutATokenOrAnAccountIsMalformed(members: String, account: String?) {
        let error = #expect(throws: AuthError.self) { try grant(members, account: account) }
        guard case .broker(.malformedResponse) = error else { Issue.record("\(String(describing: error))"); return }
    }

    @Test func boundTokenIsNotABearerToken() {
        let error = #expect(throws: AuthError.self) { try grant(#""accessToken":"at","accessTokenType":1"#) }
        guard case .unsupportedTokenType = error else { Issue.record("\(String(describing: error))"); return }
    }

    /// - Parameter kind: the case of the error, for a silent call and for a sign-in.
    @Test(arguments: [
        (
            #"{"status":2,"context":"AADSTS50078: again","diagnostics":{"raw_error_code":"invalid_grant"}}"#,
            "interaction", "refused"
        ),
        (#"{"status":2}"#, "interaction", "refused"), (#"{"status":13}"#, "interaction", "refused"),
        (#"{"status":16,"context":"gone"}"#, "interaction", "refused"),
        (#"{"status":3}"#, "server", "server"), (#"{"status":5,"context":"down"}"#, "server", "server"),
        (#"{"status":7}"#, "declined", "declined"), (#"{"status":8.0}"#, "declined", "declined"),
        (#"{"status":9,"context":"AADSTS50011: redirect"}"#, "redirectURI", "redirectURI"),
        (#"{"status":9,"context":"AADSTS700016: app"}"#, "refused", "refused"),
        (#"{"status":0,"context":"Failed to authenticate user"}"#, "failed", "failed"),
        (#"{"diagnostics":{"raw_error_code":"invalid_grant"}}"#, "interaction", "refused"),
        (#"{"status":"2"}"#, "failed", "failed"), (#""text""#, "failed", "failed"), ("[]", "failed", "failed"),
        (#"{"status":1e300}"#, "failed", "failed"),
    ])
    func errorsAreTheKindsThatAProgramActsOn(json: String, silent: String, interactive: String) throws {
        let failure = BrokerFailure(try #require(JSONValue(parsing: Data(json.utf8))), redirectURI: "https://r")
        let account = AccountID(homeAccountID: Self.home, environment: "login.microsoftonline.com")
        let request = SilentRequest(account: account, tenantID: Self.tenantID, scopes: ["User.Read"])
        #expect(Self.kind(failure.authError(of: request)) == silent)
        #expect(Self.kind(failure.authError(of: nil)) == interactive)
    }

    @Test(
        arguments: [
            (#"{"status":2,"diagnostics":{"claims":"{}"}}"#, "{}"), (#"{"status":2,"claims":"{}"}"#, "{}"),
            (#"{"status":2}"#, nil), (#"{"status":2,"claims":7}"#, nil),
        ] as [(String, String?)])
    func claimsOfAnErrorAreForTheNextSignIn(json: String, claims: String?) throws {
        let failure = BrokerFailure(try #require(JSONValue(parsing: Data(json.utf8))), redirectURI: "https://r")
        let account = AccountID(homeAccountID: Self.home, environment: "login.microsoftonline.com")
        let request = SilentRequest(account: account, tenantID: Self.tenantID, scopes: ["User.Read"])
        guard case .interactionRequired(let details) = failure.authError(of: request) else {
            Issue.record("not an interaction")
            return
        }
        #expect(details.claims == claims)
    }

    @Test(arguments: SeededGenerator.seeds)
    func anyJSONIsATokenOrAnError(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let names = [
            "accessToken", "accessTokenType", "account", "clientInfo", "expiresOn", "grantedScopes", "idToken", "error",
        ]
        for _ in 0..<300 {
            let members = names.filter { _ in Bool.random(using: &generator) }
                .map { "\"\($0)\":\(Self.value(&generator))" }
            _ = try? grant(members.joined(separator: ","), account: nil)
        }
    }

    private static func value(_ generator: inout SeededGenerator) -> String {
        let text = JSONValue.string(generator.text(upTo: 12))
        let values = [
            "null", "true", "-1", "1e19", "9223372036854775808", "[]", "{}", "[[{}]]", account,
            (try? String(decoding: text.jsonData(), as: UTF8.self)) ?? "0",
        ]
        return values.randomElement(using: &generator) ?? "0"
    }

    private static func kind(_ error: AuthError) -> String {
        switch error {
        case .interactionRequired: "interaction"
        case .refused: "refused"
        case .declined: "declined"
        case .broker(.serverUnavailable): "server"
        case .broker(.failed): "failed"
        case .broker(.unregisteredRedirectURI("https://r")): "redirectURI"
        default: "\(error)"
        }
    }
}
