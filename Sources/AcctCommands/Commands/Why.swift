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
        let story = try services.story(of: request, profile.name)
        try services.output.answer(story, asJSON: json.json)
        if story.selection == nil { throw ExitCode(Failure.Kind.noProfile.exitCode) }
    }

    private var request: GraphRequest? {
        path.map { GraphRequest(method: method ?? "GET", path: $0) }
    }
}

extension Services {
    /// The selection with everything that is known, whether or not it takes all of that to decide.
    fileprivate func story(of request: GraphRequest?, _ flag: String?) throws -> SelectionExplanation {
        let required = try request.flatMap { try requiredPermissions(method: $0.method, path: ResourcePath($0.path)) }
        let action = request.map { Action($0, required) } ?? .anything
        let profiles = try profiles().profiles()
        var selectionContext = try selectionContext(flag, action)
        selectionContext.usageHistory = try usageHistory(of: action, holding: required.map(Need.init), among: profiles)
        let ladder = Ladder(profiles: profiles, selectionContext: selectionContext)
        let result = Result { () throws(SelectionError) in try ladder.select() }
        return SelectionExplanation(selectionContext, result, candidates: ladder.candidates(beside: try? result.get()))
    }
}
