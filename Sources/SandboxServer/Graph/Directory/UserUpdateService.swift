import NIOHTTP1

/// Changes to user objects, which stay until the emulator ends.
///
/// They leave the accounts alone: somebody who is deleted from the directory can still sign in.
struct UserWrites {
    let directories: Directories

    var routes: [GraphRoute] {
        let change = ["User.ReadWrite"] + Self.writeUsers
        return [
            GraphRoute(.PATCH, "me", .workAccounts, needs: change, handler: changeMe),
            GraphRoute(.PATCH, "users/{id}", .workAccounts, needs: change, handler: changeUser),
            GraphRoute(.DELETE, "users/{id}", .workAccounts, needs: ["User.ReadWrite.All"], handler: delete),
        ]
    }

    private static let writeUsers = ["User.ReadWrite.All", "Directory.ReadWrite.All"]

    private func changeMe(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
        try apply(try call.body(), to: try user(try call.identity().objectID, call), call)
    }

    private func changeUser(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
        let user = try user(call.parameter("id"), call)
        if user.id != call.token.identity?.objectID { try checkRights(call) }
        return try apply(try call.body(), to: user, call)
    }

    private func delete(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
        let user = try user(call.parameter("id"), call)
        try checkRights(call)
        directories.change(call.token.tenant) { $0.remove(user) }
        return .empty(.noContent)
    }

    private func user(_ id: String, _ call: GraphCall) throws(GraphError) -> DirectoryUser {
        guard let user = directories.directory(of: call.token.tenant).user(id) else { throw .noSuchObject(id) }
        return user
    }

    /// A delegated permission is good for no more than its person may do: to change others takes an administrator.
    private func checkRights(_ call: GraphCall) throws(GraphError) {
        guard Self.writeUsers.contains(where: { call.token.permissions.contains($0) }) else { throw .denied }
        if let identity = call.token.identity, !identity.isAdministrator { throw .denied }
    }

    private func apply(_ body: JSON, to user: DirectoryUser, _ call: GraphCall) throws(GraphError) -> GraphAnswer {
        var changed = user
        for member in body.members ?? [] { try changed.set(member) }
        directories.change(call.token.tenant) { $0.replace(changed) }
        return .empty(.noContent)
    }
}

extension DirectoryUser {
    fileprivate mutating func set(_ member: JSON.Member) throws(GraphError) {
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
            throw GraphError(
                .badRequest, "Request_BadRequest", "The property '\(member.name)' cannot be set to that here.")
        }
    }
}
