import NIOHTTP1

/// Lists and reads users.
struct UserService {
    let directories: TenantDirectories

    var routes: [GraphRoute] {
        let readSelf = ["User.Read", "User.ReadWrite"] + Self.readUsers.dropFirst()
        return [
            GraphRoute(.GET, "me", needs: readSelf, handler: me),
            GraphRoute(.GET, "users", for: .workAccounts, needs: Self.readUsers, handler: users),
            GraphRoute(.GET, "users/$count", for: .workAccounts, needs: Self.readUsers, handler: countUsers),
            GraphRoute(.GET, "users/delta", for: .workAccounts, needs: Self.readUsers, handler: changes),
            GraphRoute(.GET, "users/{id}", for: .workAccounts, needs: readSelf + Self.readUsers, handler: user),
        ]
    }

    private static let readUsers = [
        "User.ReadBasic.All", "User.Read.All", "User.ReadWrite.All", "Directory.Read.All", "Directory.ReadWrite.All",
    ]

    private func me(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let identity = try operation.identity()
        let json = identity.account.isPersonal ? Self.personal(identity.account) : directories.user(of: identity).json
        return try single(json, operation)
    }

    private func users(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        try checkSelection(operation)
        let users = try matching(operation)
        let listing = PagedCollection(
            count: users.count, item: { users[$0].json }, context: "users", defaults: DirectoryUser.defaults,
            paging: .skipToken, defaultPage: 100, largestPage: 999, countsEventually: true)
        return try listing.page(for: operation)
    }

    private func changes(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        try checkSelection(operation)
        let directory = directories.directory(of: operation.token.tenant)
        let all = PagedCollection(
            count: directory.users.count, item: { directory.users[$0].json }, context: "users",
            defaults: DirectoryUser.defaults, defaultPage: 100, largestPage: 999)
        return try DeltaCollection(
            items: all, changes: directory.changes, removal: "changed", item: { directory.user($0)?.json }
        ).page(for: operation)
    }

    private func countUsers(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        guard operation.hasEventualConsistency else {
            throw .unsupportedQuery(
                "A count of directory objects has to be asked for with the header 'ConsistencyLevel: eventual'.")
        }
        return .text(String(try matching(operation).count))
    }

    private func user(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let id = operation.parameter("id")
        guard let user = directories.directory(of: operation.token.tenant).user(id) else { throw .noSuchObject(id) }
        let isSelf = user.id == operation.token.identity?.objectID
        guard isSelf || Self.readUsers.contains(where: { operation.token.permissions.contains($0) }) else {
            throw .denied
        }
        return try single(user.json, operation)
    }

    private func single(_ json: JSON, _ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        try checkSelection(operation)
        return .json(operation.entity(json, of: "users", defaults: DirectoryUser.defaults))
    }

    private func matching(_ operation: GraphOperation) throws(GraphErrorResponse) -> [DirectoryUser] {
        let filter = try UserFilter(operation)
        let all = directories.directory(of: operation.token.tenant).users
        let users = filter.isEmpty ? all : all.filter(filter.matches)
        guard let order = operation.query["orderby"] else { return users }
        let words = order.split(separator: " ").map(String.init)
        guard let property = words.first, users.first?[property] != nil || users.isEmpty else {
            throw .unsupportedQuery("Users cannot be sorted by '\(order)'.")
        }
        let isDescending = words.last?.lowercased() == "desc"
        return users.sorted {
            let (left, right) = ($0[property] ?? "", $1[property] ?? "")
            return isDescending ? right < left : left < right
        }
    }

    private func checkSelection(_ operation: GraphOperation) throws(GraphErrorResponse) {
        for name in operation.query.select where name != "*" && !DirectoryUser.properties.contains(name) {
            throw .unknownProperty(name, type: "microsoft.graph.user")
        }
    }

    /// The user object of a personal account. Its id is the last sixteen digits of the uid.
    private static func personal(_ account: DirectoryAccount) -> JSON {
        [
            "displayName": .string(account.displayName), "surname": .string(account.surname),
            "givenName": .string(account.givenName),
            "id": .string(String(account.uid.filter { $0 != "-" }.suffix(16))),
            "userPrincipalName": .string(account.username), "businessPhones": [], "jobTitle": nil,
            "mail": .string(account.username), "mobilePhone": nil, "officeLocation": nil, "preferredLanguage": nil,
        ]
    }
}
