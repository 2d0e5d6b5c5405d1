import AccountProfiles
import AccountStore
import ArgumentParser
import AuthCore
import HTTPTransport

/// `acct sign-in`: sign in to an existing profile again.
struct SignIn: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-in",
        abstract: "Sign in to a profile again.",
        discussion: """
            The profile keeps its name and settings. Only the profile's own account may sign in; another account is \
            refused and nothing is stored. An app authenticates again, with any of its credential options. So does the \
            client through which a person signs in, where its issuer demands a credential.

              acct sign-in work
              acct sign-in report --client-secret-stdin < secret.txt
            """)

    @Argument(help: "The profile. Default: the one that acts here.", completion: .profileNames)
    var name: String?

    @OptionGroup
    var named: ProfileAsOption

    @Option(help: "A permission to request in addition; repeat it for more.", completion: .scopes)
    var scope: [String] = []

    @OptionGroup(title: "How to sign in")
    var signIn: SignInOptions

    @OptionGroup(title: "How an app signs in")
    var application: ApplicationOptions

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    func validate() throws { try named.requireOnly(name) }

    func run(_ services: Services) async throws {
        let profile =
            try named.orArgument(name).map(services.typedNames.profile)
            ?? services.selector.select(nil, for: .accountChange).profile
        try profile.refuseWritingScopes(addedScopes)
        try requireOneResource(with: profile)
        let signedIn = try await signInAgain(profile, services)
        try application.saveSecretExpiry(of: profile.name, in: services.profiles)
        guard json.json else { return }
        try services.output.printJSON(
            ProfileRow.signedIn(signedIn.profile, with: signedIn.grant, in: services))
    }

    private var addedScopes: Scopes { Scopes(typed: scope) }

    /// The permissions of another resource than the profile's are for `acct consent`.
    private func requireOneResource(with profile: Profile) throws(Failure) {
        guard !addedScopes.isEmpty else { return }
        let own = profile.scopes.byResource.first ?? []
        try own.union(addedScopes).requireOneResource(at: profile.authority, graph: profile.graphResource) {
            scopes, isFirst in
            guard isFirst else { return .consent(to: scopes, of: profile.name).adding(signIn.words) }
            return .signIn(to: profile.name, adding: scopes.missing(from: own)).adding(signIn.words)
        }
    }

    private func signInAgain(
        _ profile: Profile, _ services: Services
    ) async throws -> SignedInProfile {
        if profile.kind == .app {
            guard !application.asUser else { throw Failure.belongsToApp(profile.name) }
            return try await signInApp(profile, services)
        }
        return try await signInPerson(profile, services)
    }

    private func signInApp(
        _ profile: Profile, _ services: Services
    ) async throws -> SignedInProfile {
        guard !signIn.isGiven else {
            throw Failure.belongsToApp(profile.name)
        }
        return try await services.authenticator.signInAgain(
            profile, with: application.credential(services), adding: addedScopes)
    }

    private func signInPerson(
        _ profile: Profile, _ services: Services
    ) async throws -> SignedInProfile {
        guard !application.isGiven || profile.authority.kind == .oidc && !application.managedIdentity else {
            throw Failure.belongsToUser(profile.name)
        }
        return try await services.authenticator.signInAgain(
            profile, adding: addedScopes, options: signIn, credential: application.credential(services))
    }
}
