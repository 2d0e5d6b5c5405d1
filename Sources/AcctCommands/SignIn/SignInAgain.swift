import AccountProfiles
import AccountStore
import ArgumentParser
import AuthCore
import Foundation

extension Services {
    /// Signs a person in to a profile that is there, and keeps the tokens and the scopes with it.
    ///
    /// Nobody but the profile's own account is let in.
    ///
    /// - Parameter claims: what the server demanded when it refused the last token.
    func signInAgain(
        _ profile: Profile, _ options: SignInOptions, claims: String? = nil
    ) async throws -> (profile: Profile, grant: TokenGrant) {
        let application = try application(
            clientID: profile.clientID, authority: try profile.authority.with(tenant: profile.tenantID))
        let demanded =
            try claims ?? tokenCache().pendingClaims(account: profile.account, clientID: profile.clientID)
        let request = SignInRequest(
            scopes: profile.scopes, loginHint: profile.username, expectedAccount: profile.account, claims: demanded)
        let grant = try await signIn(
            request, with: application, options.remembering(profile),
            again: "acct sign-in \(profile.name.text.asShellWord)",
            adminConsent: Failure.consentLine(for: profile.scopes, of: profile.name) + " --admin")
        var profile = profile
        profile.redirectPort = options.redirectPort ?? profile.redirectPort
        if let seen = grant.tenantProfile {
            (profile.username, profile.displayName) = (seen.username, seen.displayName)
        }
        try profiles().update(profile, with: grant)
        output.note("Signed in as \(profile.username). Profile \(profile.name) is ready.")
        return (profile, grant)
    }

    /// Offers a person who is there to sign in now.
    ///
    /// - Returns: whether they did; false leaves it to them to choose the moment.
    func offerSignIn(to profile: Profile, _ details: InteractionRequired) async throws -> Bool {
        guard canPrompt else { return false }
        output.prompt("\(Failure(AuthError.interactionRequired(details)).message)\n")
        output.prompt("Sign in to \(profile.name) (\(profile.username)) now? [Y/n] ")
        guard let answer = readLine()?.lowercased(), ["", "y", "yes"].contains(answer) else { return false }
        _ = try await signInAgain(profile, try SignInOptions.parse([]), claims: details.claims)
        return true
    }
}
