import AccountStore
import ArgumentParser
import Foundation
import MicrosoftGraph

/// `acct scopes`: what a request to Graph takes. Its type is not named as it is typed, because `Scopes` are the core's.
struct ScopesCommand: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "scopes",
        abstract: "Show which scopes a request to Graph takes.",
        discussion: """
            Prints the least privileged scope for work accounts, for personal accounts and for apps. On a terminal \
            others that will do follow in parentheses. Through a pipe each line is a kind, a tab and the scopes to ask \
            for: - where Graph does not offer the request to that kind, ? where nothing is known.

              acct scopes /me/messages
              acct scopes -X POST /me/events
              acct scopes '/users/dana@contoso.com/drive/root:/plan.docx:/content'
              acct scopes --import permissions.json

            It answers for what people use, from a table of its own and without a request. With --import it takes in \
            Microsoft's published list and answers for all of that too: permissions.json, in the folder \
            permissions/new of microsoftgraph/microsoft-graph-devx-content on GitHub. A request that is in neither \
            can exist all the same.
            """)

    @Argument(help: "The path, such as /me/messages.", completion: .graphPaths)
    var path: String?

    @Option(name: [.customShort("X"), .long], help: "The method.")
    var method = "GET"

    @Option(
        name: .customLong("import"),
        help: ArgumentHelp("Take in Microsoft's published list, from a file or with - from stdin.", valueName: "file"),
        completion: .file())
    var source: String?

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    func validate() throws {
        guard path != nil || source != nil else {
            throw ValidationError("Give a path, such as “acct scopes /me/messages”, or a list with --import.")
        }
        if path != nil, source != nil { throw ValidationError("Give either a path or --import.") }
        guard !method.isEmpty, method.utf8.allSatisfy({ (65...90).contains($0 & 0xDF) }) else {
            throw ValidationError("“\(method)” is not a method: give one such as GET or POST.")
        }
    }

    func run(_ services: Services) async throws {
        if let source { return try take(source, services) }
        let path = ResourcePath(path ?? "")
        guard !path.segments.isEmpty else {
            throw Failure(.usage, "“\(self.path ?? "")” names nothing. Give a path, such as /me/messages.")
        }
        let required = try services.permissions.required(method: method, path: path)
        guard let required, !required.isUnknown else {
            throw Failure(
                unknown: "\(method.uppercased()) \(path.text)", remark: required?.remark,
                hasImported: try services.permissionList.lastImport() != nil)
        }
        if let remark = required.remark { services.output.note(remark) }
        try services.output.answer(RequiredScopes(required: required, path: path), asJSON: json.json)
    }

    private func take(_ source: String, _ services: Services) throws {
        let name = source == "-" ? "stdin" : source
        services.output.progress("Reading \(name)")
        defer { services.output.progress("") }
        let limit = PublishedPermissions.sizeLimit + 1
        let bytes =
            try source == "-"
            ? FileHandle.standardInput.read(upToCount: limit) ?? Data() : ForeignFile.read(source, limit: limit)
        let list: PublishedPermissions
        do throws(PublishedPermissionsError) {
            list = try PublishedPermissions(bytes)
        } catch {
            throw InteropError.notAPermissionList(path: name, error)
        }
        try services.permissionList.replace(
            with: list.entries.map(StoredPermissionList.Row.init), permissionCount: list.permissionCount, at: Date())
        services.output.progress("")
        services.output.note(
            "Took \(list.entries.count) requests and \(list.permissionCount) permissions from \(name).")
        let counts = Taken(requests: list.entries.count, permissions: list.permissionCount)
        if json.json { try services.output.answer(counts, asJSON: true) }
    }

    private struct Taken: Answer {
        let requests, permissions: Int
        func text(for terminal: Terminal) -> String { "" }
    }
}

extension StoredPermissionList.Row {
    fileprivate init(_ entry: PermissionEntry) {
        self.init(
            root: entry.pathShape.root, depth: entry.pathShape.depth, path: entry.path, method: entry.method,
            permissions: entry.permissions)
    }
}
