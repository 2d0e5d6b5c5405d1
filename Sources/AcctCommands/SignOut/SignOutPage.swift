import AccountProfiles
import AuthCore
import HTTPTransport

/// The page on which a person ends their session in the browser.
extension Services {
    /// Has to be asked for before the account's tokens are gone: one of them says who it is.
    func signOutPage(for account: AccountID, usedBy profiles: [Profile]) async throws -> String {
        let home = profiles.first { $0.tenantID == account.homeTenantID }
        guard let profile = home ?? profiles.first else {
            throw Failure(.failed, "No profile uses the account, so its sign-out page is not known.")
        }
        let authority = try profile.authority.with(tenant: profile.tenantID)
        let application = try application(clientID: profile.clientID, authority: authority)
        do {
            guard let page = try await application.signOutURL(for: account, tenantID: profile.tenantID) else {
                throw Failure(.failed, "\(authority.url) names no sign-out page. Sign out in the browser itself.")
            }
            return page
        } catch let error as AuthError {
            var failure = Failure(error, signInCommand: "acct sign-in \(profile.name)")
            failure.message = "The sign-out page is not known. \(failure.message)"
            throw failure
        }
    }

    /// Opens it if somebody is there to see it, and else says where it is.
    func show(signOutPage page: String) async {
        if canPrompt, let browser = try? Browser(command: nil, environment: environment) {
            output.note("Opening the sign-out page in the browser. Finish there.")
            if (try? await browser.open(page)) != nil { return }
        }
        output.prompt("To end the browser's session, open this page in it:\n\(page)\n")
    }
}
