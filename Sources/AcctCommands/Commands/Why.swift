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
            of acct batch, --resource or --scope of acct token. Without any of them, it is a command in this directory.

              acct why
              acct why /users/dana@fabrikam.com
              acct why -X DELETE /groups/7c6e2b14-3f0a-4d5c-9b8e-c0470500ac01
              acct why /me/sendMail --input mail.json
              acct why --batch requests.txt
              acct why --resource https://vault.azure.net
              acct why --json /me/chats | jq -r .profile

            Profiles that fit come first. The others are counted in one line where there are many; --all lists them, \
            and --json always does. The exit code is 0 when a profile was chosen and 3 when not; the explanation is on \
            stdout either way.
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

    @OptionGroup
    var profile: ProfileOption

    @Flag(help: "List every profile with the reason why it was not chosen.")
    var all = false

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    func validate() throws {
        if [path != nil, batch != nil, token.isGiven].count(where: \.self) > 1 {
            throw ValidationError(
                "Give one of PATH, --batch and --resource or --scope: each is an action of its own. Run: acct why PATH")
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
        let explanation = try explanation(of: action, services.selector)
        try services.output.print(explanation, asJSON: json.json)
        if explanation.selection == nil { throw ExitCode(Failure.Kind.noProfile.exitCode) }
    }

    func action(_ services: Services) async throws -> ExplainedAction {
        if let path { return .request(try request.request(for: path)) }
        if token.isGiven { return .token(TokenInvocation(scopes: token.scope, resource: token.resource)) }
        guard let batch else { return .anything }
        let version = request.beta ? "beta" : "v1.0"
        let source = try await BatchSource(batch, version: version, thenEnding: "ends the list", in: services)
        guard !source.head.isEmpty else { throw Failure.emptyBatch(batch) }
        return .batch(source.head)
    }

    /// The selection from all inputs, also from those that were not needed to decide.
    private func explanation(of explained: ExplainedAction, _ selector: Selector) throws -> SelectionExplanation {
        let (action, required) = try explained.action(selector)
        var context = try selector.selectionContext(profile.name, action)
        let (profiles, uncomparedCount) = try compared(in: context, selector)
        if uncomparedCount == 0 {
            context.usageHistory = try selector.usageHistory(of: action, required: required, among: profiles)
        }
        let ladder = Ladder(profiles: profiles, context: context)
        let result = Result { () throws(SelectionError) in try ladder.select() }
        let chosen = try? result.get()
        return SelectionExplanation(
            explained, context, result, candidates: ladder.candidates(beside: chosen),
            uncompared: uncomparedCount == 0
                ? nil : UncomparedProfiles(count: uncomparedCount, reason: ladder.reasonAgainstOthers(beside: chosen)),
            showsAll: all)
    }

    /// The profiles that the explanation tells of, and the number of the others.
    ///
    /// Where a name was given, all others have lost for the same reason. Where they are many, they are counted and not read.
    private func compared(in context: SelectionContext, _ selector: Selector) throws -> ([Profile], others: Int) {
        let repository = selector.profiles
        let count = try repository.count()
        guard let name = context.givenName, count > Self.comparedLimit, !all, !json.json else {
            return (try repository.profiles(), 0)
        }
        var profiles = try selector.profilesCompared(with: name, in: context)
        if let current = context.current, !profiles.contains(where: { $0.name == current }) {
            profiles.append(try repository.profile(named: current.text))
        }
        return (profiles, count - profiles.count)
    }

    private static let comparedLimit = 100
}

/// The action that `acct why` explains, made by the code of the command that would send it.
enum ExplainedAction {
    /// A command in this directory.
    case anything
    case request(GraphRequest)
    case batch([BatchRequest])
    case token(TokenInvocation)

    /// The action as the ladder sees it, and the permissions that it takes, where they are known.
    func action(_ selector: Selector) throws -> (Action, RequiredPermissions?) {
        switch self {
        case .anything: return (.anything, nil)
        case .request(let request):
            let required = try selector.permissions.required(by: request)
            return (Action(request, required), required)
        case .batch(let requests): return (try selector.action(of: requests), nil)
        case .token(let token): return (token.action, nil)
        }
    }

    /// The action as the beginning of a sentence.
    var inWords: String {
        switch self {
        case .anything: return "A command in this directory"
        case .request(let request):
            let path = ResourcePath(request.path)
            return "\(request.effectiveMethod) \(path.origin ?? "")\(path.text)"
        case .batch(let requests):
            let count = requests.count == 1 ? "1 request" : "\(requests.count) requests"
            return "A batch of \(count)" + (BatchWrites(requests).text.map { " with writes, \($0)" } ?? "")
        case .token(let token): return "A token for \(token.resource ?? token.scopes.joined(separator: " "))"
        }
    }

    func failure(_ error: SelectionError) -> Failure {
        if case .batch(let requests) = self { Failure(error, sending: requests) } else { Failure(error) }
    }
}
