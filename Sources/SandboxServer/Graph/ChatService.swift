import NIOHTTP1

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
