import AccountProfiles
import ArgumentParser
import AuthCore

/// `acct consent`: ask for more permissions, for one profile.
struct Consent: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "consent",
        abstract: "Ask for more permissions, for one profile only.",
        discussion: """
            Signs in to the profile again and asks for these permissions beside those it has. Only the profile's own \
            account may sign in. What is granted, the profile asks for from then on; what is declined is named, and \
            the exit code is 2.

            Some permissions only an administrator can grant. With --admin an administrator does it for everybody in \
            the profile's tenant: the page opens in the browser, or --print prints its address, to send to one. The \
            administrator needs no account here.

              acct consent work --scope Mail.Read --scope Calendars.Read
              acct consent work --scope User.Read.All --admin
            """)

    @Argument(help: "The profile.", completion: .profileNames)
    var name: String

    @Option(help: "A permission to ask for; repeat it for more. With --admin, else the profile's own.")
    var scope: [String] = []

    @Flag(help: "Let an administrator consent for everybody in the tenant.")
    var admin = false

    @Flag(help: "Print the address of the administrator's page, and open nothing.")
    var print = false

    @OptionGroup(title: "How to sign in")
    var signIn: SignInOptions

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    func validate() throws {
        if scopes.isEmpty, !admin { throw ValidationError("Name at least one permission with --scope.") }
        if print, !admin { throw ValidationError("--print goes with --admin.") }
        if admin, signIn.domainHint != nil {
            throw ValidationError("--admin goes to a page that takes no hint: leave --domain-hint out.")
        }
        if admin, signIn.deviceCode || signIn.paste {
            throw ValidationError("--admin opens a page on this machine. To open it on another, use --print.")
        }
    }

    func run(_ services: Services) async throws {
        let profile = try services.profiles.profile(named: name)
        try profile.requireReadOnly(scopes)
        try admin ? await askAdministrator(profile, services) : await ask(profile, services)
    }

    var scopes: Scopes { Scopes(typed: scope) }

    /// What to type to ask once more.
    func again(_ profile: Profile) -> String {
        Failure.consentLine(for: scopes, of: profile.name)
    }

    private func ask(_ profile: Profile, _ services: Services) async throws {
        // The new ones first: a token is for one resource, that of the first, and tells what came of them.
        let request = SignInRequest(
            scopes: scopes.union(profile.scopes), loginHint: profile.username, expectedAccount: profile.account)
        let application = try services.clients.tenantClient(of: profile)
        let grant = try await services.interactiveSignIn.signIn(
            request, with: application, signIn.remembering(profile), again: again(profile),
            adminConsent: "\(again(profile)) --admin")
        let declined = Scopes(scopes.names.filter(grant.declinedScopes.contains))
        var profile = profile
        profile.scopes = profile.scopes.union(Scopes(scopes.names.filter { !declined.contains($0) }))
        try services.profiles.update(profile, with: grant)
        guard declined.isEmpty else {
            throw Failure(
                .cancelled,
                "Not granted: \(declined.spaceSeparated). Profile \(profile.name) stays signed in with the rest.",
                command: again(profile), profile: profile.name.text)
        }
        services.output.note("Profile \(profile.name) now has \(scopes.spaceSeparated).")
        guard json.json else { return }
        let isCurrent = try services.profiles.current() == profile.name
        try services.output.print(ProfileRow(profile, isCurrent: isCurrent, status: .signedIn(grant)), asJSON: true)
    }
}
