import NIOHTTP1

/// Groups and the signed-in user's memberships.
struct GroupService {
    private static let size = 120

    var routes: [GraphRoute] {
        let readGroups = [
            "Group.Read.All", "Group.ReadWrite.All", "GroupMember.Read.All", "Directory.Read.All",
            "Directory.ReadWrite.All",
        ]
        let readSelf = ["User.Read", "User.ReadWrite"] + readGroups
        return [
            GraphRoute(.GET, "groups", for: .workAccounts, needs: readGroups, handler: groups),
            GraphRoute(.GET, "groups/{id}", for: .workAccounts, needs: readGroups, handler: group),
            GraphRoute(.GET, "me/memberOf", for: .workAccounts, needs: readSelf, handler: memberships),
        ]
    }

    private func groups(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let items = (0..<Self.size).map { Self.json(number: $0, tenant: operation.token.tenant) }
        return try Self.listing(items, context: "groups").page(for: operation)
    }

    private func group(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let id = operation.parameter("id").lowercased()
        let tenant = operation.token.tenant
        guard let number = (0..<Self.size).first(where: { Self.id(of: $0, tenant: tenant) == id }) else {
            throw .noSuchObject(id)
        }
        return .json(operation.entity(Self.json(number: number, tenant: tenant), of: "groups"))
    }

    private func memberships(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let identity = try operation.identity()
        let numbers = (0..<Self.size).filter { $0 % 8 == identity.account.username.utf8.count % 8 }
        let items = numbers.map { number -> JSON in
            let type: JSON = ["@odata.type": "#microsoft.graph.group"]
            return type.merging(Self.json(number: number, tenant: identity.tenant))
        }
        return try Self.listing(items, context: "directoryObjects").page(for: operation)
    }

    private static func listing(_ items: [JSON], context: String) -> PagedCollection {
        PagedCollection(
            count: items.count, item: { items[$0] }, context: context, paging: .skipToken, defaultPage: 100,
            largestPage: 999,
            countsEventually: true)
    }

    private static func id(of number: Int, tenant: Tenant) -> String {
        StableGUID.make("\(tenant.id)/group/\(number)")
    }

    private static func json(number: Int, tenant: Tenant) -> JSON {
        let department = GeneratedNames.departments[number % GeneratedNames.departments.count]
        return [
            "id": .string(id(of: number, tenant: tenant)),
            "displayName": .string("\(department) \(number)"), "description": nil,
            "createdDateTime": .string(Timestamp(1_600_000_000 + number * 86_400).iso8601),
            "groupTypes": number % 2 == 0 ? ["Unified"] : [], "mail": .string("group\(number)@\(tenant.name)"),
            "mailEnabled": true, "mailNickname": .string("group\(number)"), "securityEnabled": .bool(number % 2 == 1),
        ]
    }
}
