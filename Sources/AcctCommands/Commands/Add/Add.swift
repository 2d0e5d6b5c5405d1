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

            acct signs in with an app registration of your own. To create one, open https://entra.microsoft.com > App \
            registrations > New registration, and add the redirect URI http://localhost of the platform \
            "Public client/native (mobile & desktop)". For --device-code, set Authentication > Allow public client flows \
            to Yes. Its application (client) id is asked for once, or stored by acct client-id.

              acct add work --tenant contoso.com
              acct add home --tenant consumers --device-code
              acct add fabrikam --tenant fabrikam.com --account work
              acct add --all-tenants --account work
              acct add gov --cloud usgov --client-id 00000000-0000-0000-0000-000000000000
              acct add report --tenant contoso.com --client-id 11111111-1111-1111-1111-111111111111 \\
                  --client-secret-stdin < secret.txt

            acct add with --client-secret-stdin signs in as the app itself, without a user. So do --certificate, \
            --federated-token-file and, on a machine in Azure, --managed-identity.

            The sign-in ends at a redirect URI, which the app registration has to list. Microsoft Entra ignores the \
            port of a loopback address: register http://localhost, as a mobile and desktop application. Many other \
            servers compare the whole URI. Register a fixed port and the path that they want, and name the same \
            with --redirect-uri, which acct remembers with the profile. An address on another host, such as \
            https://login.microsoftonline.com/common/oauth2/nativeclient, works with --paste:

              acct add shop --issuer https://login.example.com --client-id acct --scope openid \\
                  --redirect-uri http://127.0.0.1:8400/callback

            acct-issuers(7) says what to register at each server, and what to type.

            On a device of an organization, --broker signs in with the accounts of the device's identity broker \
            (microsoft-identity-broker or himmelblau): a person who is signed in to the desktop needs no other sign-in. The \
            broker keeps the sign-in and gives tokens for it. The app registration has to list the redirect URI \
            https://login.microsoftonline.com/common/oauth2/nativeclient, as a mobile and desktop application.

              acct add work --broker
              acct add work --broker --username alice@contoso.com

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
            throw ValidationError(Failure.readOnlySentence(forbidding: scope))
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
        do { try await add(services) } catch let error as AuthError { throw Failure(error, retryCommand: typedCommand) }
    }

    private func add(_ services: Services) async throws {
        let repository = try services.profiles
        let taken = Set(try repository.names(withPrefix: ""))
        let chosen = try name.map { text throws(ProfileError) in try ProfileName(text) }
        if let chosen, let own = taken.first(where: { $0 == chosen }) { throw nameInUse(chosen, own) }
        let credential = try application.credential(services)
        if let credential, !application.asUser {
            return try await addApplication(credential, name: chosen, taken: taken, services: services)
        }
        try await addPerson(name: chosen, taken: taken, credential: credential, services: services)
    }

    /// The command as it was typed, without the options for the way to sign in and for the credential of an app.
    var commandWithoutSignInOptions: SuggestedCommand {
        let words =
            ["acct", "add"] + [name].compactMap { $0 } + target.words
            + [String](options: ["--client-id": clientID, "--account": account, "--username": username])
            + scope.flatMap { ["--scope", $0] } + (readOnly ? ["--read-only"] : []) + (use ? ["--use"] : [])
            + (allTenants ? ["--all-tenants"] : []) + (application.asUser ? ["--as-user"] : [])
        return SuggestedCommand(words: words)
    }

    /// The command as it was typed.
    var typedCommand: SuggestedCommand {
        commandWithoutSignInOptions.adding(signIn.words).adding(application.words)
    }

    /// The command as it was typed, but for a tenant that suits the account of a profile.
    func typedCommand(for tenant: String, insteadOf profile: Profile) -> SuggestedCommand {
        var add = self
        (add.name, add.target.tenant) = (name ?? "NAME", tenant)
        if profile.kind != .personal { add.account = nil }
        if profile.kind == .app, let none = try? SignInOptions.none() {
            (add.signIn, add.clientID, add.application.clientSecretStdin) = (none, profile.clientID, true)
        }
        return add.typedCommand
    }

    private func nameInUse(_ name: ProfileName, _ own: ProfileName) -> Failure {
        var failure = Failure(ProfileError.nameInUse(own)).comparingCase(of: name, with: own)
        failure.remedy = Remedy(
            leadIn: failure.leadIn, .signIn(to: own).adding(signIn.words + application.words))
        return failure
    }

    func requireOneResource(at authority: Authority) throws {
        let graph = authority.graphResource(at: try target.namedGraphEndpoint(at: authority))
        try namedScopes.requireOneResource(at: authority, graph: graph) { scopes, isFirst in
            guard isFirst else {
                return SuggestedCommand("acct consent \(name ?? "NAME")").adding(scopes.optionWords + signIn.words)
            }
            var add = self
            add.scope = scopes.names
            return add.typedCommand
        }
    }

    var namedScopes: Scopes { Scopes(typed: scope) }

    func report(_ profile: Profile, grant: TokenGrant, services: Services) throws {
        let isCurrent = try services.profiles.current() == profile.name
        services.output.noteSignIn(
            to: profile, isCurrent: isCurrent, declined: grant.declined(among: profile.scopes))
        if grant.isBrokered { services.output.note("Its tokens come from this device's broker.") }
        if grant.refreshToken == nil, !grant.isBrokered, profile.kind != .app {
            services.output.note("The server issued no refresh token: this sign-in ends when its access token expires.")
        }
    }
}
