import NIOHTTP1

/// OpenID Connect's own view of the signed-in person (Core §5.3).
struct UserInfoEndpoint {
    let emulation: Emulation

    func respond(to request: Request) -> Response {
        guard let token = request.bearerToken.flatMap({ emulation.accessTokens[$0] }), let identity = token.identity,
            token.expires > emulation.clock.seconds
        else {
            var refusal = Response(status: .unauthorized)
            refusal.headers.add(name: "WWW-Authenticate", value: "Bearer error=\"invalid_token\"")
            return refusal
        }
        let account = identity.account
        return .json([
            "sub": .string(identity.subject(for: token.application)), "name": .string(account.displayName),
            "given_name": .string(account.givenName), "family_name": .string(account.surname),
            "email": .string(account.username),
        ]).acting(for: account.username)
    }
}
