import NIOHTTP1

/// Teams and their channels, which only work accounts have. A team's id is that of the group behind it.
struct TeamService {
    private static let size = 3

    var routes: [GraphRoute] {
        let readTeams = ["Team.ReadBasic.All", "User.Read.All", "User.ReadWrite.All", "Directory.Read.All"]
        let readTeam = ["Team.ReadBasic.All", "Group.Read.All", "Group.ReadWrite.All", "Directory.Read.All"]
        let readChannels = ["Channel.ReadBasic.All"] + readTeam.dropFirst()
        return [
            GraphRoute(
                .GET, "me/joinedTeams", .workAccounts, needs: readTeams, else: .scopesMissing(readTeams),
                handler: joined),
            GraphRoute(
                .GET, "teams/{id}", .workAccounts, needs: readTeam, else: .scopesMissing(readTeam), handler: team),
            GraphRoute(
                .GET, "teams/{id}/channels", .workAccounts, needs: readChannels, else: .scopesMissing(readChannels),
                handler: channels),
        ]
    }

    private func joined(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
        let tenant = try call.identity().tenant
        let items = (0..<Self.size).map { Self.json(number: $0, tenant: tenant) }
        return try Listing(count: items.count, item: { items[$0] }, context: "teams").page(for: call)
    }

    private func team(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
        let context: JSON = ["@odata.context": call.context("teams/$entity")]
        return .json(context.merging(Self.json(number: try number(call), tenant: call.token.tenant)))
    }

    private func channels(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
        let id = Self.id(of: try number(call), tenant: call.token.tenant)
        let items: [JSON] = ["General", "Release „Zugspitze“"].map { name in
            let thread = StableGUID.make("\(id)/\(name)").filter { $0 != "-" }
            return [
                "id": .string("19:\(thread)@thread.tacv2"), "displayName": .string(name), "description": nil,
                "membershipType": "standard", "tenantId": .string(call.token.tenant.id),
            ]
        }
        return try Listing(count: items.count, item: { items[$0] }, context: "teams('\(id)')/channels").page(for: call)
    }

    private func number(_ call: GraphCall) throws(GraphError) -> Int {
        let id = call.parameter("id").lowercased()
        guard let number = (0..<Self.size).first(where: { Self.id(of: $0, tenant: call.token.tenant) == id }) else {
            throw GraphError(.notFound, "NotFound", "No team found with Group Id \(id)")
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

extension GraphError {
    /// Teams is one of the few services that name what is missing.
    static func scopesMissing(_ needed: [String]) -> GraphError {
        GraphError(
            .forbidden, "Forbidden",
            "Missing scope permissions on the request. API requires one of '\(needed.joined(separator: ", "))'.")
    }
}

/// Chats, which only work accounts have.
struct ChatService {
    private static let size = 45

    var routes: [GraphRoute] {
        let read = ["Chat.Read", "Chat.ReadWrite", "Chat.ReadBasic"]
        return [GraphRoute(.GET, "me/chats", .workAccounts, needs: read, handler: chats)]
    }

    private func chats(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
        let identity = try call.identity()
        let items = (0..<Self.size).map { Self.chat(number: $0, identity) }
        return try Listing(count: items.count, item: { items[$0] }, context: "chats", defaultPage: 20, largestPage: 50)
            .page(for: call)
    }

    private static func chat(number: Int, _ identity: Identity) -> JSON {
        let thread = StableGUID.make("\(identity.objectID)/chat/\(number)").filter { $0 != "-" }
        return [
            "id": .string("19:\(thread)@thread.v2"),
            "topic": number % 3 == 0 ? nil : .string("Projekt \"\(number)\""),
            "createdDateTime": .string(Timestamp(1_770_000_000 + number * 3_600).iso8601),
            "chatType": number % 3 == 0 ? "oneOnOne" : "group", "tenantId": .string(identity.tenant.id),
        ]
    }
}
