import AccountProfiles
import ArgumentParser

/// `acct current`: print the name of the profile that an action here would use.
struct Current: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "current",
        abstract: "Print the name of the profile that a command here would use.",
        discussion: """
            The first of these decides: --profile, ACCT_PROFILE, the binding of this directory (acct bind, or an \
            allowed .acct file), the profile set with acct use, the only profile there is. With --json, "step" and \
            "reason" say which one decided. A request can point at another profile; see acct why.
            """)

    @OptionGroup
    var profile: ProfileOption

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    func run(_ services: Services) async throws { try await invocation.run(services) }

    var invocation: CurrentInvocation { CurrentInvocation(profile: profile.name, asJSON: json.json) }
}

/// The request of `acct current`, read from the command line by argument-parser or by the fast path.
struct CurrentInvocation: Invocation, Equatable {
    var profile: String?
    var asJSON = false

    func run(_ services: Services) async throws {
        let selection: Selection
        do {
            selection = try services.selector.decide(profile)
        } catch SelectionError.ambiguous(let tie) {
            throw Failure(noCurrentProfile: tie)
        }
        try services.output.print(Chosen(selection), asJSON: asJSON)
    }

    private struct Chosen: CommandOutput {
        let profile, username, step, reason: String

        init(_ selection: Selection) {
            profile = selection.profile.name.text
            username = selection.profile.username
            step = selection.step.rawValue
            reason = selection.reason
        }

        func text(for terminal: Terminal) -> String { profile }
    }
}
