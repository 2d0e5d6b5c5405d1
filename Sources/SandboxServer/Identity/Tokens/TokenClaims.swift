/// The `claims` parameter (OpenID Connect Core §5.5). It is JSON, not the base64 of a claims challenge.
struct RequestedClaims {
    /// Whether the client declares the capability `cp1`: it can handle claims challenges.
    private(set) var supportsClaimsChallenges = false
    /// The claims requested for the ID token.
    private(set) var idToken: Set<String> = []

    init(_ text: String?) throws(EntraError) {
        guard let text else { return }
        guard let claims = JSON(parsing: Array(text.utf8)), claims.members != nil else { throw .malformed }
        let capabilities = claims["access_token"]?["xms_cc"]?["values"]?.array ?? []
        supportsClaimsChallenges = capabilities.contains { $0.string?.lowercased() == "cp1" }
        idToken = Set((claims["id_token"]?.members ?? []).map(\.name))
    }
}

/// The optional claims of an ID token, requested by the client or configured in the app registration.
struct OptionalClaims {
    static let all: Set<String> = ["verified_primary_domain", "verified_secondary_domain"]

    private let names: Set<String>

    init(_ names: Set<String>) {
        self.names = names
    }

    /// Empty for personal accounts and for guests, whose addresses are in a domain of another tenant.
    func json(for identity: TenantIdentity) -> JSON {
        var json: JSON = .object([])
        guard !identity.isGuest, !identity.account.isPersonal else { return json }
        for (name, isDefault) in [("verified_primary_domain", true), ("verified_secondary_domain", false)]
        where names.contains(name) {
            let domains = identity.tenant.domains.filter { $0.isDefault == isDefault }
            json[name] = .array(domains.map { .string($0.name) })
        }
        return json
    }
}

extension SandboxState {
    /// The claims of the access token of a work account or an application. They resemble Entra's; the sandbox does not
    /// read them.
    func accessTokenClaims(for token: IssuedAccessToken, now: Int) -> JSON {
        var claims: JSON = [
            "aud": .string(token.resource.appID), "iss": .string("\(base)/\(token.tenant.id)/"),
            "iat": .integer(now), "nbf": .integer(now), "exp": .integer(token.expires),
            "appid": .string(token.application.id), "app_displayname": .string(token.application.name),
            "tid": .string(token.tenant.id), "uti": .string(RandomID.token(bytes: 16)), "ver": "1.0",
        ]
        if let identity = token.identity {
            claims["idtyp"] = "user"
            claims["oid"] = .string(identity.objectID)
            claims["sub"] = .string(identity.subject(for: token.application))
            claims["upn"] = .string(identity.principalName)
            claims["scp"] = .string(token.permissions.joined(separator: " "))
        } else {
            claims["idtyp"] = "app"
            claims["roles"] = .array(token.permissions.map { .string($0) })
        }
        if token.isContinuouslyEvaluated { claims["xms_cc"] = ["CP1"] }
        return claims
    }
}
