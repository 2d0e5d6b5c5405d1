import AccountProfiles
import ArgumentParser
import AuthCore

/// `acct sign-in`: sign in again in place.
struct SignIn: Command {
    static let configuration = CommandConfiguration(
        commandName: "sign-in",
        abstract: "Sign in to a profile again.",
        discussion: """
            The profile keeps its name and settings. Only the profile's own account may sign in; anybody else is \
            refused and nothing is stored.
            """)

    @Argument(help: "The profile.", completion: .profileNames)
    var name: String

    @Option(help: "A permission to ask for in addition; repeat it for more.")
    var scope: [String] = []

    @OptionGroup(title: "How to sign in")
    var signIn: SignInOptions

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    var wantsJSON: Bool { json.json }

    func run(_ context: Context) async throws {
        let repository = try context.profiles()
        var profile = try repository.profile(named: name)
        profile.scopes = profile.scopes.union(Scopes(spaceSeparated: scope.joined(separator: " ")))
        let (signedIn, grant) = try await context.signInAgain(profile, signIn)
        guard json.json else { return }
        let isCurrent = try repository.current() == profile.name
        try context.output.answer(ProfileRow(signedIn, isCurrent: isCurrent, status: .signedIn(grant)), asJSON: true)
    }
}
