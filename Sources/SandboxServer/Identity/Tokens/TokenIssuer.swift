import Crypto

/// Makes the answer of a successful token request.
struct TokenIssuer {
    /// What the grant has settled: who gets tokens, for what.
    struct Order {
        let authority: Authority
        let identity: Identity
        let application: Application
        let scopes: ScopeRequest
        let chain: Grants.Chain
        var nonce: String?
        var wantsClientInfo = false
        var isContinuouslyEvaluated = false
        var idTokenClaims: Set<String> = []
        /// Whether a refresh token is what it is exchanged for.
        var isRenewal = false
    }

    let emulation: Emulation

    func issue(_ order: Order) throws(EntraError) -> Response {
        let answer =
            switch order.authority {
            case .federation: try FederationTokens(issuer: self, order: order).answer()
            case .userFlow(let flow): try UserFlowTokens(flow: flow, issuer: self, order: order).answer()
            default: try answer(order)
            }
        return Response.json(answer).uncached().acting(for: order.identity.account.username)
    }

    private func answer(_ order: Order) throws(EntraError) -> JSON {
        guard order.scopes.groups.count <= 1 else { throw .severalResources }
        let group = order.scopes.groups.first ?? Self.graphProfile
        let permissions = try permissions(of: group, for: order)
        var body: JSON = [
            "token_type": "Bearer", "scope": .string(scopeText(permissions, of: group, for: order)),
            "expires_in": .integer(lifetime), "ext_expires_in": .integer(lifetime),
            "access_token": .string(accessToken(permissions, of: group.resource, for: order)),
        ]
        // Long-lived tokens are to be renewed at half their life.
        if lifetime > 7200 { body["refresh_in"] = .integer(lifetime / 2) }
        if order.scopes.asksForRefreshToken { body["refresh_token"] = .string(refreshToken(for: order)) }
        if order.scopes.asksForIDToken { body["id_token"] = .string(idToken(for: order)) }
        if order.wantsClientInfo { body["client_info"] = .string(order.identity.clientInfo) }
        return body
    }

    var lifetime: Int { emulation.options.accessTokenLifetime }

    /// Without a resource the token is for Graph, good for little more than the user's own claims.
    private static let graphProfile = ScopeRequest.Group(resource: .graph, permissions: [], asksForDefault: false)

    /// Entra puts everything consented to into a token for that resource; personal accounts get what was asked for.
    private func permissions(
        of group: ScopeRequest.Group, for order: Order
    ) throws(EntraError) -> [String] {
        let held = emulation.consents.permissions(
            of: order.identity, application: order.application, on: group.resource)
        let asked = group.permissions
        guard asked.allSatisfy(held.contains), !group.asksForDefault || !held.isEmpty else { throw .consentMissing }
        return order.identity.account.isPersonal && !group.asksForDefault ? asked : held
    }

    /// Entra answers with the full form, and with short names where a personal account is concerned.
    private func scopeText(_ permissions: [String], of group: ScopeRequest.Group, for order: Order) -> String {
        let isShort = order.identity.account.isPersonal && group.resource == .graph
        let own = permissions.map { isShort ? $0 : group.resource.scope($0) }
        return (order.scopes.openID.filter { $0 != "offline_access" } + own).joined(separator: " ")
    }

    func refreshToken(for order: Order) -> String {
        let prefix = order.identity.account.isPersonal ? "M.C5_SN1." : "1.AX"
        let text = prefix + RandomID.token(bytes: 96)
        emulation.grants.addRefreshToken(
            text,
            RefreshToken(
                account: order.identity.account, application: order.application, chain: order.chain,
                scopes: order.scopes, tenant: order.identity.tenant, authority: order.authority,
                cloud: emulation.origin.cloud))
        return text
    }

    func accessToken(_ permissions: [String], of resource: Resource, for order: Order) -> String {
        let now = emulation.clock.seconds
        let identity = order.identity
        let token = AccessToken(
            identity: identity, tenant: identity.tenant, application: order.application, resource: resource,
            cloud: emulation.origin.cloud, permissions: permissions, expires: now + lifetime,
            isContinuouslyEvaluated: order.isContinuouslyEvaluated)
        // Personal accounts have tokens that are no JWT: whoever decodes an access token finds out here.
        let text =
            identity.account.isPersonal
            ? "EwB4\(RandomID.token(bytes: 180))"
            : emulation.signer.sign(emulation.claims(of: token, now: now))
        emulation.accessTokens[text] = token
        return text
    }

    private func idToken(for order: Order) -> String {
        let now = emulation.clock.seconds
        let identity = order.identity
        var claims: JSON = [
            "ver": "2.0", "iss": .string(emulation.origin.issuer(tenant: identity.tenant.id)),
            "sub": .string(identity.subject(for: order.application)), "aud": .string(order.application.id),
            "exp": .integer(now + 3600), "iat": .integer(now), "nbf": .integer(now),
            "name": .string(identity.account.displayName),
            "preferred_username": .string(identity.account.username), "oid": .string(identity.objectID),
            "tid": .string(identity.tenant.id), "uti": .string(RandomID.token(bytes: 16)),
        ]
        claims["nonce"] = order.nonce.map { .string($0) }
        if order.scopes.openID.contains("email") { claims["email"] = .string(identity.account.username) }
        let wanted = emulation.options.issuesDomainClaims ? OptionalClaims.all : order.idTokenClaims
        return emulation.signer.sign(claims.merging(OptionalClaims(wanted).json(for: identity)))
    }
}

extension Identity {
    /// Pairwise: another application knows the same person by another subject.
    func subject(for application: Application) -> String {
        Base64URL.encode(SHA256.hash(data: Array("\(application.id)/\(objectID)".utf8)))
    }

    /// Names the home account, whichever tenant the tokens are for.
    var clientInfo: String {
        let info: JSON = ["uid": .string(account.uid), "utid": .string(account.home.id)]
        return Base64URL.encode(info.serialized())
    }
}

/// Signs with ES256 (RFC 7518 §3.4) and publishes the key to check with.
///
/// Entra signs with RSA; a client that reads the key set has to go by `alg` and `kid` in either case.
struct TokenSigner {
    private let key = P256.Signing.PrivateKey()
    private let keyID = RandomID.token(bytes: 20)

    var publicKey: JSON {
        let point = key.publicKey.rawRepresentation
        return [
            "kty": "EC", "use": "sig", "alg": "ES256", "crv": "P-256", "kid": .string(keyID),
            "x": .string(Base64URL.encode(point.prefix(32))), "y": .string(Base64URL.encode(point.suffix(32))),
        ]
    }

    func sign(_ claims: JSON) -> String {
        let header: JSON = ["typ": "JWT", "alg": "ES256", "kid": .string(keyID)]
        let text = "\(Base64URL.encode(header.serialized())).\(Base64URL.encode(claims.serialized()))"
        // P-256 signing of data in memory has no way to fail; an unsigned token would be found out at once.
        let signature = try? key.signature(for: Array(text.utf8)).rawRepresentation
        return "\(text).\(signature.map(Base64URL.encode) ?? "")"
    }
}
