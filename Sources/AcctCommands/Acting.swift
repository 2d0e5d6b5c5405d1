import AccountProfiles
import AuthCore
import Foundation

/// Acting as a profile: choosing it, and getting tokens for it.
extension Context {
    /// - Parameter flag: what `--profile` names.
    func select(_ flag: String?) throws -> Selection {
        let repository = try profiles()
        return try Ladder(
            profiles: repository.profiles(), flag: flag, environment: environment["ACCT_PROFILE"],
            current: repository.current()
        ).select()
    }

    /// A token for the profile, without asking anybody.
    ///
    /// - Throws: `ActingError`, which names the profile.
    func token(
        for profile: Profile, scopes: Scopes? = nil, forceRefresh: Bool = false, claims: String? = nil,
        minimumValidity: Duration? = nil
    ) async throws -> AuthenticationResult {
        do {
            let request = SilentRequest(
                account: profile.account, tenantID: profile.tenantID, scopes: scopes ?? profile.scopes,
                forceRefresh: forceRefresh, claims: claims, minimumValidity: minimumValidity)
            let result =
                profile.kind == .app
                ? try await application(of: profile).acquireTokenSilently(request)
                : try await application(clientID: profile.clientID, authority: profile.authority)
                    .acquireTokenSilently(request)
            try profiles().noteUse(of: profile.name, at: Date())
            return result
        } catch {
            throw ActingError(profile: profile.name, cause: error)
        }
    }
}
