import AccountProfiles
import AccountStore
import ArgumentParser
import MicrosoftGraph

/// `acct why`: who would act, and why. No network, no sign-in.
struct Why: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Explain which profile an action would use.",
        discussion: """
            Says who would act, which step decided and what became of every other profile. The steps, first to last: \
            --profile, ACCT_PROFILE, a directory's binding, a rule, what the request itself names, the current \
            profile, the only one left; then a person is asked. Without a path it explains what a command in this \
            directory would use. Nothing is sent, and nobody is signed in.

              acct why
              acct why /users/dana@fabrikam.com
              acct why -X DELETE /groups/7c6e2b14-3f0a-4d5c-9b8e-c0470500ac01
              acct why --json /me/chats | jq -r .profile

            The exit code is 0 when a profile was chosen and 3 when not; the answer is on stdout either way.
            """)

    @Argument(help: "The path of a Graph request, such as /me/messages.")
    var path: String?

    @Option(name: [.customShort("X"), .long], help: "The method. Else GET.")
    var method: String?

    @OptionGroup
    var profile: ProfileOption

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    func validate() throws {
        if path == nil, method != nil { throw ValidationError("-X goes with a path: acct why -X DELETE /users/ID") }
    }

    func run(_ services: Services) async throws {
        let explanation = try explanation(services.selector)
        try services.output.answer(explanation, asJSON: json.json)
        if explanation.selection == nil { throw ExitCode(Failure.Kind.noProfile.exitCode) }
    }

    /// The selection from all inputs, whether or not it takes all of them to decide.
    private func explanation(_ selector: Selector) throws -> SelectionExplanation {
        let request = path.map { GraphRequest(method: method ?? "GET", path: $0) }
        let required = try request.flatMap(selector.permissions.required)
        let action = request.map { Action($0, required) } ?? .anything
        let profiles = try selector.profiles.profiles()
        var context = try selector.selectionContext(profile.name, action)
        context.usageHistory = try selector.usageHistory(of: action, required: required, among: profiles)
        let ladder = Ladder(profiles: profiles, context: context)
        let result = Result { () throws(SelectionError) in try ladder.select() }
        return SelectionExplanation(context, result, candidates: ladder.candidates(beside: try? result.get()))
    }
}
