import FoundationEssentials
import HTTPTransport

/// Checks that a token response belongs to its request, and makes a grant of it.
struct TokenResponseValidator {
    let clientID: String
    let authority: Authority
    let requested: Scopes
    /// Scopes that the server has declined before, and that were not requested again.
    var declinedBefore: Scopes = []
    let now: Date

    /// The grant of an interactive sign-in. The ID token must be present and name this client, nonce, issuer and tenant. An
    /// access token must be one that can be used.
    ///
    /// OpenID Connect Core 1.0 section 3.1.3.7, except the times of `exp` and `iat`: a wrong local clock must not prevent a
    /// sign-in.
    ///
    /// - Parameters:
    ///   - nonce: The nonce of the authorization request; nil for a flow without one.
    ///   - expected: The only account that is accepted; nil for any.
    func validateSignIn(
        _ response: TokenResponse, configuration: OpenIDConfiguration, nonce: String?, expected: AccountID?
    ) throws(AuthError) -> TokenGrant {
        guard let raw = response.idToken else { throw .identityMismatch(.missingIDToken) }
        let token = try IDToken(raw)
        try validateClaims(of: token)
        guard nonce == nil || token.nonce == nonce else { throw .identityMismatch(.wrongNonce) }
        let issuer = token.issuer ?? ""
        guard issuer == configuration.issuer(forTenant: token.tenantID) else {
            throw .identityMismatch(.wrongIssuer(issuer))
        }
        let account = accountID(in: response, token)
        guard expected == nil || expected == account else {
            throw .wrongAccount(expected: expected?.homeAccountID ?? "", received: token.username)
        }
        let tenantID = try tenantID(of: token)
        let grant = grant(
            of: response, account: account, profile: profile(in: token, tenantID: tenantID), token: token,
            tenantID: tenantID)
        if let problem = grant.accessTokenProblem { throw problem.authError(at: configuration.tokenEndpoint) }
        return grant
    }

    /// The grant of a refresh. An ID token may be missing (OpenID Connect Core 1.0 section 12.2), but must not name
    /// another client, tenant, account, subject or issuer. Without one, a `client_info` must not name another account.
    ///
    /// An access token that must not be used is left out, and ``TokenGrant/accessTokenProblem`` says why: the new refresh
    /// token belongs to the account all the same, and the old one may no longer work (RFC 6749 section 6).
    ///
    /// - Parameter previous: The last ID token under the key; nil where none is known.
    func validateRefresh(
        _ response: TokenResponse, key: TokenKey, previous: Secret? = nil
    ) throws(AuthError) -> TokenGrant {
        let token = try response.idToken.map { raw throws(AuthError) in try IDToken(raw) }
        let before = previous.flatMap { try? IDToken($0) }
        if let token {
            try validateClaims(of: token)
            guard before?.issuer == nil || before?.issuer == token.issuer else {
                throw .identityMismatch(.wrongIssuer(token.issuer ?? ""))
            }
            guard try tenantID(of: token).equalsIgnoringASCIICase(key.tenantID) else {
                throw .identityMismatch(.wrongTenant(expected: key.tenantID, received: token.tenantID ?? ""))
            }
            // Without a readable `client_info`, now or at the sign-in, the subject tells that the user is the same.
            let isSameSubject = before?.subject == token.subject
            let isOfSubject = key.account.homeAccountID == token.subject
            let isSameUser = isSameSubject && (homeAccountID(in: response) == nil || isOfSubject)
            guard accountID(in: response, token) == key.account || isSameUser else {
                throw .wrongAccount(expected: key.account.homeAccountID, received: token.username)
            }
            // OpenID Connect Core 1.0 section 12.2. The subject of Azure AD B2C is a setting of the policy, which its
            // administrator can change.
            guard before == nil || isSameSubject || authority.kind == .b2c else {
                throw .identityMismatch(.wrongSubject)
            }
        } else if let named = homeAccountID(in: response), named != key.account.homeAccountID {
            // An account without a readable `client_info` at its sign-in is named by its subject, which this does not have.
            guard before?.subject == key.account.homeAccountID else {
                throw .wrongAccount(expected: key.account.homeAccountID, received: named)
            }
        }
        let named = token.flatMap { $0.namedUsername == nil ? nil : profile(in: $0, tenantID: key.tenantID) }
        return grant(
            of: response, account: key.account, profile: named, token: token, tenantID: key.tenantID)
    }

    /// The token of an app without a user: there is no ID token to check. Nil without an access token.
    func applicationToken(in response: TokenResponse) throws(AccessTokenProblem) -> AccessToken? {
        try accessToken(in: response, scopes: grantedScopes(in: response))
    }

    /// The presence of the required claims (OpenID Connect Core 1.0 section 2), the audience, the authorized party and the
    /// tenant (section 3.1.3.7, items 3 to 5).
    private func validateClaims(of token: IDToken) throws(AuthError) {
        if let claim = token.missingClaim { throw .identityMismatch(.missingClaim(claim)) }
        guard token.audience.contains(where: isClient) else { throw .identityMismatch(.wrongAudience) }
        let mayLackParty = Set(token.audience).count == 1
        guard token.authorizedParty.map(isClient) ?? mayLackParty else {
            throw .identityMismatch(.wrongAuthorizedParty(token.authorizedParty ?? ""))
        }
        // A discovery document for one tenant has no placeholder, so its issuer says nothing about `tid`.
        guard authority.kind.isMicrosoft, let tenantID = token.tenantID, let issuerTenant = token.issuerTenant else {
            return
        }
        // The GUID of a tenant cannot be compared with its domain.
        let isComparable = issuerTenant.isGUID || !tenantID.isGUID
        guard
            !isComparable || Authority.sharedTenants.contains(issuerTenant)
                || tenantID.equalsIgnoringASCIICase(issuerTenant)
        else {
            throw .identityMismatch(.tenantNotOfIssuer(tenantID: tenantID, issuer: token.issuer ?? ""))
        }
    }

    private func isClient(_ name: String) -> Bool { authority.isClient(name, withID: clientID) }

    private func accountID(in response: TokenResponse, _ token: IDToken) -> AccountID {
        AccountID(homeAccountID: homeAccountID(in: response) ?? token.subject, environment: authority.environment)
    }

    /// Nil also for a `client_info` that cannot be read.
    private func homeAccountID(in response: TokenResponse) -> String? {
        response.clientInfo.flatMap(ClientInfo.init(base64URL:))?.homeAccountID
    }

    /// The tenant that issued the token. It must be the authority's, unless that is shared.
    private func tenantID(of token: IDToken) throws(AuthError) -> String {
        guard let requested = authority.tenant else { return "" }
        guard let tenantID = token.tenantID else {
            throw .identityMismatch(.wrongTenant(expected: requested, received: ""))
        }
        let expected = requested == "consumers" ? Authority.personalTenantID : requested
        // A domain cannot be compared with a GUID. The issuer was compared, and discovery gave it with the GUID.
        guard !expected.isGUID || expected.equalsIgnoringASCIICase(tenantID) else {
            throw .identityMismatch(.wrongTenant(expected: expected, received: tenantID))
        }
        return tenantID.lowercased()
    }
}

extension TokenResponseValidator {
    private func grant(
        of response: TokenResponse, account: AccountID, profile: TenantProfile?, token: IDToken?, tenantID: String
    ) -> TokenGrant {
        let granted = grantedScopes(in: response)
        let accessToken = Result { () throws(AccessTokenProblem) in
            try self.accessToken(in: response, scopes: granted)
        }
        var grant = TokenGrant(
            account: account, tenantProfile: profile, clientID: clientID, tenantID: tenantID,
            accessToken: (try? accessToken.get()) ?? nil,
            refreshToken: response.refreshToken.map {
                let lifetime = response.refreshTokenExpiresIn.map(Double.init)
                return RefreshToken(
                    secret: $0, familyID: response.familyID, cachedAt: now,
                    expiresOn: (lifetime ?? authority.kind.refreshTokenLifetime).map(now.addingTimeInterval))
            },
            idToken: response.idToken,
            declinedScopes: declinedScopes(granted: granted),
            verifiedDomains: token.map { verifiedDomains(of: $0, account: account, tenantID: tenantID) } ?? [])
        if case .failure(let problem) = accessToken { grant.accessTokenProblem = problem }
        return grant
    }

    private func profile(in token: IDToken, tenantID: String) -> TenantProfile {
        TenantProfile(
            tenantID: tenantID, objectID: token.objectID ?? token.subject, username: token.username,
            displayName: token.name ?? "")
    }

    /// The domains that the token lists and, for an account in its home tenant, the domain of its user principal name. A
    /// customer of an External ID tenant signs in with an address of any domain, which proves nothing.
    private func verifiedDomains(of token: IDToken, account: AccountID, tenantID: String) -> [String] {
        guard authority.kind == .entra, tenantID != Authority.personalTenantID, account.homeTenantID == tenantID else {
            return token.verifiedDomains
        }
        let name = token.upn ?? token.preferredUsername ?? ""
        // By bytes: an accent behind the @ makes one character of both, and belongs to the domain.
        let domain = name.utf8.lastIndex(of: UInt8(ascii: "@")).map { String(name[name.utf8.index(after: $0)...]) }
        return token.verifiedDomains + [domain].compactMap { $0 }.filter { !$0.isEmpty }
    }

    /// A server that lists `openid` lists what it granted of OpenID Connect, so a missing `profile` is declined too.
    private func declinedScopes(granted: Scopes) -> Scopes {
        let sent = granted.contains("openid") ? requested.union(.forIDToken) : requested
        return sent.union(declinedBefore).missing(from: granted, at: authority)
    }

    private func grantedScopes(in response: TokenResponse) -> Scopes {
        // RFC 6749 section 5.1: a response without `scope` grants the requested scopes.
        let named = response.scope.map(Scopes.init(spaceSeparated:)) ?? requested
        // A server may name the resource otherwise than the request. With `.default` it still granted all consented ones.
        return named.union(requested.missing(from: named).defaults)
    }

    /// The type has no case (RFC 6749 section 5.1).
    private func accessToken(in response: TokenResponse, scopes: Scopes) throws(AccessTokenProblem) -> AccessToken? {
        if response.isAccessTokenMalformed { throw .malformed }
        guard let secret = response.accessToken else { return nil }
        let type = response.tokenType ?? "Bearer"
        guard type.equalsIgnoringASCIICase("Bearer") else { throw .unsupportedType(type) }
        // Without `expires_in`, which RFC 6749 only recommends, one hour: the lifetime that issuers commonly give.
        return AccessToken(
            secret: secret, tokenType: type, scopes: scopes.ofAccessToken(from: authority), cachedAt: now,
            expiresOn: now.addingTimeInterval(Double(response.expiresIn ?? 3600)),
            refreshOn: response.refreshIn.map { now.addingTimeInterval(Double($0)) })
    }
}
