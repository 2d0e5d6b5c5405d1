/// Decides who is calling and whether they may.
struct GraphGate {
    let emulation: Emulation

    func authenticate(_ request: Request) throws(GraphError) -> AccessToken {
        let base = emulation.origin.login
        guard let text = request.bearerToken else { throw .emptyToken(base: base) }
        guard let token = emulation.accessTokens[text] else { throw .unreadableToken(text, base: base) }
        guard token.resource == .graph, token.cloud == emulation.origin.cloud else { throw .otherAudience(base: base) }
        guard token.expires > emulation.clock.seconds else {
            throw .expiredToken(isOpaque: token.identity?.account.isPersonal ?? false, base: base)
        }
        if let time = token.revoked { throw .revokedToken(at: time, base: base) }
        return token
    }

    func authorize(_ token: AccessToken, for route: GraphRoute) throws(GraphError) {
        if route.isAboutMe, token.identity == nil { throw .applicationHasNoMe }
        if case .workAccounts = route.audience, token.identity?.account.isPersonal == true {
            throw .workAccountsOnly(base: emulation.origin.login)
        }
        guard route.permissions.contains(where: { token.permissions.contains($0) }) else { throw route.denial }
    }

    /// Whose token it is, good or not, for the request log.
    func caller(of request: Request) -> String? {
        guard let token = request.bearerToken.flatMap({ emulation.accessTokens[$0] }) else { return nil }
        return token.identity?.account.username ?? token.application.name
    }
}
