import AccountProfiles
import AccountStore
import ArgumentParser
import AuthCore
import HTTPTransport

/// `acct sign-in`: sign in to an existing profile again.
struct SignIn: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-in",
        abstract: "Sign in to profiles again.",
        discussion: """
            The profile keeps its name and settings. Only the profile's own account may sign in; another account is \
            refused and nothing is stored. An app authenticates again, with any of its credential options. So does the \
            client through which a person signs in, where its issuer demands a credential.

            Several profiles are signed in to one after the other. If some fail, the others are signed in, and the last \
            line names those that are not.

              acct sign-in work
              acct sign-in work contoso fabrikam
              acct sign-in --all
              acct sign-in report --client-secret-stdin < secret.txt
            """)

    @Argument(help: "The profiles. Default: the one that acts here.", completion: .profileNames)
    var names: [String] = []

    @OptionGroup
    var named: ProfileAsOption

    @Flag(help: "Sign in to all profiles of people that are signed out or must sign in again.")
    var all = false

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

    func validate() throws {
        try named.requireOnly(names.first)
        if all, !names.isEmpty || named.name != nil { throw ValidationError("Give either --all or names.") }
        if all || names.count > 1, application.isGiven {
            throw ValidationError("A credential is that of one app: name one profile.")
        }
    }

    func run(_ services: Services) async throws {
        guard all || names.count > 1 else { return try await signInToOne(services) }
        let profiles = try all ? profilesToSignIn(services) : names.map(services.typedNames.profile)
        for profile in profiles { try check(profile) }
        if let first = profiles.first { services.output.noteMisspelled(addedScopes, graph: first.graphResource) }
        var rows: [ProfileRow] = []
        var failed: [(profile: Profile, failure: Failure)] = []
        for (index, profile) in profiles.enumerated() {
            services.output.note("Profile \(index + 1) of \(profiles.count): \(profile.nameAndUsername)")
            do {
                let signedIn = try await signInAgain(profile, services)
                rows.append(try .signedIn(signedIn.profile, with: signedIn.grant, in: services))
            } catch {
                let failure = Failure(error)
                services.output.report(failure, asJSON: false)
                failed.append((profile, failure))
            }
        }
        if json.json { try services.output.printJSON(rows) }
        guard let last = failed.last else { return }
        throw Failure.notSignedIn(failed.map(\.profile.name), of: profiles.count, kind: last.failure.kind)
    }

    /// The profiles that a person can sign in to, and that cannot get tokens for long.
    private func profilesToSignIn(_ services: Services) throws -> [Profile] {
        let statuses = try services.profiles.statuses(at: services.clock.now())
        let ended = try services.profiles.profiles().inNameOrder().filter { profile in
            statuses[profile.name].map { $0.state != .signedIn || $0.isRejected } ?? true
        }
        let apps = ended.filter { $0.kind == .app }.map(\.name.text)
        if !apps.isEmpty {
            services.output.note("Left out, since apps sign in with a credential: \(apps.joined(separator: ", ")).")
        }
        if apps.count == ended.count { services.output.note("Every profile of a person is signed in.") }
        return ended.filter { $0.kind != .app }
    }

    private func check(_ profile: Profile) throws {
        try profile.refuseWritingScopes(addedScopes)
        try requireOneResource(with: profile)
    }

    private func signInToOne(_ services: Services) async throws {
        let profile =
            try named.orArgument(names.first).map(services.typedNames.profile)
            ?? services.selector.select(nil, for: .accountChange).profile
        try check(profile)
        services.output.noteMisspelled(addedScopes, graph: profile.graphResource)
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
