import AccountProfiles
import MicrosoftGraph

/// The action that is explained, made by the code of the command that would send it.
enum ExplainedAction {
    /// A command in this directory.
    case anything
    case request(GraphRequest)
    case batch([BatchRequest])
    case token(TokenInvocation)
    case remote(RemoteAddress)

    /// The selection for the action.
    ///
    /// - Parameters:
    ///   - flag: the value of `--profile`.
    ///   - comparesAll: whether every profile is compared, however many there are.
    /// - Throws: the failure of the command itself where it would be refused although a profile was chosen.
    func trial(as flag: String?, comparesAll: Bool, _ selector: Selector) throws -> SelectionTrial {
        let (action, required) = try action(selector, as: flag)
        let trial = try SelectionTrial(of: action, required, as: flag, comparesAll: comparesAll, selector)
        guard case .success(let selection) = trial.result else { return trial }
        if case .remote(let address) = self {
            try address.server.requireNoPossibleRule(for: selection)
        } else {
            try selection.requireNoPossibleRule(for: action)
        }
        return trial
    }

    /// The failure of a batch whose later requests belong to another profile than the first, which have chosen one.
    ///
    /// - Throws: `Failure` where the profile may not send them.
    func laterConflict(after trial: SelectionTrial, _ selector: Selector) throws -> Failure? {
        guard case .batch(let requests) = self, case .success(let selection) = trial.result else { return nil }
        let batch = BatchSelection(
            action: trial.action, selection: selection, context: trial.context, profiles: trial.profiles,
            selector: selector)
        do {
            try batch.checkThoseAfterTheFirst(requests)
            return nil
        } catch let failure as Failure where failure.kind == .ambiguous {
            return failure
        }
    }

    /// The action as the ladder sees it, and the permissions that it takes, where they are known.
    func action(_ selector: Selector, as flag: String?) throws -> (Action, RequiredPermissions?) {
        switch self {
        case .anything: (.anything, nil)
        case .request(let request): try selector.action(of: request, as: flag)
        case .batch(let requests): (try selector.action(of: requests), nil)
        case .token(let token): (token.action, nil)
        case .remote(let address): (address.server.action, nil)
        }
    }

    /// The action as the beginning of a sentence.
    var inWords: String {
        switch self {
        case .anything: return "A command in this directory"
        case .request(let request):
            let path = ResourcePath(request.path)
            let server = path.origin.map { "\($0)/\(path.version ?? "v1.0")" } ?? ""
            return "\(request.effectiveMethod) \(server)\(path.text)"
        case .batch(let requests):
            let count = requests.count == 1 ? "1 request" : "\(requests.count) requests"
            return "A batch of \(count)" + (BatchWrites(requests).text.map { " with writes, \($0)" } ?? "")
        case .token(let token): return "A token for \(token.resource ?? token.scopes.joined(separator: " "))"
        case .remote(let address): return address.inWords
        }
    }

    /// The command to do the action with; nil where it is not one command.
    private var commandName: String? {
        switch self {
        case .anything, .remote: nil
        case .request: "graph"
        case .batch: "batch"
        case .token: "token"
        }
    }

    /// The failure with the command to type next, where that takes a profile.
    ///
    /// - Parameter line: the line of `acct why`.
    func suggestingCommand(_ failure: Failure, from line: TypedLine?) -> Failure {
        guard failure.lacksProfileOption else { return failure }
        var failure = failure
        if let commandName {
            failure.remedy = line?.explained(by: commandName).map { Remedy($0) }
        } else {
            failure.remedy = Remedy(leadIn: "To make one the current profile:", "acct use NAME")
        }
        return failure
    }

    func failure(_ error: SelectionError) -> Failure {
        if case .batch(let requests) = self { Failure(error, sending: requests) } else { Failure(error) }
    }

    /// The failure for profiles that fit equally, without the others.
    func failure(_ tie: Tie) -> Failure {
        if case .remote(let address) = self {
            Failure(tie, at: address.server.rulePattern)
        } else {
            Failure(tie, listsOthers: false)
        }
    }
}
