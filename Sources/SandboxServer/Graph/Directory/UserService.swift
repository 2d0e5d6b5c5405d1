import NIOHTTP1

/// Users, as Graph lists and shows them.
struct DirectoryService {
    let directories: Directories

    var routes: [GraphRoute] {
        let readSelf = ["User.Read", "User.ReadWrite"] + Self.readUsers.dropFirst()
        return [
            GraphRoute(.GET, "me", needs: readSelf, handler: me),
            GraphRoute(.GET, "users", .workAccounts, needs: Self.readUsers, handler: users),
            GraphRoute(.GET, "users/$count", .workAccounts, needs: Self.readUsers, handler: countUsers),
            GraphRoute(.GET, "users/{id}", .workAccounts, needs: readSelf + Self.readUsers, handler: user),
        ]
    }

    private static let readUsers = [
        "User.ReadBasic.All", "User.Read.All", "User.ReadWrite.All", "Directory.Read.All", "Directory.ReadWrite.All",
    ]

    private func me(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
        let identity = try call.identity()
        let json = identity.account.isPersonal ? Self.personal(identity.account) : directories.user(of: identity).json
        return try single(json, call)
    }

    private func users(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
        try checkSelection(call)
        let users = try matching(call)
        let listing = Listing(
            count: users.count, item: { users[$0].json }, context: "users", defaults: DirectoryUser.defaults,
            paging: .skipToken, defaultPage: 100, largestPage: 999, countsEventually: true)
        return try listing.page(for: call)
    }

    private func countUsers(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
        guard call.hasEventualConsistency else {
            throw .unsupportedQuery(
                "A count of directory objects has to be asked for with the header 'ConsistencyLevel: eventual'.")
        }
        return .text(String(try matching(call).count))
    }

    private func user(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
        let id = call.parameter("id")
        guard let user = directories.directory(of: call.token.tenant).user(id) else { throw .noSuchObject(id) }
        let isSelf = user.id == call.token.identity?.objectID
        guard isSelf || Self.readUsers.contains(where: { call.token.permissions.contains($0) }) else { throw .denied }
        return try single(user.json, call)
    }

    private func single(_ json: JSON, _ call: GraphCall) throws(GraphError) -> GraphAnswer {
        try checkSelection(call)
        let selection = Selection(call.query.select, defaults: DirectoryUser.defaults)
        var members: [JSON.Member] = [
            .init(name: "@odata.context", value: call.context(selection.context("users") + "/$entity"))
        ]
        members += selection.apply(json).members ?? []
        return .json(.object(members))
    }

    private func matching(_ call: GraphCall) throws(GraphError) -> [DirectoryUser] {
        let filter = try UserFilter(call)
        let everybody = directories.directory(of: call.token.tenant).users
        let users = filter.isEmpty ? everybody : everybody.filter(filter.matches)
        guard let order = call.query["orderby"] else { return users }
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

    private func checkSelection(_ call: GraphCall) throws(GraphError) {
        for name in call.query.select where name != "*" && !DirectoryUser.properties.contains(name) {
            throw .unknownProperty(name, type: "microsoft.graph.user")
        }
    }

    /// Graph knows a personal account by the last sixteen digits of its uid, and little else about it.
    private static func personal(_ account: Account) -> JSON {
        [
            "displayName": .string(account.displayName), "surname": .string(account.surname),
            "givenName": .string(account.givenName),
            "id": .string(String(account.uid.filter { $0 != "-" }.suffix(16))),
            "userPrincipalName": .string(account.username), "businessPhones": [], "jobTitle": nil,
            "mail": .string(account.username), "mobilePhone": nil, "officeLocation": nil, "preferredLanguage": nil,
        ]
    }
}
