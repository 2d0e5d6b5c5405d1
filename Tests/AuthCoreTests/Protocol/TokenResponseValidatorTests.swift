import Foundation
import HTTPTransport
import Testing

@testable import AuthCore

@Suite struct TokenResponseValidatorTests {
    private static let personal = Authority.personalTenantID
    private let now = Date(timeIntervalSince1970: 10_000)

    private func validator(_ tenant: String = Contoso.tenantID, requested: Scopes = ["User.Read"]) throws
        -> TokenResponseValidator
    {
        TokenResponseValidator(
            clientID: Contoso.clientID, authority: try Contoso.authority(tenant), requested: requested, now: now)
    }

    private func response(_ changes: [String: Any?] = [:]) throws -> TokenResponse {
        try JSONDecoder().decode(TokenResponse.self, from: Data(try Contoso.tokens(changes).utf8))
    }

    private func signIn(
        _ changes: [String: Any?], at tenant: String = Contoso.tenantID, nonce: String? = nil,
        expected: AccountID? = nil, issuer: String = "\(Contoso.base)/{tenantid}/v2.0"
    ) throws -> Result<TokenGrant, AuthError> {
        let (validator, response) = (try validator(tenant), try response(changes))
        let configuration = try Contoso.configuration(issuer: issuer)
        return Result { () throws(AuthError) in
            try validator.validateSignIn(response, configuration: configuration, nonce: nonce, expected: expected)
        }
    }

    private func problem(_ result: Result<TokenGrant, AuthError>) -> IdentityProblem? {
        guard case .failure(.identityMismatch(let problem)) = result else { return nil }
        return problem
    }

    @Test func signInGrantHasAccountProfileAndTokens() throws {
        let grant = try signIn([:], nonce: nil, expected: Contoso.account).get()
        #expect(grant.key == Contoso.key)
        #expect(
            grant.tenantProfile
                == TenantProfile(
                    tenantID: Contoso.tenantID, objectID: "object", username: "alice@contoso.example",
                    displayName: "Alice"))
        #expect(grant.accessToken?.secret == Secret("AT-new"))
        #expect(grant.accessToken?.expiresOn == now + 3600)
        #expect(grant.accessToken?.cachedAt == now)
        #expect(grant.accessToken?.refreshOn == nil)
        #expect(grant.refreshToken?.secret == Secret("RT-new"))
        #expect(grant.declinedScopes.isEmpty)
    }

    @Test func signInRejectsMissingOrForeignIDToken() throws {
        #expect(problem(try signIn(["id_token": nil])) == .missingIDToken)
        #expect(problem(try signIn(["id_token": "opaque"])) == .unreadableIDToken)
        #expect(problem(try signIn(["id_token": try Contoso.idToken(["aud": "other"])])) == .wrongAudience)
        #expect(problem(try signIn(["id_token": try Contoso.idToken(["aud": "CLIENT-1"])])) == .wrongAudience)
        #expect(problem(try signIn([:], nonce: "n")) == .wrongNonce)
        #expect(problem(try signIn(["id_token": try Contoso.idToken(["nonce": "m"])], nonce: "n")) == .wrongNonce)
        #expect(problem(try signIn(["id_token": try Contoso.idToken(["nonce": "n"])], nonce: "n")) == nil)
    }

    @Test(
        arguments: [
            ([Contoso.clientID], nil, nil), ([Contoso.clientID], Contoso.clientID, nil),
            ([Contoso.clientID], "other", .wrongAuthorizedParty("other")),
            ([Contoso.clientID], "", .wrongAuthorizedParty("")),
            (["x", Contoso.clientID], nil, .wrongAuthorizedParty("")),
            (["x", Contoso.clientID], Contoso.clientID, nil),
            (["x", Contoso.clientID], "x", .wrongAuthorizedParty("x")), (["x"], Contoso.clientID, .wrongAudience),
            ([], Contoso.clientID, .wrongAudience), ([Contoso.clientID, Contoso.clientID], nil, nil),
            ([Contoso.clientID], "CLIENT-1", .wrongAuthorizedParty("CLIENT-1")),
        ] as [([String], String?, IdentityProblem?)])
    func authorizedPartyIsThisClient(audience: [String], party: String?, expected: IdentityProblem?) throws {
        let token = try Contoso.idToken(["aud": audience, "azp": party])
        #expect(problem(try signIn(["id_token": token])) == expected)
        let (validator, response) = (try validator(), try response(["id_token": token]))
        let refresh = Result { () throws(AuthError) in try validator.validateRefresh(response, key: Contoso.key) }
        #expect(problem(refresh) == expected)
    }

    @Test(arguments: [
        (Contoso.tenantID, Contoso.tenantID, true), (Contoso.tenantID.uppercased(), Contoso.tenantID, true),
        (personal, Contoso.tenantID, false), ("not-a-guid", Contoso.tenantID, false),
        (Contoso.tenantID, "common", true),
    ])
    func tenantIsTheOneInTheIssuer(tenantID: String, inIssuer: String, fits: Bool) throws {
        let issuer = "\(Contoso.base)/\(inIssuer)/v2.0"
        let token = try Contoso.idToken(["tid": tenantID, "iss": issuer])
        let result = try signIn(["id_token": token], at: "common", issuer: issuer)
        #expect(problem(result) == (fits ? nil : .tenantNotOfIssuer(tenantID: tenantID, issuer: issuer)))
    }

    @Test func tenantOfAnotherIssuersPathIsNotCompared() throws {
        let authority = try Authority(kind: .oidc, url: "https://idp.example/\(Contoso.tenantID)")
        let configuration = OpenIDConfiguration(
            issuer: authority.url, authorizationEndpoint: "", tokenEndpoint: "")
        let token = try Contoso.idToken(["iss": authority.url, "tid": "realm"])
        let grant = try TokenResponseValidator(
            clientID: Contoso.clientID, authority: authority, requested: [], now: now
        ).validateSignIn(
            response(["id_token": token, "client_info": nil]), configuration: configuration, nonce: nil, expected: nil)
        #expect(grant.account.homeAccountID == "subject")
    }

    @Test(arguments: [
        "https://evil.example/\(Contoso.tenantID)/v2.0", "\(Contoso.base)/other/v2.0",
        "\(Contoso.base)/{tenantid}/v2.0", "",
    ])
    func signInRejectsOtherIssuer(issuer: String) throws {
        #expect(problem(try signIn(["id_token": try Contoso.idToken(["iss": issuer])])) == .wrongIssuer(issuer))
    }

    /// Entra writes client ids in lower case. Those of other issuers have a case.
    @Test(arguments: [
        (Authority.Kind.entra, "0A1B2C3D-0000-4000-8000-00000000ABCD", true), (.entra, "CLIENT", false),
        (.oidc, "0A1B2C3D-0000-4000-8000-00000000ABCD", false),
    ])
    func clientIDMayBeTypedInCapitals(kind: Authority.Kind, clientID: String, isAccepted: Bool) throws {
        let authority =
            kind == .oidc ? try OIDCIssuer.authority() : try Contoso.authority()
        let validator = TokenResponseValidator(clientID: clientID, authority: authority, requested: [], now: now)
        let name = clientID.lowercased()
        let key = TokenKey(
            account: kind == .oidc
                ? AccountID(homeAccountID: "subject", environment: authority.environment) : Contoso.account,
            clientID: clientID, tenantID: kind == .oidc ? "" : Contoso.tenantID)
        let idToken = try Contoso.idToken(["aud": name, "azp": name])
        let error = failure { () throws(AuthError) in
            try validator.validateRefresh(
                try! response(["id_token": idToken, "client_info": kind == .oidc ? nil : Contoso.clientInfo()]),
                key: key)
        }
        if isAccepted {
            #expect(error == nil)
            return
        }
        guard case .identityMismatch(.wrongAudience) = error else { throw Unexpected(error) }
    }

    @Test(arguments: ["iss", "sub", "aud", "exp", "iat"]) func requiredClaimsArePresent(claim: String) throws {
        for absent in [nil, NSNull()] as [NSNull?] {
            let token = try Contoso.idToken([claim: absent as Any?])
            let isUnreadable = absent != nil && (claim == "sub" || claim == "aud")
            let expected = isUnreadable ? IdentityProblem.unreadableIDToken : .missingClaim(claim)
            #expect(problem(try signIn(["id_token": token])) == expected)
            let (validator, response) = (try validator(), try response(["id_token": token]))
            let refresh = Result { () throws(AuthError) in try validator.validateRefresh(response, key: Contoso.key) }
            #expect(problem(refresh) == expected)
        }
    }

    @Test(arguments: [
        (Contoso.tenantID, Contoso.tenantID, true), (Contoso.tenantID, Contoso.tenantID.uppercased(), true),
        (Contoso.tenantID, personal, false), ("contoso.example", Contoso.tenantID, true), ("common", personal, true),
        ("common", Contoso.tenantID, true), ("organizations", Contoso.tenantID, true), ("consumers", personal, true),
        ("consumers", Contoso.tenantID, false), (personal, Contoso.tenantID, false),
    ])
    func signInAcceptsOnlyTheAuthoritysTenant(named: String, issued: String, fits: Bool) throws {
        let token = try Contoso.idToken(["tid": issued, "iss": "\(Contoso.base)/\(issued)/v2.0"])
        let result = try signIn(["id_token": token], at: named)
        if fits {
            #expect(try result.get().tenantID == issued.lowercased())
        } else {
            let expected = named == "consumers" ? Self.personal : named
            #expect(problem(result) == .wrongTenant(expected: expected, received: issued))
        }
    }

    @Test func signInAtEntraRejectsMissingTenant() throws {
        let token = try Contoso.idToken(["tid": nil, "iss": "\(Contoso.base)/common/v2.0"])
        let result = try signIn(["id_token": token], at: "common", issuer: "\(Contoso.base)/common/v2.0")
        #expect(problem(result) == .wrongTenant(expected: "common", received: ""))
    }

    @Test(arguments: [("bob", Contoso.tenantID), ("alice", personal)])
    func signInRejectsOtherThanTheExpectedAccount(uid: String, utid: String) throws {
        let result = try signIn(
            ["client_info": try Contoso.clientInfo(uid: uid, utid: utid)], expected: Contoso.account)
        guard case .failure(.wrongAccount(let expected, let received)) = result else { throw Unexpected(result) }
        #expect(expected == Contoso.account.homeAccountID)
        #expect(received == "alice@contoso.example")
    }

    @Test(arguments: [nil, "%%%", "e30"])
    func subjectIsTheHomeAccountIDWithoutClientInfo(clientInfo: String?) throws {
        #expect(try signIn(["client_info": clientInfo]).get().account.homeAccountID == "subject")
    }

    @Test func scopesMissingFromTheResponseAreDeclined() throws {
        let validator = try validator(requested: ["User.Read", "Mail.Send", "openid"])
        let configuration = try Contoso.configuration()
        let some = try validator.validateSignIn(
            response(["scope": "openid profile User.Read"]), configuration: configuration, nonce: nil, expected: nil)
        #expect(some.declinedScopes.names == ["Mail.Send"])
        #expect(some.accessToken?.scopes.names == ["User.Read"])
        // RFC 6749 section 5.1: a response without a scope grants the requested ones.
        for scope in [nil, ""] {
            let all = try validator.validateSignIn(
                response(["scope": scope]), configuration: configuration, nonce: nil, expected: nil)
            #expect(all.declinedScopes.isEmpty)
            #expect(all.accessToken?.scopes.names == ["User.Read", "Mail.Send"])
        }
    }

    /// A server may spell the resource differently. It issued a token, so nothing was declined.
    @Test func defaultScopeIsNeverDeclined() throws {
        let wanted: Scopes = ["https://management.azure.com/.default"]
        let grant = try validator(requested: wanted).validateRefresh(
            response(["scope": "https://management.core.windows.net//user_impersonation"]), key: Contoso.key)
        #expect(grant.declinedScopes.isEmpty)
        #expect(wanted.missing(from: try #require(grant.accessToken).scopes).isEmpty)
    }

    @Test func accessTokenWithoutExpiresInLastsOneHour() throws {
        let grant = try signIn(["expires_in": nil, "refresh_in": 1800, "token_type": nil]).get()
        #expect(grant.accessToken?.expiresOn == now + 3600)
        #expect(grant.accessToken?.refreshOn == now + 1800)
        #expect(grant.accessToken?.tokenType == "Bearer")
    }

    @Test(
        arguments: [
            ("Bearer", true), ("bearer", true), ("BEARER", true), (nil, true), ("DPoP", false), ("pop", false),
            ("N_A", false), ("", false), ("Bearer ", false),
        ] as [(String?, Bool)])
    func onlyBearerTokensAreAccepted(type: String?, isAccepted: Bool) throws {
        let result = try signIn(["token_type": type])
        if isAccepted {
            #expect(try result.get().accessToken?.tokenType == type ?? "Bearer")
            return
        }
        guard case .failure(.unsupportedTokenType(type ?? "")) = result else { throw Unexpected(result) }
        let (validator, response) = (try validator(), try response(["token_type": type]))
        let renewed = try validator.validateRefresh(response, key: Contoso.key)
        #expect(renewed.accessTokenProblem == .unsupportedType(type ?? "") && renewed.accessToken == nil)
        #expect(throws: AccessTokenProblem.self) { try validator.applicationToken(in: response) }
    }

    @Test func signInNeedsAnAccessTokenThatCanBeRead() throws {
        for changes in [["access_token": 5], ["access_token": "a\nb"], ["token_type": []]] as [[String: Any?]] {
            let result = try signIn(changes)
            guard case .failure(.malformedResponse(_, 200)) = result else { throw Unexpected(result) }
        }
    }

    /// An emulator of the platform may name the tenant by its domain, in the issuer and in `tid`.
    @Test(arguments: [
        ("contoso.example", "fabrikam.example", false), ("contoso.example", "Contoso.Example", true),
        ("contoso.example", Contoso.tenantID, true), (Contoso.tenantID, personal, false),
    ])
    func tenantContradictsTheIssuer(ofIssuer: String, tid: String, isAccepted: Bool) throws {
        let issuer = "\(Contoso.base)/\(ofIssuer)/v2.0"
        let token = try Contoso.idToken(["tid": tid, "iss": issuer])
        let result = try signIn(["id_token": token], at: "contoso.example", issuer: issuer)
        #expect(problem(result) == (isAccepted ? nil : .tenantNotOfIssuer(tenantID: tid, issuer: issuer)))
    }

    @Test func refreshMayHaveNoIDToken() throws {
        let grant = try validator().validateRefresh(response(["id_token": nil, "client_info": nil]), key: Contoso.key)
        #expect(grant.key == Contoso.key)
        #expect(grant.tenantProfile == nil)
        #expect(grant.idToken == nil)
    }

    /// The platform may name a granted permission with the Graph of the cloud, which the request has left out.
    @Test func permissionWithItsGraphIsNotDeclined() throws {
        let requested = Scopes(["User.Read", "Mail.Read"], graph: "https://graph.own.example")
        let validator = TokenResponseValidator(
            clientID: Contoso.clientID, authority: try Contoso.authority(), requested: requested, now: now)
        let scope = "https://graph.own.example/User.Read https://graph.microsoft.com/Mail.Read"
        let grant = try validator.validateRefresh(
            response(["id_token": nil, "client_info": nil, "scope": scope]), key: Contoso.key)
        #expect(grant.declinedScopes.names == ["Mail.Read"])
        #expect(grant.accessToken?.scopes.contains("User.Read") == true)
    }

    @Test func refreshWithIDTokenUpdatesTheProfile() throws {
        let grant = try validator().validateRefresh(response(), key: Contoso.key)
        #expect(grant.tenantProfile?.username == "alice@contoso.example")
    }

    /// It tells whose tenant a domain is, so that no other name may become it.
    @Test(arguments: [
        ("u@contoso.example", ["contoso.example"]), ("a@b@contoso.example", ["contoso.example"]), ("u@", []), ("u", []),
        ("u@\u{301}contoso.example", ["\u{301}contoso.example"]),
    ])
    func domainOfTheUserPrincipalNameIsVerified(upn: String, domains: [String]) throws {
        let token = try Contoso.idToken(["upn": upn])
        let grant = try validator().validateRefresh(response(["id_token": token]), key: Contoso.key)
        #expect(grant.verifiedDomains.map { Array($0.utf8) } == domains.map { Array($0.utf8) })
    }

    /// The ID token of a refresh may have fewer claims than that of the sign-in.
    @Test func refreshWithoutAUsernameKeepsTheProfile() throws {
        let token = try Contoso.idToken(["preferred_username": nil, "name": nil])
        let grant = try validator().validateRefresh(response(["id_token": token]), key: Contoso.key)
        #expect(grant.tenantProfile == nil && grant.idToken == Secret(token))
    }

    /// A `client_info` that cannot be read counts as missing.
    @Test(arguments: [("subject", true), ("other", false)], [nil, "%%%", "e30", ""])
    func refreshWithoutClientInfoIsOfTheSameSubject(
        example: (subject: String, isAccepted: Bool), clientInfo: String?
    ) throws {
        let (subject, isAccepted) = example
        let (validator, before) = (try validator(), Secret(try Contoso.idToken()))
        let response = try response(["id_token": Contoso.idToken(["sub": subject]), "client_info": clientInfo])
        let error = failure { () throws(AuthError) in
            try validator.validateRefresh(response, key: Contoso.key, previous: before)
        }
        if isAccepted { return #expect(error == nil) }
        guard case .wrongAccount = error else { throw Unexpected(error) }
    }

    /// The account was signed in without `client_info`, which a later response brings.
    @Test(arguments: [("subject", true), ("other", false)])
    func accountOfASubjectRemainsOnceClientInfoComes(subject: String, isAccepted: Bool) throws {
        let account = AccountID(homeAccountID: "subject", environment: Contoso.account.environment)
        let key = TokenKey(account: account, clientID: Contoso.clientID, tenantID: Contoso.tenantID)
        let (validator, before) = (try validator(), Secret(try Contoso.idToken()))
        let response = try response(["id_token": Contoso.idToken(["sub": subject])])
        let error = failure { () throws(AuthError) in
            let grant = try validator.validateRefresh(response, key: key, previous: before)
            #expect(grant.account == account)
        }
        if isAccepted { return #expect(error == nil) }
        guard case .wrongAccount = error else { throw Unexpected(error) }
    }

    /// OpenID Connect Core 1.0 section 12.2. An administrator can change the subject of Azure AD B2C's tokens.
    @Test(arguments: [
        (Authority.Kind.entra, "subject", true), (.entra, "other", false), (.b2c, "subject", true),
        (.b2c, "other", true),
    ])
    func refreshOfAnAccountHasTheSameSubject(kind: Authority.Kind, subject: String, isAccepted: Bool) throws {
        let authority =
            kind == .entra
            ? try Contoso.authority()
            : try Authority(kind: .b2c, url: "https://contoso.b2clogin.com/\(Contoso.tenantID)/B2C_1_a")
        let key = TokenKey(
            account: AccountID(
                homeAccountID: Contoso.account.homeAccountID, environment: authority.environment),
            clientID: Contoso.clientID, tenantID: authority.tenant ?? "")
        let validator = TokenResponseValidator(
            clientID: Contoso.clientID, authority: authority, requested: [], now: now)
        let response = try response(["id_token": Contoso.idToken(["sub": subject])])
        let before = Secret(try Contoso.idToken())
        let error = failure { () throws(AuthError) in
            try validator.validateRefresh(response, key: key, previous: before)
        }
        if isAccepted { return #expect(error == nil) }
        guard case .identityMismatch(.wrongSubject) = error else { throw Unexpected(error) }
        #expect(throws: Never.self) { try validator.validateRefresh(response, key: key) }
    }

    @Test func refreshRejectsOtherAccount() throws {
        let (validator, response) = (try validator(), try response(["client_info": try Contoso.clientInfo(uid: "bob")]))
        let error = failure { () throws(AuthError) in try validator.validateRefresh(response, key: Contoso.key) }
        guard case .wrongAccount = error else { throw Unexpected(error) }
    }

    @Test func refreshRejectsOtherTenantOrClient() throws {
        for (claim, value) in [("tid", Self.personal), ("aud", "other")] {
            let (validator, response) = (
                try validator("common"), try response(["id_token": Contoso.idToken([claim: value])])
            )
            let error = failure { () throws(AuthError) in try validator.validateRefresh(response, key: Contoso.key) }
            guard case .identityMismatch = error else { throw Unexpected(error) }
        }
    }

    @Test func accountOfAnOIDCIssuerIsItsSubject() throws {
        let authority = try Authority(kind: .oidc, url: "https://idp.example/realm")
        let configuration = OpenIDConfiguration(
            issuer: authority.url, authorizationEndpoint: "", tokenEndpoint: "")
        let token = try Contoso.idToken(["iss": authority.url, "tid": nil])
        let grant = try TokenResponseValidator(
            clientID: Contoso.clientID, authority: authority, requested: [], now: now
        ).validateSignIn(
            response(["id_token": token, "client_info": nil]), configuration: configuration, nonce: nil, expected: nil)
        #expect(grant.account == AccountID(homeAccountID: "subject", environment: "idp.example/realm"))
        #expect(grant.tenantID == "")
    }
}
