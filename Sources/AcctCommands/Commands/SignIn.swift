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
        let more = Scopes(spaceSeparated: scope.joined(separator: " "))
        profile.scopes = profile.scopes.union(more)
        let application = try context.application(
            clientID: profile.clientID, authority: try profile.authority.with(tenant: profile.tenantID))
        let request = SignInRequest(
            scopes: profile.scopes, loginHint: profile.username, expectedAccount: profile.account)
        let grant = try await context.signIn(
            request, with: application, signIn, again: "acct sign-in \(profile.name)",
            adminConsent: Failure.consentLine(for: more, of: profile.name) + " --admin")
        if let seen = grant.tenantProfile {
            (profile.username, profile.displayName) = (seen.username, seen.displayName)
        }
        try repository.update(profile, with: grant)
        context.output.note("Signed in as \(profile.username). Profile \(profile.name) is ready.")
        guard json.json else { return }
        let isCurrent = try repository.current() == profile.name
        try context.output.answer(ProfileRow(profile, isCurrent: isCurrent, status: .signedIn(grant)), asJSON: true)
    }
}
