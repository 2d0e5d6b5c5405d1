import FoundationEssentials
import HTTPTransport

/// An account that the broker knows.
public struct BrokerAccount: Hashable, Sendable {
    /// `uid.utid`.
    public let homeAccountID: String
    public let username: String
    /// The login host, by any of its names.
    let environment: String
    public let displayName: String
    /// The tenant in which the broker signed the account in; nil where it does not say.
    let tenantID: String?
    let objectID: String
    /// The object as the broker sent it, which its other methods take.
    let json: JSONValue

    /// Nil for an object without a home account id.
    init?(_ json: JSONValue) {
        func text(_ member: String) -> String { json[member]?.stringValue ?? "" }
        guard let id = json["homeAccountId"]?.stringValue, !id.isEmpty else { return nil }
        homeAccountID = id
        username = text("username")
        environment = text("environment").lowercased()
        displayName = text("name")
        tenantID = text("realm").isEmpty ? nil : text("realm").lowercased()
        objectID = text("localAccountId")
        self.json = json
    }
}

/// A response of the broker to a request for a token: JSON that Microsoft does not document. Two brokers have different
/// forms of it: microsoft-identity-broker, and himmelblau.
struct BrokerTokenResponse {
    private let members: JSONValue

    /// - Throws: ``AuthError`` for a response that is an error.
    init(_ json: JSONValue, request: SilentRequest?, redirectURI: String) throws(AuthError) {
        let members = json["brokerTokenResponse"] ?? json
        if let error = [members["error"], json["error"]].compactMap(\.self).first(where: { $0 != .null }) {
            throw BrokerFailure(error, redirectURI: redirectURI).authError(of: request)
        }
        self.members = members
    }

    /// The tokens, checked against the request. There is never a refresh token: the broker keeps it.
    ///
    /// - Parameters:
    ///   - expected: The only account that is accepted; nil for any.
    ///   - tenantID: The tenant of the request, a GUID; nil where the authority names a domain or is shared.
    func grant(
        clientID: String, authority: Authority, requested: Scopes, expected: AccountID?, tenantID: String?, now: Date
    ) throws(AuthError) -> TokenGrant {
        let account = members["account"].flatMap(BrokerAccount.init)
        let idToken = try idToken(for: clientID, at: authority)
        let home =
            account?.homeAccountID
            ?? members["clientInfo"]?.stringValue.flatMap(ClientInfo.init(base64URL:))?.homeAccountID
        guard let home, let accessToken = try accessToken(requested: requested, now: now) else {
            throw .broker(.malformedResponse(method: "acquireToken"))
        }
        let id = AccountID(homeAccountID: home, environment: authority.environment)
        guard expected == nil || expected == id else {
            throw .wrongAccount(
                expected: expected?.homeAccountID ?? "", received: account?.username ?? idToken?.claims.username ?? "")
        }
        let realm = (idToken?.claims.tenantID ?? account?.tenantID ?? tenantID ?? id.homeTenantID ?? "").lowercased()
        guard tenantID == nil || realm.equalsIgnoringASCIICase(tenantID ?? "") else {
            throw .identityMismatch(.wrongTenant(expected: tenantID ?? "", received: realm))
        }
        return TokenGrant(
            account: id, tenantProfile: profile(in: realm, account, idToken?.claims), clientID: clientID,
            tenantID: realm, accessToken: accessToken, refreshToken: nil, idToken: idToken?.secret,
            declinedScopes: requested.missing(from: accessToken.scopes, at: authority),
            verifiedDomains: idToken?.claims.verifiedDomains ?? [], isBrokered: true)
    }

    private func profile(in tenantID: String, _ account: BrokerAccount?, _ claims: IDToken?) -> TenantProfile? {
        guard account != nil || claims != nil else { return nil }
        return TenantProfile(
            tenantID: tenantID, objectID: claims.map { $0.objectID ?? $0.subject } ?? account?.objectID ?? "",
            username: claims?.username ?? account?.username ?? "",
            displayName: claims?.name ?? account?.displayName ?? "")
    }

    /// Nil for one that cannot be read: himmelblau sends the claims in a form of its own. The account is known without.
    private func idToken(
        for clientID: String, at authority: Authority
    ) throws(AuthError) -> (secret: Secret, claims: IDToken)? {
        guard let text = members["idToken"]?.stringValue, !text.isEmpty else { return nil }
        let secret = Secret(text)
        guard let claims = try? IDToken(secret) else { return nil }
        guard claims.audience.contains(where: { authority.isClient($0, withID: clientID) }) else {
            throw .identityMismatch(.wrongAudience)
        }
        let issuer = claims.issuer ?? ""
        guard authority.mayIssue(as: issuer) else { throw .identityMismatch(.wrongIssuer(issuer)) }
        guard let tenantID = claims.tenantID, claims.issuerTenant?.equalsIgnoringASCIICase(tenantID) == true else {
            throw .identityMismatch(.tenantNotOfIssuer(tenantID: claims.tenantID ?? "", issuer: issuer))
        }
        return (secret, claims)
    }

    private func accessToken(requested: Scopes, now: Date) throws(AuthError) -> AccessToken? {
        guard let text = members["accessToken"]?.stringValue, !text.isEmpty else { return nil }
        let secret = Secret(text)
        guard ServerText.isToken(secret) else { return nil }
        // 1 is a token that is bound to a key of the broker (proof of possession), which was not requested.
        if let type = members["accessTokenType"]?.doubleValue, type != 0 { throw .unsupportedTokenType("PoP") }
        return AccessToken(
            secret: secret, tokenType: "Bearer", scopes: grantedScopes(requested).withoutOpenID, cachedAt: now,
            expiresOn: expiry ?? now.addingTimeInterval(3600), refreshOn: nil)
    }

    /// Text with spaces, or an array. A response without them grants what was requested (RFC 6749 section 5.1).
    private func grantedScopes(_ requested: Scopes) -> Scopes {
        let names = members["grantedScopes"]?.arrayValue?.compactMap(\.stringValue)
        let granted = names.map { Scopes($0) } ?? Scopes(spaceSeparated: members["grantedScopes"]?.stringValue ?? "")
        return granted.isEmpty ? requested : granted.union(requested.missing(from: granted).defaults)
    }

    /// Epoch milliseconds, or seconds: a time in seconds does not get as large before the year 5138.
    private var expiry: Date? {
        guard let number = members["expiresOn"]?.doubleValue, number > 0 else { return nil }
        return Date(epochSeconds: number > 1e11 ? number / 1000 : number)
    }
}

/// An error in a response of the broker.
struct BrokerFailure {
    /// The description that the identity platform gave, or the broker's own words.
    private let context: String
    private let redirectURI: String
    private let status: Status?
    private let code: String?
    private let suberror: String?
    /// The claims challenge that the next sign-in has to answer, as JSON text.
    private let claims: String?

    /// The numbers are those of Microsoft's authentication libraries with a broker.
    private enum Status: Int {
        case interactionRequired = 2
        case noNetwork, networkUnavailable, serverUnavailable, contractViolation, userCancelled, applicationCancelled
        case incorrectConfiguration
        case accountUnusable = 13
        case accountNotFound = 16
    }

    /// - Parameter redirectURI: That of the request, which an error may be about.
    init(_ json: JSONValue, redirectURI: String) {
        self.redirectURI = redirectURI
        context = json["context"]?.stringValue ?? json.stringValue ?? ""
        status = json["status"]?.doubleValue.flatMap { Int(exactly: $0) }.flatMap(Status.init)
        let diagnostics = json["diagnostics"]
        code = diagnostics?["raw_error_code"]?.stringValue
        suberror = diagnostics?["oauth2_sub_error_code"]?.stringValue
        claims = (diagnostics?["claims"] ?? json["claims"])?.stringValue
    }

    /// - Parameter request: That of a silent call, which a sign-in can answer; nil for a sign-in.
    func authError(of request: SilentRequest?) -> AuthError {
        switch status {
        case .userCancelled, .applicationCancelled: return .declined(oauthError(code ?? "access_denied"))
        case .noNetwork, .networkUnavailable, .serverUnavailable: return .broker(.serverUnavailable(context))
        case .interactionRequired, .accountUnusable, .accountNotFound:
            return interactionRequired(oauthError(code ?? "interaction_required"), of: request)
        case .contractViolation, .incorrectConfiguration, nil: break
        }
        // Without its code, Entra's description is known by its number.
        let error = oauthError(code ?? "broker_error")
        if error.rejectsRedirectURI { return .broker(.unregisteredRedirectURI(redirectURI)) }
        if code == nil { return error.codes.isEmpty ? .broker(.failed(context)) : .refused(error) }
        return error.isInteractionRequired ? interactionRequired(error, of: request) : .refused(error)
    }

    private func interactionRequired(_ error: OAuthError, of request: SilentRequest?) -> AuthError {
        request?.interactionRequired(.server(error)) ?? .refused(error)
    }

    private func oauthError(_ code: String) -> OAuthError {
        OAuthError(code: code, description: context.isEmpty ? nil : context, suberror: suberror, claims: claims)
    }
}

extension Authority {
    /// Whether an ID token of this platform may name the issuer. Tokens of version 1 have one host in all clouds.
    fileprivate func mayIssue(as issuer: String) -> Bool {
        guard let parts = URLComponents(string: issuer), let host = parts.host?.lowercased() else { return false }
        if host == "sts.windows.net" { return cloud != nil && parts.scheme == "https" }
        return Cloud.preferredHost(for: host) + (parts.port.map { ":\($0)" } ?? "") == environment
    }
}
