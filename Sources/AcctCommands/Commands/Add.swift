import AccountProfiles
import AccountStore
import ArgumentParser
import AuthCore
import HTTPTransport

/// `acct add`: sign in and create a profile.
struct Add: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Sign in and create a profile.",
        discussion: """
            Opens the browser; --device-code signs in on another device instead. The first profile becomes the \
            current one. The default name is made from the username.

              acct add work --tenant contoso.com
              acct add home --tenant consumers --device-code
              acct add fabrikam --tenant fabrikam.com --account work
              acct add --all-tenants --account work
              acct add gov --cloud usgov --client-id 00000000-0000-0000-0000-000000000000
              acct add report --tenant contoso.com --client-id 11111111-1111-1111-1111-111111111111 \\
                  --client-secret-stdin < secret.txt

            The last example signs in as the app itself, without a user. So do --certificate, --federated-token-file \
            and, on a machine in Azure, --managed-identity.

            The sign-in ends at a redirect URI, which the app registration has to list. Microsoft Entra ignores the \
            port of a loopback address: register http://localhost, as a mobile and desktop application. Many other \
            servers compare the whole URI. Register a fixed port and the path that they want, and name the same \
            with --redirect-uri, which acct remembers with the profile. An address on another host, such as \
            https://login.microsoftonline.com/common/oauth2/nativeclient, works with --paste:

              acct add shop --issuer https://login.example.com --client-id acct --scope openid \\
                  --redirect-uri http://127.0.0.1:8400/callback

            acct-issuers(7) says what to register at each server, and what to type.

            An account can have a browser profile of its own, so that its pages never open as another account. acct \
            remembers the command of --browser with the profile, and uses it for later sign-ins and acct open:

              acct add contoso --tenant contoso.com --browser 'firefox -P contoso'
              acct add home --browser 'chromium --profile-directory="Profile 2"'
            """)

    @Argument(help: "The profile's name.")
    var name: String?

    @OptionGroup(title: "Where to sign in")
    var target: AuthorityOptions

    @Option(
        help: ArgumentHelp(
            "The application (client) id of your app registration. Default: $ACCT_CLIENT_ID, else the stored id (acct client-id).",
            valueName: "id"))
    var clientID: String?

    @Option(
        help: ArgumentHelp(
            "Add another tenant for this profile's account, without a new sign-in where the server allows that.",
            valueName: "profile"),
        completion: .profileNames)
    var account: String?

    @Flag(
        help:
            "Add a profile for every tenant that the account can enter. With --account, without a new sign-in where possible."
    )
    var allTenants = false

    @Option(
        help:
            "The account to sign in with, filled in on the sign-in page. Another one is added only if you confirm it.",
        completion: .usernames)
    var username: String?

    @Option(
        help: "A permission to request; repeat it for more. Default: User.Read where the authority has a Graph.",
        completion: .scopes)
    var scope: [String] = []

    @Flag(help: "Make the profile read-only: writes are refused.")
    var readOnly = false

    @Flag(help: "Make the new profile the current one.")
    var use = false

    @OptionGroup(title: "How to sign in")
    var signIn: SignInOptions

    @OptionGroup(title: "How an app signs in")
    var application: ApplicationOptions

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    func validate() throws {
        if application.replacesUser, account != nil || username != nil || signIn.isGiven {
            throw ValidationError(
                "An app signs in without a user: remove --account, --username, --device-code, --paste, --browser, "
                    + "--domain-hint, --prompt and --redirect-uri.")
        }
        if application.managedIdentity, target.tlsCertificate != nil {
            throw ValidationError("A managed identity takes no certificate: remove --tls-certificate.")
        }
        if application.asUser, target.issuer == nil {
            throw ValidationError("--as-user needs --issuer: elsewhere people sign in without a credential of the app.")
        }
        if readOnly, !application.replacesUser, let scope = namedScopes.beyondReading.names.first {
            throw ValidationError("A read-only profile can request only scopes that read; \(scope) may allow changes.")
        }
        if allTenants, application.isGiven || target.issuer != nil {
            throw ValidationError(
                "--all-tenants needs a user of Microsoft Entra: remove the options of an app or issuer.")
        }
        guard account != nil else { return }
        if allTenants, name != nil || target.tenant != nil {
            throw ValidationError("--all-tenants names the profiles after their tenants: remove the name and --tenant.")
        }
        if allTenants, clientID != nil || username != nil || !scope.isEmpty || readOnly || use {
            throw ValidationError(
                "With --all-tenants and --account the new profiles have that profile's settings: remove --client-id, "
                    + "--username, --scope, --read-only and --use.")
        }
        if !allTenants, target.tenant == nil {
            throw ValidationError("--account needs --tenant: the other tenant to sign in to.")
        }
        if target.namesAuthority {
            throw ValidationError("--account brings its own authority: give only --tenant with it.")
        }
    }

    func run(_ services: Services) async throws {
        do { try await add(services) } catch let error as AuthError { throw Failure(error, signInCommand: command) }
    }

    private func add(_ services: Services) async throws {
        let repository = try services.profiles
        let taken = Set(try repository.names(withPrefix: ""))
        let chosen = try name.map { text throws(ProfileError) in try ProfileName(text) }
        if let chosen, taken.contains(chosen) { throw nameInUse(chosen) }
        let credential = try application.credential(services)
        if let credential, !application.asUser {
            return try await addApplication(credential, name: chosen, taken: taken, services: services)
        }
        let signedIn = try account.map(services.typedNames.profile)
        if let signedIn { try repository.requireUnaltered(signedIn) }
        if allTenants, let signedIn { return try await addTenants(of: signedIn, services: services) }
        if let signedIn, signedIn.authority.tenant == nil {
            throw Failure.noOtherTenant(of: signedIn.name)
        }
        if let signedIn, let tenant = target.tenant, !signedIn.kind.canBeIn(tenant: tenant) {
            throw Failure.wrongTenant(tenant, for: signedIn, again: { command(for: $0, insteadOf: signedIn) })
        }
        let authority = try target.authority(basedOn: signedIn?.authority)
        try requireOneResource(at: authority)
        let client = try ClientID.resolve(clientID ?? signedIn?.clientID, for: authority.kind, again: command, services)
        let application = try services.clients.publicClient(client.text, at: authority, credential: credential)
        let scopes = scopes(for: application)
        // Before anything is asked of a server or a person.
        let reservation = try repository.reserve()
        let graph = try await target.graphEndpoint(of: application)
        let (grant, toStore) = try await grant(
            for: signedIn, scopes: scopes, application: application, services: services)
        var profile = profile(
            of: grant, application: application, graph: graph, scopes: scopes, name: chosen, taken: taken,
            like: signedIn)
        if chosen == nil, profile.isGuest {
            profile.name = SuggestedName.of(profile, in: TenantNames(try services.usage.tenantDomains()), taken: taken)
        }
        try repository.add(profile, with: toStore, credential: credential, in: reservation)
        if client.becomesDefault { try repository.setDefaultClientID(client.text) }
        if use { _ = try repository.use(profile.name.text) }
        try report(profile, grant: grant, services: services)
        if signedIn == nil { try reportSharedAccount(of: profile, services) }
        let row = try ProfileRow.signedIn(profile, with: grant, in: services)
        if allTenants { return try await addTenants(of: profile, after: [row], services: services) }
        if json.json { try services.output.print(row, asJSON: true) }
    }

    /// - Parameter rows: of the profiles that this command has added before.
    private func addTenants(
        of home: Profile, after rows: [ProfileRow] = [], services: Services
    ) async throws {
        let added = try await AddTenants(
            home: home, options: signIn, again: "acct add --all-tenants --account \(home.name.text.asShellWord)",
            services: services
        ).run()
        if json.json { try services.output.print(rows + added, asJSON: true) }
    }

    /// Without a sign-in for the account of `--account`, if the server allows that, and then it is cached; else from a
    /// sign-in.
    private func grant(
        for signedIn: Profile?, scopes: Scopes, application: PublicClientApplication, services: Services
    ) async throws -> (grant: TokenGrant, toStore: TokenGrant) {
        // The person consents to the list of tenants, too. The profile's own scopes come first: the token is for them.
        let list = try allTenants ? AzureTenants(for: application.authority, http: services.http).scopes : []
        var request = SignInRequest(scopes: scopes.union(list), loginHint: username)
        if let signedIn {
            do {
                let renewal = try await application.signInSilently(signedIn.account, scopes: scopes)
                return (renewal.grant, renewal.grantToStore)
            } catch AuthError.interactionRequired(let details) {
                services.output.note("The tenant requires \(signedIn.usernameOrName) to sign in.")
                (request.loginHint, request.expectedAccount) = (signedIn.username, signedIn.account)
                request.claims = details.claims
            }
        }
        let grant: TokenGrant
        do {
            grant = try await services.interactiveSignIn.signIn(
                request, with: application, options: signIn, to: signedIn, again: again)
        } catch let failure as Failure where allTenants {
            throw failure.namingTenantListPermission
        }
        if signedIn == nil {
            try services.usernameCheck.confirm(
                grant, as: username ?? "", other: { "give --username \($0.asShellWord)" }, again: signIn.command(again))
        }
        return (grant, grant)
    }

    /// The command as it was typed, without the options for the way to sign in.
    var again: String {
        let words =
            ["acct", "add"] + [name].compactMap { $0 } + target.words
            + [("--client-id", clientID), ("--account", account), ("--username", username)].flatMap { word, value in
                value.map { [word, $0] } ?? []
            } + scope.flatMap { ["--scope", $0] } + (readOnly ? ["--read-only"] : []) + (use ? ["--use"] : [])
            + (allTenants ? ["--all-tenants"] : []) + (application.asUser ? ["--as-user"] : [])
        return words.map(\.asShellWord).joined(separator: " ")
    }

    /// The command as it was typed.
    var command: String { ([signIn.command(again)] + application.words.map(\.asShellWord)).joined(separator: " ") }

    /// The command as it was typed, but for a tenant that suits the account of a profile.
    private func command(for tenant: String, insteadOf profile: Profile) -> String {
        var add = self
        (add.name, add.target.tenant) = (name ?? "NAME", tenant)
        if profile.kind != .personal { add.account = nil }
        if profile.kind == .app, let none = try? SignInOptions.none() {
            (add.signIn, add.clientID, add.application.clientSecretStdin) = (none, profile.clientID, true)
        }
        return add.command
    }

    private func nameInUse(_ name: ProfileName) -> Failure {
        var failure = Failure(ProfileError.nameInUse(name))
        let words = signIn.words + application.words
        failure.command = (["acct sign-in \(name.text.asShellWord)"] + words.map(\.asShellWord)).joined(separator: " ")
        return failure
    }

    private func requireOneResource(at authority: Authority) throws(Failure) {
        try namedScopes.requireOneResource(at: authority) { scopes, isFirst in
            guard isFirst else {
                return signIn.command("acct consent \((name ?? "NAME").asShellWord) \(scopes.optionWords)")
            }
            var add = self
            add.scope = scopes.names
            return add.command
        }
    }

    var namedScopes: Scopes { Scopes(typed: scope) }

    private func scopes(for application: PublicClientApplication) -> Scopes {
        if !namedScopes.isEmpty { return namedScopes }
        // Azure AD B2C issues an access token only for a named resource. The client id names the app itself.
        if application.authority.kind == .b2c { return [application.clientID] }
        return application.authority.kind.hasGraph ? ["User.Read"] : []
    }

    private func profile(
        of grant: TokenGrant, application: PublicClientApplication, graph: String?, scopes: Scopes,
        name: ProfileName?, taken: Set<ProfileName>, like signedIn: Profile?
    ) -> Profile {
        let username = grant.tenantProfile?.username ?? ""
        let kind = Profile.Kind(of: grant, authority: application.authority)
        return Profile(
            name: name ?? SuggestedName.of(username: username, kind: kind, taken: taken), account: grant.account,
            username: username, displayName: grant.tenantProfile?.displayName ?? "", tenantID: grant.tenantID,
            kind: kind,
            clientID: application.clientID, authority: application.authority, graph: graph, scopes: scopes,
            mode: readOnly ? .readOnly : .readWrite,
            redirectURI: signIn.namedRedirectURI ?? signedIn?.redirectURI ?? .localhost,
            browser: signIn.browser ?? signedIn?.browser)
    }

    /// Names the profiles that had the account before: a server may have signed in the account of the browser's session
    /// again, instead of the one that was meant.
    private func reportSharedAccount(of profile: Profile, _ services: Services) throws {
        let others = try services.profiles.profiles(of: profile.account)
            .filter { $0.name != profile.name && $0.tenantID == profile.tenantID }
        guard !others.isEmpty else { return }
        let names = (others.map(\.name) + [profile.name]).map(\.text).joined(separator: ", ")
        services.output.note(
            "\(profile.username) was signed in before: \(names) are profiles of the same account. If you meant another "
                + "account, remove this profile and choose the account on the sign-in page. Run: acct remove "
                + profile.name.text.asShellWord)
    }

    func report(_ profile: Profile, grant: TokenGrant, services: Services) throws {
        let isCurrent = try services.profiles.current() == profile.name
        services.output.note(
            "Signed in as \(profile.usernameOrName). Profile \(profile.name) is ready\(isCurrent ? " and current" : "")."
        )
        let declined = profile.scopes.names.filter(grant.declinedScopes.contains)
        if !declined.isEmpty { services.output.note("Not granted: \(declined.joined(separator: " ")).") }
        if grant.refreshToken == nil, profile.kind != .app {
            services.output.note("The server issued no refresh token: this sign-in ends when its access token expires.")
        }
    }
}
