import AccountProfiles
import AuthCore
import FoundationEssentials
import HTTPTransport
import MicrosoftGraph

/// The sessions of an account that its server has ended.
enum RevokedSessions: Equatable {
    /// Every session of the account in its own organization, the browsers' too.
    case everywhere
    /// Every session as a guest. Those in the account's own organization remain.
    case asGuest
    /// The refresh tokens that were stored here.
    case refreshTokens
}

/// Asks the server to end an account's sessions, in the one way that its kind of account has. Nothing is removed here.
struct SessionRevocation {
    let account: AccountID
    /// The profiles that use the account.
    let profiles: [Profile]
    let services: Services

    init(of account: AccountID, usedBy profiles: [Profile], _ services: Services) {
        (self.account, self.profiles, self.services) = (account, profiles, services)
    }

    /// - Throws: `Failure`, or the error of a request.
    func revoke() async throws -> RevokedSessions {
        guard account.homeTenantID != Authority.personalTenantID else {
            throw Failure.revocationOfPersonalAccount
        }
        guard !account.isApplication else {
            throw Failure.revocationOfApp
        }
        let home = profiles.first { $0.tenantID == account.homeTenantID }
        guard let acting = home ?? profiles.first else {
            throw Failure.revocationWithoutProfile
        }
        if acting.kind == .work, let graph = acting.graph {
            try await revokeSignInSessions(as: acting, at: graph)
            return home == nil ? .asGuest : .everywhere
        }
        try await revokeRefreshTokens()
        return .refreshTokens
    }

    /// Graph ends all sessions of the caller. Throttling is not waited out, since the person waits to be signed out.
    private func revokeSignInSessions(as profile: Profile, at endpoint: String) async throws {
        let client = GraphClient(endpoint: endpoint, http: services.http) { try await token(of: profile, $0) }
        let request = GraphRequest(method: "POST", path: "/me/revokeSignInSessions")
        let response = try await client.send(request)
        // Documented as `true`; in practice the body can be empty.
        if response.isSuccess, response.body.isEmpty || response.json.map(Self.isConfirmed) ?? false { return }
        var failure =
            Failure(unusable: response, of: request)
            ?? Failure(response, of: "POST \(request.path)", clock: services.clock)
        // Exit code 6 promises that stdout holds the body of the response, which it does not here.
        if failure.kind == .api { failure.kind = .failed }
        if response.status == 403 {
            failure.message += " An administrator of the organization can end them."
        }
        throw failure
    }

    private static func isConfirmed(_ body: Data) -> Bool {
        struct Verdict: Decodable { let value: Bool }
        return (try? JSONDecoder().decode(Verdict.self, from: body))?.value ?? true
    }

    /// On a terminal, consent to the permission is offered: afterwards the account is signed out, and cannot end its sessions.
    private func token(of profile: Profile, _ demanded: GraphClient.TokenRequest) async throws -> Secret {
        let scopes = Self.scopes(among: profile.scopes)
        let request = SilentRequest(
            account: profile.account, tenantID: profile.tenantID,
            scopes: scopes.relative(to: profile.graphResource),
            forceRefresh: demanded.forceRefresh, claims: demanded.claims)
        let client = try services.clients.publicClient(of: profile)
        return try await ActingError.naming(profile.name) {
            do { return try await client.acquireTokenSilently(request).accessToken } catch let error as AuthError {
                guard agrees(to: scopes, profile, after: error) else { throw error }
            }
            _ = try await services.authenticator.requestConsent(to: scopes, for: profile, options: try .none())
            return try await client.acquireTokenSilently(request).accessToken
        }
    }

    private func agrees(to scopes: Scopes, _ profile: Profile, after error: AuthError) -> Bool {
        guard case .interactionRequired = error, services.prompter.canPrompt, profile.mode == .readWrite else {
            return false
        }
        services.output.prompt(Failure(ActingError(profile: profile.name, cause: error)).message.safeLine + "\n")
        return services.prompter.confirm(
            "Consent to \(scopes.spaceSeparated) now, so that the server can end the sessions?", isDefaultYes: true)
    }

    /// The permissions that Microsoft's reference lists for `revokeSignInSessions`, the least privileged first.
    private static let accepted = ["User.RevokeSessions.All", "User.ReadWrite.All", "Directory.ReadWrite.All"]

    /// An accepted permission that the profile asks for anyway, else the least privileged.
    private static func scopes(among scopes: Scopes) -> Scopes {
        Scopes([accepted.first(where: scopes.contains) ?? accepted[0]])
    }

    private func revokeRefreshTokens() async throws {
        var outcomes: Set<RevocationOutcome> = []
        for using in Dictionary(grouping: profiles, by: \.clientID).values {
            for profile in using.prefix(1) {
                let client = try services.clients.publicClient(of: profile)
                outcomes.insert(try await client.revokeRefreshToken(of: account, tenantID: profile.tenantID))
            }
        }
        if outcomes.contains(.notSupported) {
            throw Failure.revocationUnsupported
        }
        guard outcomes.contains(.revoked) else {
            throw Failure.revocationWithoutToken
        }
    }
}
