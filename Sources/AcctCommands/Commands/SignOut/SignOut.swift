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
            there to end its session, or with --browser. An app's stored credential is removed with its tokens. An account \
            of the device's broker is removed from the app there; the device stays signed in. Until a profile is \
            removed, acct remembers hashes of the items that its tenant owns, so that no other account writes them.

            With --revoke the server is asked first to end the account's sessions: for work accounts all of them, on \
            every device, which needs the permission User.RevokeSessions.All; for other issuers the refresh tokens \
            stored here, if they support that. Personal accounts have no such API. The tokens here are removed in any \
            case; the exit code is not 0 when the server has not ended the sessions.

            On a terminal the command asks before it signs out of all accounts, and before it removes an app's secret.

              acct sign-out work
              acct sign-out work contoso fabrikam
              acct sign-out alice@contoso.com --revoke
              acct sign-out --all
            """)

    @Argument(
        help: "Profiles, or usernames. Default: the profile that a command here would use.",
        completion: .profileNamesAndUsernames
    )
    var names: [String] = []

    @OptionGroup
    var named: ProfileAsOption

    @Flag(help: "Sign out of every account.")
    var all = false

    @Flag(help: "Also end the account's sessions on the server.")
    var revoke = false

    @Flag(help: "Also open the page that ends the browser's session; without a terminal, print its address.")
    var browser = false

    @Flag(name: .shortAndLong, help: "Do not ask first.")
    var yes = false

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    func validate() throws {
        try named.requireOnly(names.first)
        if all, named.orArgument(names.first) != nil { throw ValidationError("Give either --all or a name.") }
    }

    func run(_ services: Services) async throws {
        var outcomes: [Outcome] = []
        let targets = try all ? allAccounts(services) : namedAccounts(services)
        if !yes, services.prompter.canPrompt { try confirm(targets, services) }
        // With --revoke each account is removed as soon as its server has responded, which can take a while for many: an
        // interruption leaves no account whose sessions have ended and whose tokens are still here.
        var end: (any Error)?
        for group in revoke ? targets.map({ [$0] }) : [targets] where end == nil {
            // The accounts before it were signed out, and are reported.
            do { outcomes += try await signOut(group, services) } catch { end = error }
        }
        if let end, outcomes.isEmpty { throw end }
        if outcomes.isEmpty { services.output.note("No account is signed in.") }
        try print(outcomes.map(\.report), services)
        let pages = Dictionary(grouping: outcomes, by: \.page).sorted { $0.key?.url ?? "" < $1.key?.url ?? "" }
        for (page, outcomes) in pages { await page?.show(for: outcomes.map(\.report.accountName), services) }
        let failures = outcomes.flatMap(\.failures) + [end].compactMap { $0.map(Failure.init) }
        for failure in failures.dropLast() { services.output.report(failure, asJSON: false) }
        if let last = failures.last { throw last }
    }

    /// An account to be signed out, and the profiles that use it.
    struct Target {
        let account: AccountID
        let username: String
        let profiles: [Profile]
        /// The credential of an app, which its profiles share, or of the client of a person's profile; nil for none.
        let credential: StoredCredential.Kind?

        /// - Parameter username: the stored one; nil for that of the profiles.
        init(_ account: AccountID, username: String?, profiles: [Profile], in repository: ProfileRepository) throws {
            self.account = account
            self.username = username ?? profiles.first?.username ?? ""
            self.profiles = profiles
            credential = try profiles.first.flatMap { try repository.storedCredential(of: $0) }?.kind
        }
    }

    /// The report on an account that was signed out here, and the page that still has to be opened for it.
    private struct Outcome {
        let report: SignOutReport
        let page: SignOutPage?
        let failures: [Failure]
    }

    private func confirm(_ targets: [Target], _ services: Services) throws {
        let secrets = targets.filter { $0.credential == .secret }
        let shown = secrets.map {
            "the secret of \($0.profiles.map(\.name.text).joined(separator: ", ")), which acct cannot show again"
        }
        guard !secrets.isEmpty || (all && targets.count > 1) else { return }
        let accounts =
            all ? targets.map { "\($0.username) (\($0.profiles.map(\.name.text).joined(separator: ", ")))" } : []
        let lines = (accounts + shown).map { "  \($0.safeLine)\n" }
        let more = lines.count > Self.mostListed ? "  and \(lines.count - Self.mostListed) more\n" : ""
        services.output.prompt("This removes from this machine:\n" + lines.prefix(Self.mostListed).joined() + more)
        guard services.prompter.confirm(all ? "Sign out of all \(targets.count) accounts?" : "Sign out?") else {
            throw Failure.nothingRemoved
        }
    }

    /// About as many lines as fit on a screen.
    private static let mostListed = 15

    private func print(_ reports: [SignOutReport], _ services: Services) throws {
        guard json.json else {
            guard let summary = SignOutSummary(reports) else {
                return reports.forEach { services.output.note(lines: $0.lines) }
            }
            return services.output.note(lines: summary.lines)
        }
        if all || names.count > 1 { return try services.output.printJSON(reports) }
        for report in reports { try services.output.printJSON(report) }
    }

    private func allAccounts(_ services: Services) throws -> [Target] {
        let accounts = try services.tokenCache.accounts()
        let repository = try services.profiles
        let profiles = Dictionary(grouping: try repository.profiles(), by: \.account)
        return
            try accounts
            .map { try Target($0.id, username: $0.username, profiles: profiles[$0.id] ?? [], in: repository) }
            .sorted { ($0.username, $0.account.homeAccountID) < ($1.username, $1.account.homeAccountID) }
    }

    /// Each account once, though several of the names may be its.
    private func namedAccounts(_ services: Services) throws -> [Target] {
        let typed = names.isEmpty ? [named.name].compactMap(\.self) : names
        let accounts =
            try typed.isEmpty
            ? [services.selector.select(nil, for: .accountChange).profile.account]
            : typed.map { try account(named: $0, services) }
        let repository = try services.profiles
        var seen: Set<AccountID> = []
        return try accounts.filter { seen.insert($0).inserted }.map { account in
            try Target(
                account, username: services.tokenCache.account(account)?.username,
                profiles: repository.profiles(of: account), in: repository)
        }
    }

    private func account(named name: String, _ services: Services) throws -> AccountID {
        do {
            let profile = try services.profiles.profile(named: name)
            // -p says that it is a profile's name.
            let isUsername =
                try named.name == nil && profile.username.lowercased() != name.lowercased()
                && services.profiles.profiles(withUsername: name).contains {
                    $0.hasAccount && $0.account != profile.account
                }
            guard !isUsername else { throw Failure.nameIsUsername(profile) }
            return profile.account
        } catch let error as ProfileError {
            // A profile that was never signed in has a username, and no account.
            let named = try services.profiles.profiles(withUsername: name).filter(\.hasAccount)
            guard let first = named.first else { throw error }
            guard Set(named.map(\.account)).count == 1 else {
                throw Failure.ambiguousUsername(name, profiles: named.map(\.name))
            }
            return first.account
        }
    }

    /// The server is asked first, while there are tokens to authenticate with. Whatever its response, the tokens here are
    /// removed: that is the purpose of the command.
    private func signOut(_ group: [Target], _ services: Services) async throws -> [Outcome] {
        var requests: [ServerOutcome] = []
        for target in group {
            var request = await askServer(of: target, services)
            request.failures += await removeFromBroker(target, services)
            requests.append(request)
        }
        let removed = try services.profiles.removeTokens(of: group.map(\.account))
        // Other programs may have tokens of the account there.
        for profile in group.flatMap(\.profiles) {
            let folder = try services.toolFolder(of: profile.name)
            do { try folder.remove() } catch { services.output.note(folder.remark(that: "cannot be removed")) }
        }
        return zip(group, requests).map { target, request in
            let report = SignOutReport(
                target.account, username: target.username, profiles: target.profiles,
                removed: removed[target.account] ?? RemovedTokens(accessTokens: 0, refreshTokens: 0, idTokens: 0),
                credential: target.credential, revoked: request.revoked, showsPage: request.page != nil)
            return Outcome(report: report, page: request.page, failures: request.failures)
        }
    }
}
