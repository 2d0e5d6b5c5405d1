import Crypto

/// A token answer in ADFS's manner: no `client_info`, no tenant, no object id, and a refresh token that is given once.
struct FederationTokens {
    let issuer: TokenIssuer
    let order: TokenIssuer.Order

    func answer() throws(EntraError) -> JSON {
        guard order.scopes.groups.count <= 1 else { throw .severalResources }
        let group = order.scopes.groups.first
        let resource = group?.resource ?? Self.userInfo
        let permissions = group.map { $0.asksForDefault ? $0.resource.defaults : $0.permissions } ?? []
        let scopes = order.scopes.openID.filter { $0 != "offline_access" } + permissions.map { resource.scope($0) }
        var body: JSON = [
            "access_token": .string(issuer.accessToken(permissions, of: resource, for: order)),
            "token_type": "bearer", "expires_in": .string(String(issuer.lifetime)),
            "resource": .string(resource.identifiers[0]), "scope": .string(scopes.joined(separator: " ")),
        ]
        if !order.isRenewal {
            body["refresh_token"] = .string(issuer.refreshToken(for: order))
            body["refresh_token_expires_in"] = 28_799
        }
        if order.scopes.asksForIDToken { body["id_token"] = .string(issuer.emulation.signer.sign(claims)) }
        return body
    }

    /// What a token is for when no resource was named.
    private static let userInfo = Resource(
        appID: "urn:microsoft:userinfo", name: "UserInfo", identifiers: ["urn:microsoft:userinfo"], permissions: [],
        defaults: [])

    private var claims: JSON {
        let (now, account) = (issuer.emulation.clock.seconds, order.identity.account)
        let name = account.username.prefix { $0 != "@" }
        var claims: JSON = [
            "aud": .string(order.application.id), "iss": .string("\(issuer.emulation.base)/adfs"),
            "iat": .integer(now), "nbf": .integer(now), "exp": .integer(now + 3600), "auth_time": .integer(now),
            "sub": .string(subject), "upn": .string(account.username), "unique_name": .string("CONTOSO\\\(name)"),
            "sid": .string("S-1-5-21-3623811015-3361044348-30300820-\(1000 + name.utf8.count)"),
            "apptype": "Public", "appid": .string(order.application.id), "ver": "1.0", "scp": "openid",
            "authmethod": "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport",
        ]
        claims["nonce"] = order.nonce.map { .string($0) }
        return claims
    }

    /// Pairwise as Entra's, and another one: the two services do not know of each other. In base64, `=` and all.
    private var subject: String {
        let seed = "adfs/\(order.application.id)/\(order.identity.objectID)"
        return Base64URL.encode(SHA256.hash(data: Array(seed.utf8))) + "="
    }
}
