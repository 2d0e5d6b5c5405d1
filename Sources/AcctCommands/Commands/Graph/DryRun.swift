import AccountProfiles
import AccountStore
import AuthCore
import FoundationEssentials
import Glibc
import HTTPTransport
import MicrosoftGraph

/// `acct graph --dry-run`: the profile that would act, and the request that would be sent. It agrees with `acct why`.
struct DryRun: CommandOutput {
    private let selection: Selection
    private let acting: DryRunSelection
    private let request: HTTPRequest
    private let body: RequestBody?
    /// The size of the file that follows the request in parts, in bytes.
    private let uploadSize: Int?
    private let scopes: ScopeCheck?

    /// - Parameter flag: the value of `--profile`.
    /// - Throws: the failure of `acct graph` where no profile could be chosen, or the URL is on another host.
    init(of request: GraphRequest, as flag: String?, in services: Services) throws {
        let selector = try services.selector
        let (action, required) = try selector.action(of: request, as: flag)
        let trial = try SelectionTrial(of: action, required, as: flag, comparesAll: false, selector)
        let selection = try trial.result.get()
        self.selection = selection
        acting = DryRunSelection(selection, for: trial.action)
        let upload = LargeUpload(request)
        uploadSize = upload?.size
        let client = try services.graph.client(for: selection.profile)
        self.request = try client.prepared(upload?.sessionRequest ?? request)
        body = try self.request.body.map { try RequestBody($0) }
        let held = try services.usage.heldScopes()[selection.profile.name]
        scopes = trial.required.flatMap { ScopeCheck($0, for: selection.profile.kind, held: held) }
    }

    func text(for terminal: Terminal) -> String {
        let head = ["\(request.method) \(request.url)"] + headers.map { "\($0.name): \($0.value)" }
        var facts = acting.sentences + [acting.isWrite ? "It is a write." : "It only reads."]
        facts.append(scopes?.sentence(of: selection.profile.name) ?? "The scope that it needs is not known.")
        if let uploadSize { facts.append("The file follows in parts: \(uploadSize) bytes.") }
        let content = body.map { $0.shown.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
        var notes = terminal.outputIsTerminal ? facts.flatMap { $0.wrapped(to: terminal.outputColumns) } : facts
        if let consentCommand { notes.append("  Run: \(consentCommand)") }
        let sections: [[String]] = [head, content ?? [], notes]
        return sections.filter { !$0.isEmpty }.map { $0.map(\.safeLine).joined(separator: "\n") }
            .joined(separator: "\n\n")
    }

    /// The command that asks for the scope that the token lacks. An app's permissions are granted by an administrator.
    private var consentCommand: SuggestedCommand? {
        guard let least = scopes?.least, scopes?.isHeld == false, selection.profile.kind != .app else { return nil }
        return .consent(to: Scopes(spaceSeparated: least), of: selection.profile.name)
    }

    /// A secret describes itself without its value.
    private static let mask = Secret("")

    /// The headers in order, the token masked.
    private var headers: [(name: String, value: String)] {
        [("Authorization", "Bearer \(Self.mask)")]
            + request.headers.map { field in
                if case .text(let value) = field.value { (field.name, value) } else { (field.name, "\(Self.mask)") }
            }
    }

    func encode(to encoder: any Encoder) throws {
        try acting.encode(to: encoder)
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(request.method, forKey: .method)
        try fields.encode(request.url, forKey: .url)
        let headers = Dictionary(headers.map { ($0.name, $0.value) }) { "\($0), \($1)" }
        try fields.encode(headers, forKey: .headers)
        try fields.encode(body?.text, forKey: .body)
        try fields.encode(body?.size, forKey: .bodySize)
        try fields.encode(uploadSize, forKey: .uploadSize)
        try fields.encode(scopes, forKey: .scopes)
    }

    private enum CodingKeys: CodingKey { case method, url, headers, body, bodySize, uploadSize, scopes }
}

/// The body of a request for people: its text, or its size where it is long or no text.
private struct RequestBody {
    let size: Int
    let text: String?

    private static let limit = 16 << 10

    init(_ body: HTTPBody) throws {
        switch body {
        case .bytes(let data):
            size = data.count
            text = data.count <= Self.limit ? String(validating: data, as: UTF8.self) : nil
        case .secret(let data): (size, text) = (data.count, nil)
        case .filePart(_, let range, _): (size, text) = (range.count, nil)
        case .file(let path):
            var info = stat()
            guard stat(path, &info) == 0 else { throw Failure.unreadableInput(path, code: errno) }
            size = Int(info.st_size)
            let bytes = size <= Self.limit ? try? RegularFile(path, limit: Self.limit).bytes : nil
            text = bytes.flatMap { String(validating: $0, as: UTF8.self) }
        }
    }

    var shown: String { text ?? "\(size) bytes" }
}

/// The scope that a request needs, and whether the profile has it.
private struct ScopeCheck: Encodable {
    let isSupported: Bool
    @Nullable var least: String?
    /// Nil where the cached tokens do not tell.
    @Nullable var isHeld: Bool?

    /// - Parameter held: the scopes of the profile's cached tokens; nil without any.
    /// - Returns: nil where nothing is known of the request.
    init?(_ required: RequiredPermissions, for kind: Profile.Kind, held: Scopes?) {
        guard let scheme = PermissionScheme(kind), required[scheme] != .unknown else { return nil }
        isSupported = required[scheme] != .notServed
        least = required[scheme].least?.scopesToRequest.joined(separator: " ")
        isHeld = isSupported ? held.flatMap { required.isSatisfied(by: $0.names, for: scheme) } : nil
    }

    func sentence(of profile: ProfileName) -> String {
        guard let least else { return "The permission list names no scope for it and this kind of account." }
        return switch isHeld {
        case true?: "It needs the scope \(least), and the token of \(profile) has it or one that includes it."
        case false?: "It needs the scope \(least), which the token of \(profile) lacks."
        case nil: "It needs the scope \(least). Whether \(profile) has it is not known."
        }
    }

    private enum CodingKeys: String, CodingKey {
        case isSupported = "supported"
        case least
        case isHeld = "held"
    }
}
