import AccountProfiles
import AccountStore
import ArgumentParser
import HTTPTransport

/// `acct remove`: delete a profile, and the tokens that only this profile used.
struct Remove: DataCommand, ImmediateCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Delete profiles.",
        discussion: """
            The account's tokens are removed with the last profile that uses the account. On a terminal the command asks \
            first where rules or bindings of directories name the profile, since they are removed with it, and where \
            the secret of an app is. If a name is unknown, nothing is removed.

              acct remove work
              acct remove contoso fabrikam --yes

            With --json, an object for one profile and an array for several.
            """)

    @Argument(help: "The profiles.", completion: .profileNames)
    var names: [String]

    @Flag(name: .shortAndLong, help: "Do not ask first.")
    var yes = false

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    func run(_ services: Services) throws {
        let repository = try services.profiles
        var seen: Set<ProfileName> = []
        let profiles = try names.map(repository.profile(named:)).filter { seen.insert($0.name).inserted }
        if !yes, services.prompter.canPrompt {
            for (index, profile) in profiles.enumerated() {
                try confirm(profile, removedAfter: profiles[..<index].map(\.name), services)
            }
        }
        let reports = try profiles.map { try remove($0, services) }
        if try repository.current() == nil, try repository.count() > 0 {
            services.output.note("No profile is current now. To choose one, run:", command: "acct use NAME")
        }
        guard json.json else { return }
        if names.count > 1 {
            try services.output.printJSON(reports)
        } else {
            try reports.forEach(services.output.printJSON)
        }
    }

    private func remove(_ profile: Profile, _ services: Services) throws -> Report {
        let repository = try services.profiles
        let references = try ProfileReferences(to: profile.name, services)
        let hadTokens = try repository.status(of: profile.name, at: services.clock.now()).state != .signedOut
        let credential = try repository.storedCredential(of: profile)?.kind
        let removed = try repository.remove(profile.name.text)
        let folder = try services.toolFolder(of: profile.name)
        do { try folder.remove() } catch { services.output.note(folder.remark(that: "cannot be removed")) }
        services.output.note(Self.note(profile, hadTokens: hadTokens, losesTokens: removed != nil, credential))
        let lost = references.inWords
        if !lost.isEmpty { services.output.note(lines: ["Also removed:"] + lost.map { "  \($0)" }) }
        return Report(
            profile: profile.name.text, removed: removed.map { .init($0, credential: credential) },
            rules: references.rules, bindings: references.directories)
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

    /// Asks where rules, bindings or a secret go with the profile.
    ///
    /// - Parameter others: the profiles that are removed before it.
    private func confirm(_ profile: Profile, removedAfter others: [ProfileName], _ services: Services) throws {
        let references = try ProfileReferences(to: profile.name, services).inWords
        let isLast = try services.profiles.profiles(of: profile.account).allSatisfy {
            $0.name == profile.name || others.contains($0.name)
        }
        let losesSecret = try isLast && services.profiles.storedCredential(of: profile)?.kind == .secret
        let lost = references + (losesSecret ? ["the secret of the app, which acct cannot show again"] : [])
        guard !lost.isEmpty else { return }
        services.output.prompt("This also removes:\n" + lost.map { "  \($0.safeLine)\n" }.joined())
        guard services.prompter.confirm("Remove \(profile.name)?") else { throw Failure.nothingRemoved }
    }
}
