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
