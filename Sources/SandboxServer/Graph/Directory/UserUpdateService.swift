import NIOHTTP1

/// Updates and deletes users until the sandbox ends.
///
/// The accounts do not change: a user who was deleted from the directory can still sign in.
struct UserUpdateService {
    let directories: TenantDirectories

    var routes: [GraphRoute] {
        let change = ["User.ReadWrite"] + Self.writeUsers
        return [
            GraphRoute(.PATCH, "me", for: .workAccounts, needs: change, handler: changeMe),
            GraphRoute(.PATCH, "users/{id}", for: .workAccounts, needs: change, handler: changeUser),
            GraphRoute(.DELETE, "users/{id}", for: .workAccounts, needs: ["User.ReadWrite.All"], handler: delete),
        ]
    }

    private static let writeUsers = ["User.ReadWrite.All", "Directory.ReadWrite.All"]

    private func changeMe(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        try apply(try operation.body(), to: try user(try operation.identity().objectID, operation), operation)
    }

    private func changeUser(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let user = try user(operation.parameter("id"), operation)
        if user.id != operation.token.identity?.objectID { try checkRights(operation) }
        return try apply(try operation.body(), to: user, operation)
    }

    private func delete(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let user = try user(operation.parameter("id"), operation)
        try checkRights(operation)
        directories.change(operation.token.tenant) { $0.remove(user) }
        return .empty(.noContent)
    }

    private func user(_ id: String, _ operation: GraphOperation) throws(GraphErrorResponse) -> DirectoryUser {
        guard let user = directories.directory(of: operation.token.tenant).user(id) else { throw .noSuchObject(id) }
        return user
    }

    /// A delegated permission does not extend the user's own rights: only administrators can change other users.
    private func checkRights(_ operation: GraphOperation) throws(GraphErrorResponse) {
        guard Self.writeUsers.contains(where: { operation.token.permissions.contains($0) }) else { throw .denied }
        if let identity = operation.token.identity, !identity.isAdministrator { throw .denied }
    }

    private func apply(_ body: JSON, to user: DirectoryUser, _ operation: GraphOperation) throws(GraphErrorResponse)
        -> GraphResult
    {
        var changed = user
        for member in body.members ?? [] { try changed.set(member) }
        directories.change(operation.token.tenant) { $0.replace(changed) }
        return .empty(.noContent)
    }
}

extension DirectoryUser {
    fileprivate mutating func set(_ member: JSON.Member) throws(GraphErrorResponse) {
        switch (member.name, member.value) {
        case ("displayName", .string(let name)): displayName = name
        case ("givenName", .string(let name)): givenName = name
        case ("surname", .string(let name)): surname = name
        case ("jobTitle", .string), ("jobTitle", .null): jobTitle = member.value
        case ("accountEnabled", .bool(let flag)): isEnabled = flag
        default:
            guard Self.properties.contains(member.name) else {
                throw .unknownProperty(member.name, type: "microsoft.graph.user")
            }
            throw GraphErrorResponse(
                .badRequest, code: "Request_BadRequest", "The property '\(member.name)' cannot be set to that here.")
        }
    }
}
