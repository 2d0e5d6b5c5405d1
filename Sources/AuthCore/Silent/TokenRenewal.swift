import Foundation
import HTTPTransport

/// How a token that has run out is replaced. Called under the refresh lock; what comes is kept before it is handed out.
protocol TokenRenewal: Sendable {
    func renew(_ key: TokenKey, _ request: SilentRequest) async throws -> TokenGrant
}

/// Renews with the refresh token of a person's sign-in.
struct RefreshTokenRenewal: TokenRenewal {
    let clientID: String
    let authority: Authority
    let cache: any TokenCache
    let http: any HTTPClient
    let discovery: Discovery
    let capabilities: [String]
    let clock: WallClock

    func renew(_ key: TokenKey, _ request: SilentRequest) async throws -> TokenGrant {
        // A refresh token goes to its own issuer only, whatever a caller or an altered profile pairs it with.
        guard key.account.environment == authority.environment,
            let token = try cache.refreshToken(account: key.account, clientID: clientID)
        else {
            throw AuthError.interactionRequired(.init(account: key.account, scopes: request.scopes, reason: .noTokens))
        }
        let grant = try await redeem(token, key, request)
        guard try cache.saveRefreshed(grant) else {
            throw AuthError.interactionRequired(.init(account: key.account, scopes: request.scopes, reason: .noTokens))
        }
        return grant
    }

    /// RFC 6749 section 6.
    private func redeem(_ token: RefreshToken, _ key: TokenKey, _ request: SilentRequest) async throws -> TokenGrant {
        let scopes = request.scopes.ofFirstResource
        let claims = ClaimsRequest.merged(request.claims, capabilities: capabilities)
        let fields =
            [
                ("client_id", clientID), ("grant_type", "refresh_token"), ("refresh_token", token.secret.expose()),
                ("scope", scopes.decorated.spaceSeparated),
            ] + authority.clientInfoField + (claims.map { [("claims", $0)] } ?? [])
        do {
            let endpoint = TokenEndpoint(http: http, url: try await discovery.tokenEndpoint(of: authority))
            let response = try await endpoint.post(fields, as: TokenResponse.self)
            let check = TokenResponseValidator(
                clientID: clientID, authority: authority, requested: scopes, now: clock.now())
            return try check.refresh(response, key: key)
        } catch let failure as TokenEndpoint.Failure {
            guard case .refused(let error) = failure, error.isInteractionRequired else { throw failure.asSignInError }
            // Another tenant may not know the account; the token itself is as good as before.
            if error.refusesRefreshToken, key.isHome {
                try cache.markRejected(token, account: key.account, clientID: clientID, at: clock.now())
            }
            // What the resource demanded is still wanted when the server has no demand of its own.
            if let claims = error.claims ?? request.claims {
                try cache.savePendingClaims(claims, account: key.account, clientID: clientID)
            }
            throw AuthError.interactionRequired(
                .init(account: key.account, scopes: request.scopes, reason: .server(error)))
        }
    }
}

extension SilentAcquisition {
    /// For the accounts of people.
    init(
        clientID: String, authority: Authority, cache: any TokenCache, http: any HTTPClient, discovery: Discovery,
        capabilities: [String] = [], clock: WallClock
    ) {
        let renewal = RefreshTokenRenewal(
            clientID: clientID, authority: authority, cache: cache, http: http, discovery: discovery,
            capabilities: capabilities, clock: clock)
        self.init(clientID: clientID, cache: cache, clock: clock, renewal: renewal)
    }
}
