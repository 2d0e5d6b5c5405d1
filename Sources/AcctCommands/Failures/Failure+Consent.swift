import AccountProfiles
import AuthCore

extension Failure {
    /// A permission that nobody has agreed to yet; the next command asks for it.
    ///
    /// Nil for errors that are about something else.
    init?(consentMissingIn error: AuthError, of profile: ProfileName) {
        switch error {
        case .scopesDeclined(let scopes):
            self.init(
                .signInRequired, "The server did not grant \(scopes.spaceSeparated). To ask for it:",
                command: Failure.consentLine(for: scopes, of: profile))
        case .noScopeForAccessToken(let clientID):
            self.init(
                .signInRequired, "\(Failure.noScopeForAccessToken) Ask for one:",
                command: Failure.consentLine(for: [clientID], of: profile))
        case .interactionRequired(let details):
            guard case .server(let error) = details.reason, error.isConsentMissing else { return nil }
            self.init(
                .signInRequired,
                error.needsAdministrator
                    ? "An administrator has to agree to \(details.scopes.spaceSeparated) first (\(error.phrase))."
                    : "Nobody has agreed to \(details.scopes.spaceSeparated) yet (\(error.phrase)).",
                command: Failure.consentLine(for: details.scopes, of: profile)
                    + (error.needsAdministrator ? " --admin" : ""))
        default: return nil
        }
    }

    /// A sign-in that ended because only an administrator can agree.
    ///
    /// - Parameter command: what an administrator types.
    init?(administratorNeededIn error: AuthError, command: String) {
        switch error {
        case .refused(let error) where error.needsAdministrator, .declined(let error) where error.needsAdministrator:
            self.init(
                .failed,
                "An administrator has to agree to these permissions first (\(error.phrase)). Nothing was stored. "
                    + "An administrator can open the page that this prints with --print:", command: command)
        default: return nil
        }
    }

    static let noScopeForAccessToken =
        "The server gives access tokens for named scopes only, of which the application's own id is one."

    /// What to type to ask for these scopes.
    static func consentLine(for scopes: Scopes, of profile: ProfileName) -> String {
        (["acct consent \(profile.text.asShellWord)"] + scopes.names.map { "--scope \($0.asShellWord)" }).joined(
            separator: " ")
    }
}

extension OAuthError {
    fileprivate var phrase: String { summary ?? code }
}
