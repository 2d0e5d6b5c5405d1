import AccountProfiles
import AccountStore
import MicrosoftGraph

/// The selection for an action, made without a question, and from all inputs of the ladder, also from those that were not
/// needed to decide.
struct SelectionTrial {
    let action: Action
    /// The permissions that the action takes, where they are known.
    let required: RequiredPermissions?
    let context: SelectionContext
    let ladder: Ladder
    let result: Result<Selection, SelectionError>
    /// The number of profiles that were not compared, because a name decided.
    let uncomparedCount: Int

    private static let comparedLimit = 100

    /// - Parameters:
    ///   - flag: the value of `--profile`.
    ///   - comparesAll: whether every profile is compared, however many there are.
    init(of explained: ExplainedAction, as flag: String?, comparesAll: Bool, _ selector: Selector) throws {
        let (action, required) = try explained.action(selector)
        var context = try selector.selectionContext(flag, action)
        let (profiles, others) = try Self.compared(in: context, all: comparesAll, selector)
        if others == 0 {
            context.usageHistory = try selector.usageHistory(of: action, required: required, among: profiles)
        }
        let ladder = Ladder(profiles: profiles, context: context)
        (self.action, self.required, self.context, self.ladder) = (action, required, context, ladder)
        uncomparedCount = others
        result = Result { () throws(SelectionError) in try ladder.select() }
        guard case .success(let selection) = result else { return }
        try selector.requireAccountOfExec(selection)
        switch explained {
        case .batch(let requests):
            let batch = BatchSelection(
                action: action, selection: selection, context: context, profiles: profiles, selector: selector)
            try batch.checkThoseAfterTheFirst(requests)
        case .remote(.git(let remote, _)): try remote.requireRepository(by: selection)
        case .remote(.registry(let registry)): try registry.requireImage(by: selection)
        default: break
        }
    }

    /// The profiles that the explanation tells of, and the number of the others.
    ///
    /// Where a profile was named, all others are ruled out for that reason. A large number of them is counted, not read.
    private static func compared(
        in context: SelectionContext, all: Bool, _ selector: Selector
    ) throws -> ([Profile], others: Int) {
        let repository = selector.profiles
        let count = try repository.count()
        guard let name = context.givenName, count > comparedLimit, !all else {
            return (try repository.profiles().inNameOrder(), 0)
        }
        var profiles = try selector.profilesCompared(with: name, in: context)
        if let current = context.current, !profiles.contains(where: { $0.name == current }) {
            profiles.append(try repository.profile(named: current.text))
        }
        return (profiles, count - profiles.count)
    }
}

extension Selection {
    /// Whether the action is asked about before it is sent, and refused in a script.
    func asksFirst(before action: Action) -> Bool { action.isWrite && isInferred }
}

/// The action that is explained, made by the code of the command that would send it.
enum ExplainedAction {
    /// A command in this directory.
    case anything
    case request(GraphRequest)
    case batch([BatchRequest])
    case token(TokenInvocation)
    case remote(RemoteAddress)

    /// The action as the ladder sees it, and the permissions that it takes, where they are known.
    func action(_ selector: Selector) throws -> (Action, RequiredPermissions?) {
        switch self {
        case .anything: return (.anything, nil)
        case .request(let request):
            let required = try selector.permissions.required(by: request)
            return (try Action(request, required, ofParts: selector.permissions.required), required)
        case .batch(let requests): return (try selector.action(of: requests), nil)
        case .token(let token): return (token.action, nil)
        case .remote(let address): return (address.action, nil)
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
        case .remote(let address): return address.inWords
        }
    }

    func failure(_ error: SelectionError) -> Failure {
        if case .batch(let requests) = self { Failure(error, sending: requests) } else { Failure(error) }
    }

    /// The failure for profiles that fit equally, without the others.
    func failure(_ tie: Tie) -> Failure {
        if case .remote(let address) = self {
            Failure(tie, at: address.rulePattern)
        } else {
            Failure(tie, listsOthers: false)
        }
    }
}
