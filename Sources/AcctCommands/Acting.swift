import AccountProfiles
import AuthCore
import Foundation

/// Acting as a profile: choosing it, and getting tokens for it.
extension Context {
    /// - Parameter flag: what `--profile` names.
    func select(_ flag: String?) throws -> Selection {
        let repository = try profiles()
        // Whoever is named acts: then nothing else is looked at, and no file is mentioned that does not matter.
        let isNamed = flag != nil || environment["ACCT_PROFILE"]?.isEmpty == false
        let situation = Situation(
            flag: flag, environment: environment["ACCT_PROFILE"], binding: isNamed ? nil : try binding(),
            rules: isNamed ? [] : try rules(), current: try repository.current())
        return try Ladder(profiles: repository.profiles(), situation: situation).select()
    }

    /// A token for the profile. Only a person at the terminal is asked, and only when nothing else can help.
    ///
    /// - Throws: `ActingError`, which names the profile.
    func token(
        for profile: Profile, scopes: Scopes? = nil, forceRefresh: Bool = false, claims: String? = nil,
        minimumValidity: Duration? = nil
    ) async throws -> AuthenticationResult {
        let request = SilentRequest(
            account: profile.account, tenantID: profile.tenantID, scopes: scopes ?? profile.scopes,
            forceRefresh: forceRefresh, claims: claims, minimumValidity: minimumValidity)
        do {
            let result: AuthenticationResult
            do {
                result = try await silently(request, profile)
            } catch AuthError.interactionRequired(let details) where mayAsk && profile.kind != .app {
                guard try await offerSignIn(to: profile, details) else {
                    throw AuthError.interactionRequired(details)
                }
                result = try await silently(request, profile)
            }
            try profiles().noteUse(of: profile.name, at: Date())
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
