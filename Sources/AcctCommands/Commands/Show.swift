import AccountProfiles
import AccountStore
import ArgumentParser
import HTTPTransport

/// `acct show`: everything about one profile, without the network.
struct Show: DataCommand, ImmediateCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show everything about a profile.",
        discussion: """
            Without a name, the profile that a command in this directory would use, and why; see acct why. No request \
            is sent. With --json, the fields of acct list --json and further ones; "selection" only where no name is \
            given.

              acct show
              acct show work
              acct show work --json | jq -r .tenantId
            """)

    @Argument(help: "The profile. Default: the one that a command here would use.", completion: .profileNames)
    var name: String?

    @OptionGroup
    var named: ProfileAsOption

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    func validate() throws { try named.requireOnly(name) }

    func run(_ services: Services) throws {
        let repository = try services.profiles
        let name = named.orArgument(name)
        let selection = name == nil ? try services.selector.decide(nil) : nil
        let profile = try selection?.profile ?? services.typedNames.profile(name ?? "")
        let details = ProfileDetails(
            profile, row: try ProfileRow(profile, in: services), selection: selection,
            credential: try repository.storedCredential(of: profile),
            refreshToken: try repository.storedRefreshToken(of: profile),
            references: try ProfileReferences(to: profile.name, services),
            at: services.clock.now())
        try services.output.print(details, asJSON: json.json)
    }
}
