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
            refused and nothing is stored. An app proves itself anew, by any of the options for that.

              acct sign-in work
              acct sign-in report --client-secret-stdin < secret.txt
            """)

    @Argument(help: "The profile.", completion: .profileNames)
    var name: String

    @Option(help: "A permission to ask for in addition; repeat it for more.")
    var scope: [String] = []

    @OptionGroup(title: "How to sign in")
    var signIn: SignInOptions

    @OptionGroup(title: "How an app signs in")
    var application: ApplicationOptions

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    var wantsJSON: Bool { json.json }

    func run(_ context: Context) async throws {
        let repository = try context.profiles()
        var profile = try repository.profile(named: name)
        profile.scopes = profile.scopes.union(Scopes(spaceSeparated: scope.joined(separator: " ")))
        let grant =
            profile.kind == .app
            ? try await signInApplication(profile, context) : try await signInPerson(&profile, context)
        context.output.note("Signed in as \(profile.username). Profile \(profile.name) is ready.")
        guard json.json else { return }
        let isCurrent = try repository.current() == profile.name
        try context.output.answer(ProfileRow(profile, isCurrent: isCurrent, status: .signedIn(grant)), asJSON: true)
    }

    private func signInPerson(_ profile: inout Profile, _ context: Context) async throws -> TokenGrant {
        guard !application.isGiven else {
            throw Failure(
                .usage, "Profile \(profile.name) is a person's. Add the app as a profile of its own, with acct add.",
                profile: profile.name.text)
        }
        let application = try context.application(
            clientID: profile.clientID, authority: try profile.authority.with(tenant: profile.tenantID))
        let request = SignInRequest(
            scopes: profile.scopes, loginHint: profile.username, expectedAccount: profile.account)
        let grant = try await context.signIn(
            request, with: application, signIn, again: "acct sign-in \(profile.name)")
        if let seen = grant.tenantProfile {
            (profile.username, profile.displayName) = (seen.username, seen.displayName)
        }
        try context.profiles().update(profile, with: grant)
        return grant
    }

    private func signInApplication(_ profile: Profile, _ context: Context) async throws -> TokenGrant {
        // Without an option it is what the app has proved itself with so far.
        let kept = try context.profiles().credential(of: profile.account)
        guard let credential = try application.credential(context) ?? kept else {
            throw Failure.applicationSignedOut(profile)
        }
        let application = try context.application(
            clientID: profile.clientID, authority: profile.authority, provenBy: credential)
        guard application.account == profile.account, credential.isIdentity(profile.clientID) else {
            throw Failure(
                .usage,
                "Profile \(profile.name) acts as \(profile.username), which is not what \(credential.option) stands "
                    + "for. Nothing was stored; add that as a profile of its own, with acct add.",
                profile: profile.name.text)
        }
        let grant = try await context.signIn(
            application, scopes: profile.scopes, again: "acct sign-in \(profile.name)")
        try context.profiles().update(profile, with: grant, provenBy: credential)
        return grant
    }
}

extension ApplicationCredential {
    /// Whether it can stand for that client: a managed identity is one by itself, all else proves whom it is told to.
    fileprivate func isIdentity(_ clientID: String) -> Bool {
        guard case .managedIdentity(let identity) = self else { return true }
        return identity.clientID == clientID
    }
}
