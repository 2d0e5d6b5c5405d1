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
            refused and nothing is stored. An app authenticates again, with any of its credential options.

              acct sign-in work
              acct sign-in report --client-secret-stdin < secret.txt
            """)

    @Argument(help: "The profile.", completion: .profileNames)
    var name: String

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

    func run(_ services: Services) async throws {
        var profile = try services.typedNames.profile(name)
        profile.scopes = profile.scopes.union(Scopes(typed: scope))
        let signedIn = try await signInAgain(profile, services)
        guard json.json else { return }
        try services.output.print(
            ProfileRow.signedIn(signedIn.profile, with: signedIn.grant, in: services), asJSON: true)
    }

    private func signInAgain(
        _ profile: Profile, _ services: Services
    ) async throws -> (profile: Profile, grant: TokenGrant) {
        if profile.kind == .app { return try await signInApp(profile, services) }
        return try await signInPerson(profile, services)
    }

    private func signInApp(
        _ profile: Profile, _ services: Services
    ) async throws -> (profile: Profile, grant: TokenGrant) {
        guard !signIn.isGiven else {
            throw Failure.belongsToApp(profile.name)
        }
        return try await services.authenticator.signInAgain(profile, with: application.credential(services))
    }

    private func signInPerson(
        _ profile: Profile, _ services: Services
    ) async throws -> (profile: Profile, grant: TokenGrant) {
        guard !application.isGiven else {
            throw Failure.belongsToUser(profile.name)
        }
        return try await services.authenticator.signInAgain(profile, options: signIn)
    }
}
