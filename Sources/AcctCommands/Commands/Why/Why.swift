import AccountProfiles
import AccountStore
import ArgumentParser
import MicrosoftGraph

/// `acct why`: explain which profile an action would use, without the network and without a sign-in.
struct Why: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Explain which profile an action would use.",
        discussion: """
            Shows the chosen profile, the step that decided and why every other profile was not chosen. The steps, in \
            order: --profile, ACCT_PROFILE, a directory's binding, a rule, names in the request itself, the current \
            profile, the only one left, a choice on the terminal. No request is sent.

            The action is given as to the command itself: a path with the options of acct graph, --batch with the file \
            of acct batch, --resource or --scope of acct token, --remote with the address that git or docker uses. \
            Without any of them, it is a command in this directory.

              acct why
              acct why /users/dana@fabrikam.com
              acct why -X DELETE /groups/7c6e2b14-3f0a-4d5c-9b8e-c0470500ac01
              acct why /me/sendMail --input mail.json
              acct why --batch requests.txt
              acct why --resource https://vault.azure.net
              acct why --remote "$(git remote get-url origin)"
              acct why --json /me/chats | jq -r .profile

            Profiles that fit come first. The others are counted in one line where there are many; --all lists them, \
            and --json always does. The exit code is 0 when a profile was chosen and 3 when not; the explanation is on \
            stdout either way. An action that the command refuses for the chosen profile is an error, as there.
            """)

    @Argument(help: "The path of a Graph request, such as /me/messages.", completion: .graphPaths)
    var path: String?

    @OptionGroup(title: "Request, as for acct graph")
    var request: RequestOptions

    @Option(
        help: ArgumentHelp("A file with requests as for acct batch, or - for stdin.", valueName: "file"),
        completion: .file())
    var batch: String?

    @OptionGroup(title: "Token, as for acct token")
    var token: TokenOptions

    @Option(
        help: ArgumentHelp(
            "The https address of a git remote, or a container registry such as contoso.azurecr.io.", valueName: "url"))
    var remote: String?

    @OptionGroup
    var profile: ProfileOption

    @Flag(help: "List every profile with the reason why it was not chosen.")
    var all = false

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    func validate() throws {
        if [path != nil, batch != nil, token.isGiven, remote != nil].count(where: \.self) > 1 {
            throw ValidationError(
                "Give one of PATH, --batch, --remote and --resource or --scope: each is an action of its own. "
                    + "Run: acct why PATH")
        }
        guard path == nil else { return }
        if request.isGiven {
            throw ValidationError("Options of a request need its path: acct why -X DELETE /users/ID")
        }
        if request.beta, batch == nil {
            throw ValidationError("--beta needs a path or --batch: acct why --beta /me")
        }
    }

    func run(_ services: Services) async throws {
        let action = try await action(services)
        let trial = try action.trial(as: profile.name, comparesAll: all || json.json, services.selector)
        let conflict = try action.laterConflict(after: trial, services.selector)
        let explanation = SelectionExplanation(
            action, trial, laterConflict: conflict, showsAll: all, line: AcctCommand.typedLine)
        try services.output.print(explanation, asJSON: json.json)
        if explanation.selection == nil { throw ExitCode(Failure.Kind.noProfile.exitCode) }
    }

    func action(_ services: Services) async throws -> ExplainedAction {
        if let path { return .request(try request.request(for: path)) }
        if let remote { return .remote(try RemoteAddress(remote)) }
        if token.isGiven { return .token(TokenInvocation(scopes: token.scope, resource: token.resource)) }
        guard let batch else { return .anything }
        let version = request.beta ? "beta" : "v1.0"
        let source = try await BatchSource(batch, version: version, thenEnding: "ends the list", in: services)
        guard !source.head.isEmpty else { throw Failure.emptyBatch(batch) }
        return .batch(source.head)
    }
}
