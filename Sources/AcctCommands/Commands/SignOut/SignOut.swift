import AccountProfiles
import AccountStore
import ArgumentParser
import AuthCore

/// `acct sign-out`: remove every token of an account, and no token of another.
struct SignOut: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-out",
        abstract: "Remove an account's tokens from this machine.",
        discussion: """
            Removes every token of the account, for every profile that uses it; other accounts are not touched. The \
            profiles stay, so that acct sign-in can sign in to them again. The browser stays signed in too: sign out \
            there to end its session, or with --browser. An app's stored credential is removed with its tokens.

            With --revoke the server is asked first to end the account's sessions: for work accounts all of them, on \
            every device, which needs the permission User.RevokeSessions.All; for other issuers the refresh tokens \
            stored here, if they support that. Personal accounts have no such API. The tokens here are removed in any \
            case; the exit code is not 0 when the server has not ended the sessions.

              acct sign-out work
              acct sign-out alice@contoso.com --revoke
              acct sign-out --all
            """)

    @Argument(
        help: "A profile, or a username. Default: the profile that a command here would use.", completion: .profileNames
    )
    var name: String?

    @Flag(help: "Sign out of every account.")
    var all = false

    @Flag(help: "Also end the account's sessions on the server.")
    var revoke = false

    @Flag(help: "Also open the page that ends the browser's session; without a terminal, print its address.")
    var browser = false

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    func validate() throws {
        if all, name != nil { throw ValidationError("Give either --all or a name.") }
    }

    func run(_ services: Services) async throws {
        let profiles = try services.profiles.profiles()
        var endings: [Ending] = []
        for account in try accounts(among: profiles, services) {
            endings.append(try await signOut(account, among: profiles, services))
        }
        if endings.isEmpty { services.output.note("No account is signed in.") }
        try print(endings.map(\.report), services)
        for page in Set(endings.compactMap(\.page)).sorted(by: { $0.url < $1.url }) { await page.show(services) }
        let failures = endings.flatMap(\.failures)
        for failure in failures.dropLast() { services.output.report(failure, asJSON: false) }
        if let last = failures.last { throw last }
    }

    /// The report on an account that was signed out here, and the page that still has to be opened for it.
    private struct Ending {
        let report: SignOutReport
        let page: SignOutPage?
        let failures: [Failure]
    }

    private func print(_ reports: [SignOutReport], _ services: Services) throws {
        guard json.json else { return reports.forEach { services.output.note(lines: $0.lines) } }
        if all { return try services.output.print(reports, asJSON: true) }
        for report in reports { try services.output.print(report, asJSON: true) }
    }

    private func accounts(among profiles: [Profile], _ services: Services) throws -> [AccountID] {
        all ? try services.tokenCache.accounts().map(\.id) : [try account(among: profiles, services)]
    }

    private func account(among profiles: [Profile], _ services: Services) throws -> AccountID {
        guard let name else { return try services.selector.select(nil).profile.account }
        do {
            return try services.profiles.profile(named: name).account
        } catch let error as ProfileError {
            let named = profiles.filter { $0.username.lowercased() == name.lowercased() }
            guard let first = named.first else { throw error }
            guard Set(named.map(\.account)).count == 1 else {
                throw Failure.ambiguousUsername(name, profiles: named.map(\.name))
            }
            return first.account
        }
    }

    /// The server is asked first, while there are tokens to authenticate with. Whatever its response, the tokens here are
    /// removed: that is the purpose of the command.
    private func signOut(
        _ account: AccountID, among profiles: [Profile], _ services: Services
    ) async throws -> Ending {
        let using = profiles.filter { $0.account == account }
        let username = try services.tokenCache.account(account)?.username ?? using.first?.username ?? ""
        var (page, revoked): (SignOutPage?, RevokedSessions?)
        var failures: [Failure] = []
        if browser {
            do { page = try await SignOutPage(of: account, usedBy: using, services.clients) } catch {
                failures.append(Failure(error))
            }
        }
        if revoke {
            do { revoked = try await SessionRevocation(of: account, usedBy: using, services).revoke() } catch {
                failures.append(Self.notRevoked(error, username: username))
            }
        }
        let report = SignOutReport(
            account, username: username, profiles: using, removed: try services.tokenCache.remove(account),
            revoked: revoked, showsPage: page != nil)
        return Ending(report: report, page: page, failures: failures)
    }

    private static func notRevoked(_ error: any Error, username: String) -> Failure {
        var failure = Failure(error)
        // The usual sentence says that nothing was lost. Here the tokens are removed in any case.
        if case .serverUnavailable(let url, let status, _) = (error as? ActingError)?.cause as? AuthError
            ?? error as? AuthError
        {
            failure.message = Failure.serverUnavailable(url, status: status)
        }
        failure.message = "The sessions of \(username) on the server were not ended: \(failure.message)"
        return failure
    }
}
