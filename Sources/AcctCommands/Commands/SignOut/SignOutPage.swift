import AccountProfiles
import AuthCore
import HTTPTransport

/// The page on which a person ends the session of the browser (OpenID Connect RP-Initiated Logout).
struct SignOutPage: Hashable {
    let url: String
    /// The command of the profile's browser; nil for that of the desktop.
    private let browser: String?

    /// The page must be looked up before the account's tokens are removed: the ID token names the account to the server.
    init(
        of account: AccountID, username: String, usedBy profiles: [Profile], _ clients: OAuthClients
    ) async throws {
        let home = profiles.first { $0.tenantID == account.homeTenantID }
        guard let profile = home ?? profiles.first else {
            throw Failure.noSignOutPage(of: username)
        }
        let client = try clients.tenantClient(of: profile)
        do {
            guard let url = try await client.signOutURL(for: account, tenantID: profile.tenantID) else {
                throw Failure.noSignOutPage(of: username, at: "\(client.authority.url)")
            }
            (self.url, browser) = (url, profile.browser)
        } catch let error as AuthError {
            var failure = Failure(error, retryCommand: .signIn(to: profile.name))
            failure.message = "The sign-out page of \(username) is not known. \(failure.message)"
            throw failure
        }
    }

    /// Opens the page in the browser; without a terminal, prints its address on stderr.
    ///
    /// - Parameter usernames: of the accounts whose page this is.
    func show(for usernames: [String], _ services: Services) async {
        let username = usernames.joined(separator: ", ")
        if services.prompter.canPrompt, let browser = try? Browser(command: browser, environment: services.environment)
        {
            services.output.note("Opening the sign-out page of \(username) in the browser. Finish there.")
            if (try? await browser.show(url)) != nil { return }
        }
        services.output.prompt("To end the browser's session of \(username), open this page in it:\n\(url)\n")
    }
}
