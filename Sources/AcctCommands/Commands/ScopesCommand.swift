import AccountStore
import ArgumentParser
import FoundationEssentials
import HTTPTransport
import MicrosoftGraph

/// `acct scopes`: show the scopes that a request to Graph needs. Named unlike the word that is typed, because `Scopes` is
/// the type of AuthCore.
struct ScopesCommand: DataCommand, ImmediateCommand {
    static let configuration = CommandConfiguration(
        commandName: "scopes",
        abstract: "Show which scopes a request to Graph needs.",
        discussion: """
            Prints the least privileged scope for work accounts, for personal accounts and for apps. On a terminal, \
            sufficient alternatives follow in parentheses. Otherwise each line is a kind, a tab and the scopes to \
            request: - where Graph does not offer the request to that kind, ? where acct does not know.

              acct scopes /me/messages
              acct scopes -X POST /me/events
              acct scopes '/users/dana@contoso.com/drive/root:/plan.docx:/content'
              acct scopes --import permissions.json

            A built-in table covers common requests; no request is sent. With --import, Microsoft's published list is \
            stored and used too. A request that is in neither may exist all the same. To fetch and store the list:

              \(SuggestedCommand.importPermissions)
            """)

    @Argument(help: "The path, such as /me/messages.", completion: .graphPaths)
    var path: String?

    @Option(name: [.customShort("X", allowingJoined: true), .long], help: "The method.", completion: .methods)
    var method = "GET"

    @Option(
        name: .customLong("import"),
        help: ArgumentHelp("Store Microsoft's published list, from a file or with - from stdin.", valueName: "file"),
        completion: .file())
    var source: String?

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    func validate() throws {
        guard path != nil || source != nil else {
            throw ValidationError("Give a path, such as \"acct scopes /me/messages\", or a list with --import.")
        }
        if path != nil, source != nil { throw ValidationError("Give either a path or --import.") }
        guard !method.isEmpty, method.utf8.allSatisfy({ (65...90).contains($0 & 0xDF) }) else {
            throw ValidationError("\"\(method)\" is not a method: give one such as GET or POST.")
        }
    }

    func run(_ services: Services) throws {
        if let source { return try importList(source, services) }
        let path = ResourcePath(path ?? "")
        guard !path.segments.isEmpty else {
            throw Failure.notAPath(self.path ?? "")
        }
        let required = try services.permissions.required(method: method, path: path)
        guard let required, !required.isUnknown else {
            if json.json {
                let unknown = RequiredScopes(required: nil, method: method.uppercased(), path: path)
                try services.output.printJSON(unknown)
            }
            throw Failure(
                unknown: "\(method.uppercased()) \(path.text)", remark: required?.remark,
                hasImported: try services.permissionList.lastImport() != nil)
        }
        if let remark = required.remark { services.output.note(remark) }
        try services.output.print(
            RequiredScopes(required: required, method: required.method, path: path), asJSON: json.json)
    }

    private func importList(_ source: String, _ services: Services) throws {
        let file = InputFile(source)
        services.output.progress("Reading \(file.name)")
        defer { services.output.clearProgress() }
        let bytes = try file.contents(limit: PublishedPermissions.sizeLimit)
        let list: PublishedPermissions
        do throws(PublishedPermissionsError) {
            list = try PublishedPermissions(bytes)
        } catch {
            throw Failure.notAPermissionList(file.name, error)
        }
        try services.permissionList.replace(
            with: list.entries.map(PermissionListRepository.Row.init), permissionCount: list.permissionCount,
            at: services.clock.now())
        services.output.clearProgress()
        services.output.note(
            "Imported \(list.entries.count) requests and \(list.permissionCount) permissions from \(file.name).")
        let counts = Imported(requests: list.entries.count, permissions: list.permissionCount)
        if json.json { try services.output.printJSON(counts) }
    }

    private struct Imported: Encodable {
        let requests, permissions: Int
    }
}

extension PermissionListRepository.Row {
    fileprivate init(_ entry: PermissionEntry) {
        self.init(
            root: entry.pathShape.root, depth: entry.pathShape.depth, path: entry.path, method: entry.method,
            permissions: entry.permissions)
    }
}

/// The scopes that a request needs, as `acct scopes` prints them.
struct RequiredScopes: CommandOutput {
    /// Nil where nothing is known of the request.
    let required: RequiredPermissions?
    /// In upper case.
    let method: String
    let path: ResourcePath

    func text(for terminal: Terminal) -> String {
        guard let required else { return "" }
        let kinds = [("work", required.work), ("personal", required.personal), ("app", required.application)]
        guard terminal.outputIsTerminal else {
            return Table.plain(rows: kinds.map { [$0, $1.leastWords] })
        }
        let lines = kinds.map { name, requirement in
            name.padded(to: 10) + requirement.words
        }
        return (["\(required.method) \(required.template)"] + lines).map(\.safeLine).joined(separator: "\n")
    }

    /// Every field is present; what is not known is null.
    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(method, forKey: .method)
        try fields.encode(path.text, forKey: .path)
        try fields.encode(required?.template, forKey: .template)
        try fields.encode(required.flatMap { Kind($0.work) }, forKey: .work)
        try fields.encode(required.flatMap { Kind($0.personal) }, forKey: .personal)
        try fields.encode(required.flatMap { Kind($0.application) }, forKey: .application)
        try fields.encode(required.map { $0.source == .builtIn ? "built-in" : "imported" }, forKey: .source)
    }

    private enum CodingKeys: CodingKey { case method, path, template, work, personal, application, source }

    private struct Kind: Encodable {
        let supported, mayNeedAdministrator: Bool
        @Nullable var least: String?
        let scopes, alsoRequires: [String]

        init?(_ requirement: RequiredPermissions.Requirement) {
            guard requirement != .unknown else { return nil }
            supported = requirement != .notServed
            least = requirement.least?.name
            scopes = requirement.options.map(\.name)
            alsoRequires = requirement.least?.alsoRequires ?? []
            mayNeedAdministrator = requirement.least?.mayNeedAdministrator ?? false
        }

    }
}

extension RequiredPermissions.Requirement {
    /// The scopes to request as a program takes them: separated by spaces, as in a token request.
    fileprivate var leastWords: String {
        switch self {
        case .unknown: "?"
        case .notServed: "-"
        case .anyOf: least?.scopesToRequest.joined(separator: " ") ?? "?"
        }
    }

    /// The requirement as a person reads it, with the alternatives.
    fileprivate var words: String {
        switch self {
        case .unknown: return "not known"
        case .notServed: return "not supported"
        case .anyOf(let options):
            let others = options.dropFirst().map(\.words).joined(separator: ", ")
            return (options.first?.words ?? "") + (others.isEmpty ? "" : " (or: \(others))")
                + (least?.mayNeedAdministrator == true ? "; may need an administrator" : "")
        }
    }
}

extension ScopeOption {
    fileprivate var words: String {
        alsoRequires.isEmpty ? name : "\(name) with \(alsoRequires.joined(separator: " or "))"
    }
}
