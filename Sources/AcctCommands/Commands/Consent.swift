import AccountProfiles
import AccountStore
import ArgumentParser
import AuthCore
import HTTPTransport

/// `acct consent`: request more permissions for one profile, from its user or from an administrator.
struct Consent: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "consent",
        abstract: "Request more permissions, for one profile only.",
        discussion: """
            Signs in to the profile again and requests these permissions in addition to those it has. Only the \
            profile's own account may sign in. The profile requests the granted permissions from then on; those of \
            another resource, such as Azure Key Vault, only acct token --scope requests. Declined permissions are \
            listed, and the exit code is 2.

            Some permissions can be granted only by an administrator. With --admin an administrator grants them for \
            all users of the profile's tenant: the page opens in the browser, or --print prints its address, to be \
            sent to an administrator, who needs no account on this machine.

            In a tenant where only administrators can consent, no profile can be added before one has. --tenant prints \
            the page without a profile: send it, and run acct add once the administrator has agreed.

              acct consent work --scope Mail.Read --scope Calendars.Read
              acct consent work --scope User.Read.All --admin
              acct consent --admin --print --tenant contoso.com
            """)

    @Argument(help: "The profile. Default: the one that acts here.", completion: .profileNames)
    var name: String?

    @OptionGroup
    var named: ProfileAsOption

    @Option(
        help: "A permission to request; repeat it for more. Default with --admin: the profile's own.",
        completion: .scopes)
    var scope: [String] = []

    @Flag(help: "Let an administrator consent for all users of the tenant.")
    var admin = false

    @Flag(help: "Print the address of the administrator's page instead of opening it.")
    var print = false

    @OptionGroup(title: "Where to consent without a profile")
    var target: TenantOptions

    @OptionGroup(title: "How to sign in")
    var signIn: SignInOptions

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    func validate() throws {
        try named.requireOnly(name)
        if scopes.isEmpty, !admin { throw ValidationError("Name at least one permission with --scope.") }
        if print, !admin { throw ValidationError("--print needs --admin.") }
        if target.isGiven {
            guard admin, print else { throw ValidationError("Without a profile, give --admin --print.") }
            guard named.orArgument(name) == nil else {
                throw ValidationError("A profile has a tenant: remove --tenant, --cloud, --authority and --client-id.")
            }
        }
        if admin, signIn.domainHint != nil || signIn.prompt != nil {
            throw ValidationError(
                "The page of --admin takes neither hint nor prompt: remove --domain-hint and --prompt.")
        }
        if admin, signIn.deviceCode || signIn.paste || signIn.broker {
            throw ValidationError("--admin opens a page on this machine. To open it on another, use --print.")
        }
    }

    func run(_ services: Services) async throws {
        if target.isGiven { return try printPage(services) }
        let profile =
            try named.orArgument(name).map(services.typedNames.profile)
            ?? services.selector.select(nil, for: action).profile
        try profile.refuseWritingScopes(scopes)
        services.output.noteMisspelled(scopes, graph: profile.graphResource)
        if !admin {
            guard profile.kind != .app else {
                throw Failure.consentOfApp(profile.name, adminConsentCommand: adminConsentCommand(profile))
            }
            guard profile.hasAccount else {
                throw Failure.neverSignedIn(
                    profile.name, command: .signIn(to: profile.name, adding: scopes).adding(signIn.words))
            }
        }
        try admin ? await askAdministrator(profile, services) : await ask(profile, services)
    }

    private var scopes: Scopes { Scopes(typed: scope) }

    /// A change of the account, with the hints of the resource that the permissions are for.
    private var action: Action {
        var action = Action.accountChange
        action.hints = Action(tokenFor: scopes.names.first { $0.contains("://") }).hints
        return action
    }

    /// The command that asks an administrator for the same.
    private func adminConsentCommand(_ profile: Profile) -> SuggestedCommand {
        .consent(to: scopes, of: profile.name).adding("--admin")
    }

    private func ask(_ profile: Profile, _ services: Services) async throws {
        try scopes.requireOneResource(at: profile.authority, graph: profile.graphResource) { scopes, _ in
            .consent(to: scopes, of: profile.name).adding(signIn.words)
        }
        let (stored, grant, isOfProfile) = try await services.authenticator.requestConsent(
            to: scopes, for: profile, options: signIn)
        if isOfProfile {
            services.output.note("Profile \(profile.name) now has \(scopes.spaceSeparated).")
        } else {
            services.output.note(
                "\(profile.name) has consented to \(scopes.spaceSeparated). For a token, run:",
                command: .token(of: profile.name, for: scopes))
        }
        guard json.json else { return }
        try services.output.printJSON(ProfileRow.signedIn(stored, with: grant, in: services))
    }
}

/// `acct consent --admin`: an administrator consents for all users of the tenant. The store does not change.
extension Consent {
    /// Prints the page for the administrator of a tenant that has no profile here; without `--scope` for the permission
    /// that a new profile requests.
    private func printPage(_ services: Services) throws {
        let authority = try target.namedAuthority()
        let clientID = try ClientID.resolve(
            target.clientID, for: authority.kind, retryCommand: "acct consent --admin --print", services)
        let application = try services.clients.publicClient(clientID.text, at: authority)
        let page = try application.adminConsentURL(
            scopes.isEmpty ? Scopes(["User.Read"]) : scopes, redirectURI: signIn.redirectURI ?? .localhost)
        try output(page, services)
    }

    private func output(_ page: String, _ services: Services) throws {
        services.output.note(
            "Send this page to an administrator. It ends on an address that cannot be opened, which is expected.")
        try services.output.print(Page(url: page), asJSON: json.json)
    }

    private func askAdministrator(_ profile: Profile, _ services: Services) async throws {
        let application = try services.clients.tenantClient(of: profile)
        let wanted = (scopes.isEmpty ? profile.scopes : scopes).withoutOpenID
        guard !wanted.isEmpty else {
            throw Failure.noPermissions(of: profile.name)
        }
        do {
            let redirectURI = signIn.withDefaults(of: profile).redirectURI ?? .localhost
            guard !print, services.allowsInput, redirectURI.isLoopback, let browser = try browser(of: profile, services)
            else {
                return try output(application.adminConsentURL(wanted, redirectURI: redirectURI), services)
            }
            services.output.note("Opening the browser. Let an administrator sign in there, or press Ctrl-C to cancel.")
            let consent = try await application.requestAdminConsent(
                wanted, redirectURI: redirectURI,
                timeout: signIn.timeout?.duration ?? SignInRequest.browserTimeout
            ) { url throws(AuthError) in
                if services.terminal.errorIsTerminal, signIn.withDefaults(of: profile).browser == nil {
                    services.output.note(lines: ["If no page opens, open this address:", url])
                }
                try await browser.open(url)
            }
            try report(consent, wanted: wanted, profile: profile, services: services)
        } catch let error as AuthError {
            throw Failure(
                adminConsentRefused: error, retryCommand: adminConsentCommand(profile).adding(signIn.words),
                pageCommand: adminConsentCommand(profile).adding("--print"))
        }
    }

    /// Nil where no browser is installed.
    ///
    /// - Throws: `AuthError.browserUnavailable` for the browser that `--browser` or the profile names.
    private func browser(of profile: Profile, _ services: Services) throws(AuthError) -> Browser? {
        let command = signIn.withDefaults(of: profile).browser
        do {
            return try Browser(command: command, environment: services.environment)
        } catch {
            guard command == nil else { throw error }
            return nil
        }
    }

    private func report(_ consent: AdminConsent, wanted: Scopes, profile: Profile, services: Services) throws {
        guard consent.tenantID == profile.tenantID else {
            throw Failure.adminConsentInOtherTenant(consent.tenantID, for: profile)
        }
        services.output.note(
            "An administrator consented to \(wanted.spaceSeparated) for all users of tenant \(consent.tenantID).")
        let missing = wanted.missing(from: profile.scopes)
        if !missing.isEmpty {
            services.output.note(
                "To request them for this profile, run:", command: .consent(to: missing, of: profile.name))
        }
        if json.json { try services.output.printJSON(Granted(consent)) }
    }

    private struct Page: CommandOutput {
        let url: String
        func text(for terminal: Terminal) -> String { url }
    }

    private struct Granted: Encodable {
        let tenantId: String
        let scopes: [String]

        init(_ consent: AdminConsent) {
            (tenantId, scopes) = (consent.tenantID, consent.scopes.names)
        }
    }
}

/// The options for a tenant without a profile.
struct TenantOptions: ParsableArguments {
    @Option(help: "The tenant: a domain or GUID. Default: that of the administrator.", completion: .tenants)
    var tenant: String?

    @Option(help: "The national cloud.")
    var cloud: Cloud?

    @Option(
        help: ArgumentHelp(
            "An Entra-shaped authority elsewhere, such as https://login.example.com/TENANT.", valueName: "url"))
    var authority: String?

    @Option(
        help: ArgumentHelp(
            "The application (client) id of your app registration. Default: $ACCT_CLIENT_ID, else the stored id (acct client-id).",
            valueName: "id"))
    var clientID: String?

    var isGiven: Bool { tenant != nil || cloud != nil || authority != nil || clientID != nil }

    func validate() throws {
        if authority != nil, cloud != nil { throw ValidationError("Give only one of --cloud and --authority.") }
    }

    /// Personal accounts have no administrator, so `common` is not the default.
    func namedAuthority() throws -> Authority {
        try Authority(typed: authority, cloud: cloud, tenant: tenant, defaultTenant: "organizations")
    }
}
