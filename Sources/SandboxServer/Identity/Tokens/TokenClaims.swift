/// The `claims` parameter: JSON text, never the base64 of a challenge.
struct RequestedClaims {
    /// Whether the client says it can handle a claims challenge.
    private(set) var declaresChallenges = false
    /// Claims the client would like to see in the ID token (OpenID Connect Core §5.5).
    private(set) var idToken: Set<String> = []

    init(_ text: String?) throws(EntraError) {
        guard let text else { return }
        guard let claims = JSON(parsing: Array(text.utf8)), claims.members != nil else { throw .malformed }
        let capabilities = claims["access_token"]?["xms_cc"]?["values"]?.array ?? []
        declaresChallenges = capabilities.contains { $0.string?.lowercased() == "cp1" }
        idToken = Set((claims["id_token"]?.members ?? []).map(\.name))
    }
}

/// The claims of an ID token that are there only for those who ask, in the request or in the app's registration.
struct OptionalClaims {
    static let all: Set<String> = ["verified_primary_domain", "verified_secondary_domain"]

    private let names: Set<String>

    init(_ names: Set<String>) {
        self.names = names
    }

    /// Nothing for guests, whose addresses end in a domain of another tenant, and for personal accounts.
    func json(for identity: Identity) -> JSON {
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

extension Emulation {
    /// The claims of a work account's or an application's access token. They are there because Entra's are; nothing
    /// in the emulator reads them.
    func claims(of token: AccessToken, now: Int) -> JSON {
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
