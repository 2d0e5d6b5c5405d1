import NIOHTTP1

/// Teams and channels, for work accounts only. A team has the id of its group.
struct TeamsService {
    private static let size = 3

    var routes: [GraphRoute] {
        let readTeams = ["Team.ReadBasic.All", "User.Read.All", "User.ReadWrite.All", "Directory.Read.All"]
        let readTeam = ["Team.ReadBasic.All", "Group.Read.All", "Group.ReadWrite.All", "Directory.Read.All"]
        let readChannels = ["Channel.ReadBasic.All"] + readTeam.dropFirst()
        return [
            GraphRoute(
                .GET, "me/joinedTeams", for: .workAccounts, needs: readTeams, else: .scopesMissing(readTeams),
                handler: joined),
            GraphRoute(
                .GET, "teams/{id}", for: .workAccounts, needs: readTeam, else: .scopesMissing(readTeam), handler: team),
            GraphRoute(
                .GET, "teams/{id}/channels", for: .workAccounts, needs: readChannels,
                else: .scopesMissing(readChannels),
                handler: channels),
        ]
    }

    private func joined(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let tenant = try operation.identity().tenant
        let items = (0..<Self.size).map { Self.json(number: $0, tenant: tenant) }
        return try PagedCollection(count: items.count, item: { items[$0] }, context: "teams").page(for: operation)
    }

    private func team(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let team = Self.json(number: try number(operation), tenant: operation.token.tenant)
        return .json(operation.entity(team, of: "teams"))
    }

    private func channels(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let id = Self.id(of: try number(operation), tenant: operation.token.tenant)
        let items: [JSON] = ["General", "Release „Zugspitze“"].map { name in
            let thread = StableGUID.make("\(id)/\(name)").filter { $0 != "-" }
            return [
                "id": .string("19:\(thread)@thread.tacv2"), "displayName": .string(name), "description": nil,
                "membershipType": "standard", "tenantId": .string(operation.token.tenant.id),
            ]
        }
        return try PagedCollection(count: items.count, item: { items[$0] }, context: "teams('\(id)')/channels").page(
            for: operation)
    }

    private func number(_ operation: GraphOperation) throws(GraphErrorResponse) -> Int {
        let id = operation.parameter("id").lowercased()
        guard let number = (0..<Self.size).first(where: { Self.id(of: $0, tenant: operation.token.tenant) == id })
        else {
            throw GraphErrorResponse(.notFound, code: "NotFound", "No team found with Group Id \(id)")
        }
        return number
    }

    private static func id(of number: Int, tenant: Tenant) -> String {
        StableGUID.make("\(tenant.id)/group/\(number * 2)")
    }

    private static func json(number: Int, tenant: Tenant) -> JSON {
        [
            "id": .string(id(of: number, tenant: tenant)),
            "displayName": .string("\(tenant.displayName) Team \(number)"),
            "description": nil, "isArchived": false, "tenantId": .string(tenant.id),
        ]
    }
}

extension GraphErrorResponse {
    /// Teams names the missing permissions in its error message.
    static func scopesMissing(_ needed: [String]) -> GraphErrorResponse {
        GraphErrorResponse(
            .forbidden, code: "Forbidden",
            "Missing scope permissions on the request. API requires one of '\(needed.joined(separator: ", "))'.")
    }
}

/// Chats, for work accounts only.
struct ChatService {
    private static let size = 45

    var routes: [GraphRoute] {
        let read = ["Chat.Read", "Chat.ReadWrite", "Chat.ReadBasic"]
        return [GraphRoute(.GET, "me/chats", for: .workAccounts, needs: read, handler: chats)]
    }

    private func chats(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let identity = try operation.identity()
        let items = (0..<Self.size).map { Self.chat(number: $0, identity) }
        return try PagedCollection(
            count: items.count, item: { items[$0] }, context: "chats", defaultPage: 20, largestPage: 50
        )
        .page(for: operation)
    }

    private static func chat(number: Int, _ identity: TenantIdentity) -> JSON {
        let thread = StableGUID.make("\(identity.objectID)/chat/\(number)").filter { $0 != "-" }
        return [
            "id": .string("19:\(thread)@thread.v2"),
            "topic": number % 3 == 0 ? nil : .string("Projekt \"\(number)\""),
            "createdDateTime": .string(Timestamp(1_770_000_000 + number * 3_600).iso8601),
            "chatType": number % 3 == 0 ? "oneOnOne" : "group", "tenantId": .string(identity.tenant.id),
        ]
    }
}
