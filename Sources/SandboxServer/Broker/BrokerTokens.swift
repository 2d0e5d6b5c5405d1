import FoundationEssentials

/// A token response of the identity platform.
struct BrokerTokens {
    let accessToken: String
    let idToken: String
    let refreshToken: String
    let clientInfo: String
    let scope: String
    /// Seconds since 1970.
    let expires: Int
    let extendedExpires: Int

    /// Nil without one of the tokens.
    init?(_ body: JSON, now: Int = Int(Date.now.timeIntervalSince1970)) {
        guard let accessToken = body["access_token"]?.string, let idToken = body["id_token"]?.string,
            let refreshToken = body["refresh_token"]?.string, let clientInfo = body["client_info"]?.string,
            let lifetime = body["expires_in"]?.integer
        else { return nil }
        self.accessToken = accessToken
        self.idToken = idToken
        self.refreshToken = refreshToken
        self.clientInfo = clientInfo
        scope = body["scope"]?.string ?? ""
        expires = now + lifetime
        extendedExpires = now + (body["ext_expires_in"]?.integer ?? lifetime)
    }

    /// Whether the access token can still be handed out: for five minutes at least.
    func isFresh(now: Int = Int(Date.now.timeIntervalSince1970)) -> Bool { expires - now > 300 }

    /// The account of the tokens in their tenant; nil if it is not one of the sandbox.
    func identity(in seed: SeedData = SeedData()) -> TenantIdentity? {
        guard let info = UnpaddedBase64URL.decode(clientInfo).flatMap({ JSON(parsing: $0) }),
            let uid = info["uid"]?.string, let home = info["utid"]?.string,
            let account = seed.account(homeAccountID: "\(uid).\(home)")
        else { return nil }
        let claims = idToken.split(separator: ".").dropFirst().first.flatMap { UnpaddedBase64URL.decode($0) }
        let tenant = claims.flatMap { JSON(parsing: $0) }?["tid"]?.string.flatMap(seed.tenant(named:))
        return tenant.flatMap(account.identity(in:)) ?? account.homeIdentity
    }

    /// The `brokerTokenResponse`.
    func json(environment: String) -> JSON {
        let account = identity().map { BrokerAccount(identity: $0, environment: environment).json } ?? .null
        return [
            "accessToken": .string(accessToken), "accessTokenType": 0, "account": account,
            "clientInfo": .string(clientInfo), "expiresOn": .integer(expires * 1000),
            "extendedExpiresOn": .integer(extendedExpires * 1000), "grantedScopes": .string(scope),
            "idToken": .string(idToken),
        ]
    }
}
