import AccountProfiles
import ArgumentParser
import AuthCore
import Foundation

/// `acct add`: sign in, and give the result a name.
struct Add: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Sign in and create a profile.",
        discussion: """
            Opens the browser; --device-code signs in on another device instead. The first profile becomes the \
            current one. Without a name, one is made from the username.

              acct add work --tenant contoso.com
              acct add home --tenant consumers --device-code
              acct add fabrikam --tenant fabrikam.com --account work
              acct add gov --cloud usgov --client-id 00000000-0000-0000-0000-000000000000
              acct add report --tenant contoso.com --client-id 11111111-1111-1111-1111-111111111111 \\
                  --client-secret-stdin < secret.txt

            The last one acts as the app itself, without a user; so do --certificate, --federated-token-file and, on \
            a machine in Azure, --managed-identity.
            """)

    @Argument(help: "The profile's name.")
    var name: String?

    @OptionGroup(title: "Where to sign in")
    var target: AuthorityOptions

    @Option(
        help: ArgumentHelp(
            "The application (client) id of your app registration. Else $ACCT_CLIENT_ID, else the remembered one.",
            valueName: "id"))
    var clientID: String?

    @Option(
        help: ArgumentHelp(
            "A profile whose account is to be used in another tenant too, without signing in again where the server allows it.",
            valueName: "profile"),
        completion: .profileNames)
    var account: String?

    @Option(help: "The account to sign in with, filled in on the sign-in page.")
    var username: String?

    @Option(help: "A permission to ask for; repeat it for more. Else User.Read where there is a Graph.")
    var scope: [String] = []

    @Flag(help: "Let the profile read only: writes are refused.")
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
        if application.isGiven, account != nil || username != nil || signIn.isGiven {
            throw ValidationError(
                "An app acts without a person: leave --account, --username, --device-code, --paste, --browser and --domain-hint "
                    + "out.")
        }
        if readOnly, !application.isGiven, let scope = namedScopes.beyondReading.names.first {
            throw ValidationError("A read-only profile asks for scopes that only read; \(scope) may allow changes.")
        }
        guard account != nil else { return }
        if target.tenant == nil {
            throw ValidationError("--account goes with --tenant: the other tenant to sign in to.")
        }
        if target.namesAuthority { throw ValidationError("--account has its own authority: give --tenant alone.") }
    }

    func run(_ services: Services) async throws {
        let repository = try services.profiles
        let taken = try repository.profiles().map(\.name)
        let chosen = try name.map { text throws(ProfileError) in try ProfileName(text) }
        if let chosen, taken.contains(chosen) { throw ProfileError.nameInUse(chosen) }
        if let credential = try application.credential(services) {
            return try await addApplication(credential, named: chosen, taken: taken, services)
        }
        let signedIn = try account.map(repository.profile(named:))
        if let signedIn, signedIn.authority.tenant == nil {
            throw Failure(
                .usage, "Profile \(signedIn.name) has no tenants to choose from: its issuer is one of its own.")
        }
        let authority = try target.named(besides: signedIn?.authority)
        let application = try services.clients.publicClient(
            ClientID.resolve(clientID ?? signedIn?.clientID, services), at: authority)
        let scopes = scopes(for: application)
        let graph = try await target.graphEndpoint(of: application)
        let grant = try await grant(signedIn, scopes, application, services)
        let profile = profile(grant, application, graph: graph, scopes: scopes, name: chosen, taken: taken)
        try repository.add(profile, with: grant)
        if use { _ = try repository.use(profile.name.text) }
        try report(profile, grant, services)
    }

    /// From the account that is signed in, if one was named and the server lets it in; else from a sign-in.
    private func grant(
        _ signedIn: Profile?, _ scopes: Scopes, _ application: PublicClientApplication, _ services: Services
    ) async throws -> TokenGrant {
        var request = SignInRequest(scopes: scopes, loginHint: username)
        if let signedIn {
            do {
                return try await application.signInSilently(signedIn.account, scopes: scopes)
            } catch AuthError.interactionRequired(let details) {
                services.output.note("The tenant wants \(signedIn.username) to sign in.")
                (request.loginHint, request.expectedAccount) = (signedIn.username, signedIn.account)
                request.claims = details.claims
            }
        }
        return try await services.interactiveSignIn.signIn(request, with: application, signIn, again: again)
    }

    /// The command as it was typed, without how to sign in: what to try again may be another way.
    var again: String {
        let words =
            ["acct", "add"] + [name].compactMap { $0 } + target.words
            + [("--client-id", clientID), ("--account", account), ("--username", username)].flatMap { word, value in
                value.map { [word, $0] } ?? []
            } + scope.flatMap { ["--scope", $0] } + (readOnly ? ["--read-only"] : []) + (use ? ["--use"] : [])
        return words.map(\.asShellWord).joined(separator: " ")
    }

    var namedScopes: Scopes { Scopes(typed: scope) }

    private func scopes(for application: PublicClientApplication) -> Scopes {
        if !namedScopes.isEmpty { return namedScopes }
        // Azure AD B2C gives no access token unless a resource is named; an app's own id stands for itself.
        if application.authority.kind == .b2c { return [application.clientID] }
        return application.authority.kind.hasGraph ? ["User.Read"] : []
    }

    private func profile(
        _ grant: TokenGrant, _ application: PublicClientApplication, graph: String?, scopes: Scopes,
        name: ProfileName?, taken: [ProfileName]
    ) -> Profile {
        let username = grant.tenantProfile?.username ?? ""
        let kind = Profile.Kind(of: grant, authority: application.authority)
        return Profile(
            name: name ?? SuggestedName.of(username: username, kind: kind, taken: taken), account: grant.account,
            username: username, displayName: grant.tenantProfile?.displayName ?? "", tenantID: grant.tenantID,
            kind: kind,
            clientID: application.clientID, authority: application.authority, graph: graph, scopes: scopes,
            mode: readOnly ? .readOnly : .readWrite, redirectPort: signIn.redirectPort ?? 0)
    }

    func report(_ profile: Profile, _ grant: TokenGrant, _ services: Services) throws {
        let isCurrent = try services.profiles.current() == profile.name
        services.output.note(
            "Signed in as \(profile.username). Profile \(profile.name) is ready\(isCurrent ? " and current" : "").")
        if !grant.declinedScopes.isEmpty {
            services.output.note("Not granted: \(grant.declinedScopes.spaceSeparated).")
        }
        if grant.refreshToken == nil, profile.kind != .app {
            services.output.note("The server gave no refresh token: this sign-in lasts as long as its access token.")
        }
        guard json.json else { return }
        try services.output.print(ProfileRow(profile, isCurrent: isCurrent, status: .signedIn(grant)), asJSON: true)
    }
}
