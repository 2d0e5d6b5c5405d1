import AccountProfiles
import AccountStore
import ArgumentParser
import HTTPTransport

/// `acct remove`: delete a profile, and the tokens that only this profile used.
struct Remove: DataCommand, ImmediateCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Delete a profile.",
        discussion: """
            The account's tokens are removed with the last profile that uses the account. On a terminal the command asks \
            first where rules or bindings of directories name the profile, since they are removed with it, and where \
            the secret of an app is.
            """)

    @Argument(help: "The profile.", completion: .profileNames)
    var name: String

    @Flag(name: .shortAndLong, help: "Do not ask first.")
    var yes = false

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    func run(_ services: Services) throws {
        let repository = try services.profiles
        let profile = try repository.profile(named: name)
        let references = try ProfileReferences(to: profile.name, services)
        if !yes, services.prompter.canPrompt { try confirm(profile, loses: references.inWords, services) }
        let hadTokens = try repository.status(of: profile.name, at: services.clock.now()).state != .signedOut
        let credential = try repository.storedCredential(of: profile)?.kind
        let removed = try repository.remove(profile.name.text)
        let folder = try services.toolFolder(of: profile.name)
        do { try folder.remove() } catch { services.output.note(folder.remark(that: "cannot be removed")) }
        services.output.note(Self.note(profile, hadTokens: hadTokens, losesTokens: removed != nil, credential))
        let lost = references.inWords
        if !lost.isEmpty { services.output.note(lines: ["Also removed:"] + lost.map { "  \($0)" }) }
        if try repository.current() == nil, try repository.count() > 0 {
            services.output.note("No profile is current now. To choose one, run:", command: "acct use NAME")
        }
        if json.json {
            let report = Report(
                profile: profile.name.text, removed: removed.map { .init($0, credential: credential) },
                rules: references.rules, bindings: references.directories)
            try services.output.printJSON(report)
        }
    }

    /// - Parameters:
    ///   - losesTokens: whether no other profile uses the account.
    ///   - credential: the credential that the app or the client signed in with; nil for none.
    private static func note(
        _ profile: Profile, hadTokens: Bool, losesTokens: Bool, _ credential: StoredCredential.Kind?
    ) -> String {
        if !hadTokens { return "Removed profile \(profile.name), which had no tokens." }
        guard losesTokens else {
            return "Removed profile \(profile.name). \(profile.usernameOrName) stays signed in for the other profiles."
        }
        return "Removed profile \(profile.name)\(credential.map { ", its \($0.inWords)" } ?? "") and the tokens of "
            + "\(profile.usernameOrName)."
            + (profile.kind == .app ? "" : " The browser is still signed in.")
    }

    private struct Report: Encodable {
        let profile: String
        /// Nil where another profile uses the account.
        @Nullable var removed: SignOutReport.Removed?
        let rules, bindings: [String]
    }

    /// - Parameter references: the rules and bindings that go with the profile.
    private func confirm(_ profile: Profile, loses references: [String], _ services: Services) throws {
        let isLast = try services.profiles.profiles(of: profile.account).count == 1
        let losesSecret = try isLast && services.profiles.storedCredential(of: profile)?.kind == .secret
        let lost = references + (losesSecret ? ["the secret of the app, which acct cannot show again"] : [])
        guard !lost.isEmpty else { return }
        services.output.prompt("This also removes:\n" + lost.map { "  \($0.safeLine)\n" }.joined())
        guard services.prompter.confirm("Remove \(profile.name)?") else { throw Failure.nothingRemoved }
    }
}
