import AccountProfiles
import ArgumentParser
import AuthCore

/// `acct sign-out`: remove every token of an account, and of no other.
struct SignOut: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-out",
        abstract: "Remove an account's tokens from this machine.",
        discussion: """
            Every token of the account goes, for every profile that uses it; other accounts are not touched. The \
            profiles stay, so that acct sign-in can bring them back. The browser's own session stays too: sign out \
            there to end it, or with --browser. With an app's tokens goes the secret that was kept for it.

            With --revoke the server is asked first to end the account's sessions: for work accounts all of them, on \
            every device, which needs the permission User.RevokeSessions.All; for other issuers the sign-in that is \
            kept here, where they offer it. Personal accounts have no such API. Whatever the server says, the tokens \
            here are removed; when it has not ended the sessions, the exit code is not 0.

              acct sign-out work
              acct sign-out alice@contoso.com --revoke
              acct sign-out --all
            """)

    @Argument(
        help: "A profile, or a username. Else the profile that a command here would use.", completion: .profileNames)
    var name: String?

    @Flag(help: "Sign out of every account.")
    var all = false

    @Flag(help: "Also end the account's sessions on the server.")
    var revoke = false

    @Flag(help: "Also open the page that ends the browser's session; without a terminal, say where it is.")
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
            endings.append(try await signOut(account, profiles, services))
        }
        if endings.isEmpty { services.output.note("Nobody is signed in.") }
        try tell(endings.map(\.report), services)
        for page in Set(endings.compactMap(\.page)).sorted(by: { $0.url < $1.url }) { await page.show(services) }
        let failures = endings.flatMap(\.failures)
        for failure in failures.dropLast() { services.output.report(failure, asJSON: false) }
        if let last = failures.last { throw last }
    }

    /// One account that was signed out here, and what the server or the browser has to do with it.
    private struct Ending {
        let report: SignOutReport
        let page: SignOutPage?
        let failures: [Failure]
    }

    private func tell(_ reports: [SignOutReport], _ services: Services) throws {
        guard json.json else { return reports.forEach { services.output.note($0.text) } }
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
                let names = named.map(\.name.text).joined(separator: ", ")
                throw Failure(
                    .ambiguous, "Several accounts have the username \(name). Name the profile instead: \(names).",
                    command: "acct sign-out \(first.name)")
            }
            return first.account
        }
    }

    /// The server is asked while there are tokens to ask with. What it answers never keeps them here: that they are
    /// gone is what was asked for first.
    private func signOut(_ account: AccountID, _ profiles: [Profile], _ services: Services) async throws -> Ending {
        let using = profiles.filter { $0.account == account }
        let username = try services.tokenCache.account(account)?.username ?? using.first?.username ?? ""
        var (page, ended): (SignOutPage?, RevokedSessions?)
        var failures: [Failure] = []
        if browser {
            do { page = try await SignOutPage(of: account, usedBy: using, services.clients) } catch {
                failures.append(Failure(error))
            }
        }
        if revoke {
            do { ended = try await SessionRevocation(of: account, usedBy: using, services).revoke() } catch {
                failures.append(SignOut.notEnded(error, username))
            }
        }
        let report = SignOutReport(
            account, username: username, profiles: using, removed: try services.tokenCache.remove(account),
            ended: ended, showsPage: page != nil)
        return Ending(report: report, page: page, failures: failures)
    }

    private static func notEnded(_ error: any Error, _ username: String) -> Failure {
        var failure = Failure(error)
        // Elsewhere trouble loses nothing; here the tokens are gone in any case.
        if case .serverUnavailable(let url, let status, _) = (error as? ActingError)?.cause as? AuthError
            ?? error as? AuthError
        {
            failure.message = Failure.serverUnavailable(url, status: status)
        }
        failure.message = "The sessions of \(username) on the server were not ended: \(failure.message)"
        return failure
    }
}
