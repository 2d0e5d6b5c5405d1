import AccountProfiles
import AuthCore
import Foundation

/// Acting as a profile: getting tokens for it.
extension Services {
    /// A token for the profile. Only a person at the terminal is asked, and only when nothing else can help.
    ///
    /// - Throws: `ActingError`, which names the profile.
    func token(
        for profile: Profile, scopes: Scopes? = nil, forceRefresh: Bool = false, claims: String? = nil,
        minimumValidity: Duration? = nil
    ) async throws -> AuthenticationResult {
        if let scopes { try profile.requireReadOnly(scopes) }
        let request = SilentRequest(
            account: profile.account, tenantID: profile.tenantID, scopes: scopes ?? profile.scopes,
            forceRefresh: forceRefresh, claims: claims, minimumValidity: minimumValidity)
        do {
            let result: AuthenticationResult
            do {
                result = try await silently(request, profile)
            } catch AuthError.interactionRequired(let details) where canPrompt && profile.kind != .app {
                guard try await offerSignIn(to: profile, details) else {
                    throw AuthError.interactionRequired(details)
                }
                result = try await silently(request, profile)
            }
            return result
        } catch {
            throw ActingError(profile: profile.name, cause: error)
        }
    }

    private func silently(_ request: SilentRequest, _ profile: Profile) async throws -> AuthenticationResult {
        profile.kind == .app
            ? try await application(of: profile).acquireTokenSilently(request)
            : try await application(clientID: profile.clientID, authority: profile.authority)
                .acquireTokenSilently(request)
    }
}
