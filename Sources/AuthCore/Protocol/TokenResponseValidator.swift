import Foundation
import HTTPTransport

/// Turns a token response into a grant, after checking that it belongs to the request it answers.
struct TokenResponseValidator {
    let clientID: String
    let authority: Authority
    let requested: Scopes
    let now: Date

    /// What an interactive sign-in brought: the ID token is there and is for this client, nonce, issuer and tenant.
    ///
    /// OpenID Connect Core 3.1.3.7, except `exp` and `iat`: a wrong local clock must not keep anybody out.
    func signIn(
        _ response: TokenResponse, configuration: OpenIDConfiguration, nonce: String?, expected: AccountID?
    ) throws(AuthError) -> TokenGrant {
        guard let raw = response.idToken else { throw .identityMismatch(.missingIDToken) }
        let token = try IDToken(raw)
        guard token.audience.contains(clientID) else { throw .identityMismatch(.wrongAudience) }
        guard nonce == nil || token.nonce == nonce else { throw .identityMismatch(.wrongNonce) }
        let issuer = token.issuer ?? ""
        guard issuer == configuration.issuer(forTenant: token.tenantID) else {
            throw .identityMismatch(.wrongIssuer(issuer))
        }
        let account = accountID(response, token)
        guard expected == nil || expected == account else {
            throw .wrongAccount(expected: expected?.homeAccountID ?? "", received: token.username)
        }
        return grant(response, account: account, token: token, tenantID: try tenantID(of: token))
    }

    /// What a refresh brought: the identity may be missing, but must not be another.
    func refresh(_ response: TokenResponse, key: TokenKey) throws(AuthError) -> TokenGrant {
        let token = try response.idToken.map { raw throws(AuthError) in try IDToken(raw) }
        if let token {
            guard token.audience.contains(clientID) else { throw .identityMismatch(.wrongAudience) }
            guard try tenantID(of: token).caseInsensitiveEquals(key.tenantID) else {
                throw .identityMismatch(.wrongTenant(expected: key.tenantID, received: token.tenantID ?? ""))
            }
            let account = accountID(response, token)
            guard account == key.account else {
                throw .wrongAccount(expected: key.account.homeAccountID, received: token.username)
            }
        }
        return grant(response, account: key.account, token: token, tenantID: key.tenantID)
    }

    /// What an app was granted for itself; there is no ID token, and nobody else to be. Nil without an access token.
    func applicationToken(_ response: TokenResponse) -> AccessToken? {
        response.accessToken.map { accessToken($0, response, granted(by: response)) }
    }

    private func accountID(_ response: TokenResponse, _ token: IDToken) -> AccountID {
        let home = response.clientInfo.flatMap(ClientInfo.init(base64URL:))?.homeAccountID
        return AccountID(homeAccountID: home ?? token.subject, environment: authority.environment)
    }

    /// The tenant that issued the token, which must be the one that was named if one was.
    private func tenantID(of token: IDToken) throws(AuthError) -> String {
        guard let requested = authority.tenant else { return "" }
        guard let tenantID = token.tenantID else {
            throw .identityMismatch(.wrongTenant(expected: requested, received: ""))
        }
        let expected = requested == "consumers" ? Authority.personalTenantID : requested
        // A domain cannot be compared; the issuer, which discovery gave with the GUID, was.
        guard UUID(uuidString: expected) == nil || expected.caseInsensitiveEquals(tenantID) else {
            throw .identityMismatch(.wrongTenant(expected: expected, received: tenantID))
        }
        return tenantID.lowercased()
    }

    private func grant(_ response: TokenResponse, account: AccountID, token: IDToken?, tenantID: String) -> TokenGrant {
        let granted = granted(by: response)
        let profile = token.map {
            TenantProfile(
                tenantID: tenantID, objectID: $0.objectID ?? $0.subject, username: $0.username,
                displayName: $0.name ?? "")
        }
        return TokenGrant(
            account: account, tenantProfile: profile, clientID: clientID, tenantID: tenantID,
            accessToken: response.accessToken.map { accessToken($0, response, granted) },
            refreshToken: response.refreshToken.map {
                RefreshToken(secret: $0, familyID: response.familyID, cachedAt: now)
            },
            idToken: response.idToken, declinedScopes: requested.missing(from: granted),
            verifiedDomains: token.map { domains(of: $0, account: account, tenantID: tenantID) } ?? [])
    }

    /// Those that the token lists, and for a member at home that of the user's own principal name. Customers sign in with
    /// an address of anywhere.
    private func domains(of token: IDToken, account: AccountID, tenantID: String) -> [String] {
        guard authority.kind == .entra, tenantID != Authority.personalTenantID, account.homeTenantID == tenantID else {
            return token.verifiedDomains
        }
        let name = token.upn ?? token.preferredUsername ?? ""
        let domain = name.utf8.lastIndex(of: UInt8(ascii: "@")).map { String(name[$0...].dropFirst()) }
        return token.verifiedDomains + [domain].compactMap { $0 }.filter { !$0.isEmpty }
    }

    private func granted(by response: TokenResponse) -> Scopes {
        // RFC 6749 section 5.1: no `scope` means what was asked for.
        let named = response.scope.map(Scopes.init(spaceSeparated:)) ?? requested
        // A server may name the resource otherwise than it was asked; what came is still all that was consented to.
        return named.union(requested.missing(from: named).defaults)
    }

    private func accessToken(_ secret: Secret, _ response: TokenResponse, _ granted: Scopes) -> AccessToken {
        // Without `expires_in` (RFC 6749 only recommends it) an hour is what issuers commonly give.
        AccessToken(
            secret: secret, tokenType: response.tokenType ?? "Bearer", scopes: granted.withoutOpenID, cachedAt: now,
            expiresOn: now.addingTimeInterval(Double(response.expiresIn ?? 3600)),
            refreshOn: response.refreshIn.map { now.addingTimeInterval(Double($0)) })
    }
}
