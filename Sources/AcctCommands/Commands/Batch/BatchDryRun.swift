import AccountProfiles
import AccountStore
import MicrosoftGraph

/// The profile that would send a batch, and its requests. Nothing is sent.
struct BatchDryRun: CommandOutput {
    private let requests: [BatchRequest]
    private let action: Action
    private let selection: Selection

    /// - Parameter flag: the value of `--profile`.
    /// - Throws: the failure of `acct batch` where no profile could be chosen for all requests.
    init(of requests: [BatchRequest], as flag: String?, _ selector: Selector) throws {
        let batch = ExplainedAction.batch(requests)
        let trial = try batch.trial(as: flag, comparesAll: false, selector)
        if let conflict = try batch.laterConflict(after: trial, selector) { throw conflict }
        do throws(SelectionError) { selection = try trial.result.get() } catch { throw batch.failure(error) }
        (self.requests, action) = (requests, trial.action)
    }

    func text(for terminal: Terminal) -> String {
        var facts = ["As \(selection.explanation)", selection.cautionSentence].compactMap(\.self)
        if asksFirst { facts.append(Selection.confirmationSentence) }
        if terminal.outputIsTerminal { facts = facts.flatMap { $0.wrapped(to: terminal.outputColumns) } }
        let lines = requests.map { "\($0.effectiveMethod) \($0.url)" }
        return (lines + [""] + facts).map(\.safeLine).joined(separator: "\n")
    }

    private var asksFirst: Bool { selection.asksFirst(before: action) }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(selection.profile.name.text, forKey: .profile)
        try fields.encode(selection.profile.username, forKey: .username)
        try fields.encode(selection.step.rawValue, forKey: .step)
        try fields.encode(selection.reason, forKey: .reason)
        try fields.encode(selection.caution, forKey: .caution)
        try fields.encode(action.isWrite, forKey: .isWrite)
        try fields.encode(asksFirst, forKey: .asksFirst)
        try fields.encode(requests.map(Row.init), forKey: .requests)
    }

    private enum CodingKeys: CodingKey {
        case profile, username, step, reason, caution, isWrite, asksFirst, requests
    }

    private struct Row: Encodable {
        let id, method, url: String

        init(_ request: BatchRequest) { (id, method, url) = (request.id, request.effectiveMethod, request.url) }
    }
}
