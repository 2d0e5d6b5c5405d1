import AccountProfiles
import AccountStore
import MicrosoftGraph

/// The profile that would send a batch, and its requests. Nothing is sent.
struct BatchDryRun: CommandOutput {
    private let requests: [BatchRequest]
    private let acting: DryRunSelection

    /// - Parameter flag: the value of `--profile`.
    /// - Throws: the failure of `acct batch` where no profile could be chosen for all requests.
    init(of requests: [BatchRequest], as flag: String?, _ selector: Selector) throws {
        let batch = ExplainedAction.batch(requests)
        let trial = try batch.trial(as: flag, comparesAll: false, selector)
        if let conflict = try batch.laterConflict(after: trial, selector) { throw conflict }
        let selection: Selection
        do throws(SelectionError) { selection = try trial.result.get() } catch { throw batch.failure(error) }
        self.requests = requests
        acting = DryRunSelection(selection, for: trial.action)
    }

    func text(for terminal: Terminal) -> String {
        var facts = acting.sentences
        if terminal.outputIsTerminal { facts = facts.flatMap { $0.wrapped(to: terminal.outputColumns) } }
        let lines = requests.map { "\($0.effectiveMethod) \($0.url)" }
        return (lines + [""] + facts).map(\.safeLine).joined(separator: "\n")
    }

    func encode(to encoder: any Encoder) throws {
        try acting.encode(to: encoder)
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(requests.map(Row.init), forKey: .requests)
    }

    private enum CodingKeys: CodingKey { case requests }

    private struct Row: Encodable {
        let id, method, url: String

        init(_ request: BatchRequest) { (id, method, url) = (request.id, request.effectiveMethod, request.url) }
    }
}
