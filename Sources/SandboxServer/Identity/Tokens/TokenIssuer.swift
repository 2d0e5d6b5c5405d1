import Crypto

/// Builds successful token responses.
struct TokenIssuer {
    /// The content of the tokens, as the grant determines it.
    struct ResolvedGrant {
        let authority: SignInAuthority
        let identity: TenantIdentity
        let application: AppRegistration
        let scopes: RequestedScopes
        let family: GrantStore.Family
        var nonce: String?
        var wantsClientInfo = false
        var isContinuouslyEvaluated = false
        var idTokenClaims: Set<String> = []
        /// Whether the grant is a refresh token.
        var isRenewal = false
    }

    let sandbox: SandboxState

    func issue(_ grant: ResolvedGrant) throws(EntraError) -> HTTPServerResponse {
        let body =
            switch grant.authority {
            case .federation: try FederationTokenResponse(issuer: self, grant: grant).body()
            case .userFlow(let flow): try UserFlowTokenResponse(flow: flow, issuer: self, grant: grant).body()
            default: try body(for: grant)
            }
        return HTTPServerResponse.json(body).uncached().attributed(to: grant.identity.account.username)
    }

    private func body(for grant: ResolvedGrant) throws(EntraError) -> JSON {
        guard grant.scopes.groups.count <= 1 else { throw .severalResources }
        let group = grant.scopes.groups.first ?? Self.graphProfile
        let permissions = try permissions(of: group, for: grant)
        var body: JSON = [
            "token_type": "Bearer", "scope": .string(scopeText(permissions, of: group, for: grant)),
            "expires_in": .integer(lifetime), "ext_expires_in": .integer(lifetime),
            "access_token": .string(accessToken(permissions, of: group.resource, for: grant)),
        ]
        // Entra adds `refresh_in` to long-lived tokens: half of the lifetime.
        if lifetime > 7200 { body["refresh_in"] = .integer(lifetime / 2) }
        if grant.scopes.requestsRefreshToken { body["refresh_token"] = .string(refreshToken(for: grant)) }
        if grant.scopes.requestsIDToken { body["id_token"] = .string(idToken(for: grant)) }
        if grant.wantsClientInfo { body["client_info"] = .string(grant.identity.clientInfo) }
        return body
    }

    var lifetime: Int { sandbox.options.accessTokenLifetime }

    /// The resource if none is requested: Graph, with no permissions but the user's own claims.
    private static let graphProfile = RequestedScopes.Group(resource: .graph, permissions: [], requestsDefault: false)

    /// Entra grants all permissions with consent on that resource; personal accounts get only those requested.
    private func permissions(
        of group: RequestedScopes.Group, for grant: ResolvedGrant
    ) throws(EntraError) -> [String] {
        let held = sandbox.consents.permissions(
            of: grant.identity, application: grant.application, on: group.resource)
        let requested = group.permissions
        guard requested.allSatisfy(held.contains), !group.requestsDefault || !held.isEmpty else {
            throw .consentMissing
        }
        return grant.identity.account.isPersonal && !group.requestsDefault ? requested : held
    }

    /// Entra returns full scope URIs, but short names for personal accounts.
    private func scopeText(_ permissions: [String], of group: RequestedScopes.Group, for grant: ResolvedGrant) -> String
    {
        let isShort = grant.identity.account.isPersonal && group.resource == .graph
        let own = permissions.map { isShort ? $0 : group.resource.scope($0) }
        return (grant.scopes.openID.filter { $0 != "offline_access" } + own).joined(separator: " ")
    }

    func refreshToken(for grant: ResolvedGrant) -> String {
        let prefix = grant.identity.account.isPersonal ? "M.C5_SN1." : "1.AX"
        let text = prefix + RandomID.token(bytes: 96)
        sandbox.grants.add(
            IssuedRefreshToken(
                account: grant.identity.account, application: grant.application, family: grant.family,
                scopes: grant.scopes, tenant: grant.identity.tenant, authority: grant.authority,
                cloud: sandbox.host.cloud),
            text: text)
        return text
    }

    func accessToken(_ permissions: [String], of resource: APIResource, for grant: ResolvedGrant) -> String {
        let now = sandbox.clock.seconds
        let identity = grant.identity
        let token = IssuedAccessToken(
            identity: identity, tenant: identity.tenant, application: grant.application, resource: resource,
            cloud: sandbox.host.cloud, permissions: permissions, expires: now + lifetime,
            isContinuouslyEvaluated: grant.isContinuouslyEvaluated)
        // Access tokens of personal accounts are opaque: a client that decodes them fails here.
        let text =
            identity.account.isPersonal
            ? "EwB4\(RandomID.token(bytes: 180))"
            : sandbox.signer.sign(sandbox.accessTokenClaims(for: token, now: now))
        sandbox.accessTokens[text] = token
        return text
    }

    private func idToken(for grant: ResolvedGrant) -> String {
        let now = sandbox.clock.seconds
        let identity = grant.identity
        var claims: JSON = [
            "ver": "2.0", "iss": .string(sandbox.host.issuer(tenant: identity.tenant.id)),
            "sub": .string(identity.subject(for: grant.application)), "aud": .string(grant.application.id),
            "exp": .integer(now + 3600), "iat": .integer(now), "nbf": .integer(now),
            "name": .string(identity.account.displayName),
            "preferred_username": .string(identity.account.username), "oid": .string(identity.objectID),
            "tid": .string(identity.tenant.id), "uti": .string(RandomID.token(bytes: 16)),
        ]
        claims["nonce"] = grant.nonce.map { .string($0) }
        if grant.scopes.openID.contains("email") { claims["email"] = .string(identity.account.username) }
        let wanted = sandbox.options.issuesDomainClaims ? OptionalClaims.all : grant.idTokenClaims
        return sandbox.signer.sign(claims.merging(OptionalClaims(wanted).json(for: identity)))
    }
}

extension TenantIdentity {
    /// The pairwise subject: it differs between applications.
    func subject(for application: AppRegistration) -> String {
        UnpaddedBase64URL.encode(SHA256.hash(data: Array("\(application.id)/\(objectID)".utf8)))
    }

    /// The `client_info` of the home account, whatever the tenant of the tokens.
    var clientInfo: String {
        let info: JSON = ["uid": .string(account.uid), "utid": .string(account.home.id)]
        return UnpaddedBase64URL.encode(info.serialized())
    }
}

/// Signs with ES256 (RFC 7518 §3.4) and publishes the public key.
///
/// Entra signs with RS256. A client that selects the key by `kid` and the algorithm by `alg` accepts both.
struct TokenSigner {
    private let key = P256.Signing.PrivateKey()
    private let keyID = RandomID.token(bytes: 20)

    var publicKey: JSON {
        let point = key.publicKey.rawRepresentation
        return [
            "kty": "EC", "use": "sig", "alg": "ES256", "crv": "P-256", "kid": .string(keyID),
            "x": .string(UnpaddedBase64URL.encode(point.prefix(32))),
            "y": .string(UnpaddedBase64URL.encode(point.suffix(32))),
        ]
    }

    func sign(_ claims: JSON) -> String {
        let header: JSON = ["typ": "JWT", "alg": "ES256", "kid": .string(keyID)]
        let text = "\(UnpaddedBase64URL.encode(header.serialized())).\(UnpaddedBase64URL.encode(claims.serialized()))"
        // P-256 signing of data in memory cannot fail; clients would reject an empty signature.
        let signature = try? key.signature(for: Array(text.utf8)).rawRepresentation
        return "\(text).\(signature.map(UnpaddedBase64URL.encode) ?? "")"
    }
}
