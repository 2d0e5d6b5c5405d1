import AccountProfiles
import AuthCore
import Foundation
import HTTPTransport
import MicrosoftGraph

/// What a server said that it ended.
enum EndedSessions: Equatable {
    /// Every session of the account in its own organization, the browsers' too.
    case everywhere
    /// Every session as a guest; those at home go on.
    case asGuest
    /// The refresh tokens that were kept here.
    case refreshTokens
}

/// Ending an account's sessions on the server, in the one way that its kind of account has.
extension Services {
    /// Removes nothing here.
    ///
    /// - Parameter profiles: those that use the account.
    /// - Throws: whatever kept the server from saying that they are ended.
    func endSessions(of account: AccountID, usedBy profiles: [Profile]) async throws -> EndedSessions {
        guard account.homeTenantID != Authority.personalTenantID else {
            throw Failure(
                .failed,
                "there is no API for personal accounts. To sign out everywhere, go to https://account.microsoft.com.")
        }
        guard !account.isApplication else {
            throw Failure(
                .failed, "an app has none. To keep it out, remove its secret or certificate from the app registration.")
        }
        let home = profiles.first { $0.tenantID == account.homeTenantID }
        guard let acting = home ?? profiles.first else {
            throw Failure(.failed, "no profile uses the account, so it is not known whom to ask, and as which app.")
        }
        if acting.kind == .work, let graph = acting.graph {
            try await revokeSignInSessions(acting, graph: graph)
            return home == nil ? .asGuest : .everywhere
        }
        try await revokeRefreshTokens(of: account, profiles)
        return .refreshTokens
    }

    /// Graph ends all sessions of whoever asks. Throttling is not waited out: the person waits to be signed out.
    private func revokeSignInSessions(_ profile: Profile, graph: String) async throws {
        let client = GraphClient(endpoint: graph, http: http) { [self] in try await token(toEnd: profile, $0) }
        let request = GraphRequest(method: "POST", path: "/me/revokeSignInSessions")
        let answer = try await client.send(request)
        if (200..<300).contains(answer.status) {
            // Documented as `true`, or no body at all.
            let said = try? JSONDecoder().decode(Verdict.self, from: answer.body)
            guard said?.value == false else { return }
        }
        var failure = Failure(answer, of: "POST \(request.path)")
        // The answer is not what the command prints, so this is not the exit code that promises it.
        if failure.kind == .api { failure.kind = .failed }
        if answer.status == 403 {
            failure.message += " An administrator of the organization can end them."
        }
        throw failure
    }

    /// Silently, also where somebody is there to be asked: nobody signs in to sign out.
    private func token(toEnd profile: Profile, _ token: GraphClient.TokenRequest) async throws -> Secret {
        let request = SilentRequest(
            account: profile.account, tenantID: profile.tenantID, scopes: SessionPermissions.best(of: profile.scopes),
            forceRefresh: token.forceRefresh, claims: token.claims)
        do {
            return try await application(clientID: profile.clientID, authority: profile.authority)
                .acquireTokenSilently(request).accessToken
        } catch {
            throw ActingError(profile: profile.name, cause: error)
        }
    }

    private struct Verdict: Decodable { let value: Bool }

    private func revokeRefreshTokens(of account: AccountID, _ profiles: [Profile]) async throws {
        var outcomes: Set<RevocationOutcome> = []
        for (clientID, using) in Dictionary(grouping: profiles, by: \.clientID) {
            for profile in using.prefix(1) {
                let application = try application(clientID: clientID, authority: profile.authority)
                outcomes.insert(try await application.revokeRefreshToken(of: account, tenantID: profile.tenantID))
            }
        }
        if outcomes.contains(.notSupported) {
            throw Failure(.failed, "its server has no way to ask for that.")
        }
        guard outcomes.contains(.revoked) else {
            throw Failure(.failed, "no refresh token was kept that the server could be asked to end.")
        }
    }
}

/// What Graph accepts for ending one's sessions; Microsoft's permission reference names these.
private enum SessionPermissions {
    private static let accepted = ["User.RevokeSessions.All", "User.ReadWrite.All", "Directory.ReadWrite.All"]

    /// One that the profile asks for anyhow, else the least.
    static func best(of scopes: Scopes) -> Scopes {
        Scopes([accepted.first(where: scopes.contains) ?? accepted[0]])
    }
}
