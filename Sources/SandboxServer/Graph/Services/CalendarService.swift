import NIOHTTP1

/// Events, and those in a time range.
struct CalendarService {
    private static let size = 60

    var routes: [GraphRoute] {
        let read = ["Calendars.Read", "Calendars.ReadWrite"]
        return [
            GraphRoute(.GET, "me/events", needs: read, else: .mailboxDenied, handler: events),
            GraphRoute(.GET, "me/calendarView", needs: read, else: .mailboxDenied, handler: view),
        ]
    }

    private func events(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let identity = try operation.identity()
        let items = (0..<Self.size).map { Self.event(number: $0, owner: identity) }
        return try PagedCollection(
            count: items.count, item: { items[$0] }, context: "users('\(identity.objectID)')/events"
        )
        .page(for: operation)
    }

    /// Compares times as text, which sorts correctly as long as all are UTC.
    private func view(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let query = operation.request.query
        guard let start = query["startDateTime"] ?? query["startdatetime"],
            let end = query["endDateTime"] ?? query["enddatetime"]
        else {
            throw GraphErrorResponse(
                .badRequest, code: "ErrorInvalidParameter",
                "A calendar view needs both startDateTime and endDateTime.")
        }
        let identity = try operation.identity()
        let numbers = (0..<Self.size).filter { (start..<max(start, end)).contains(Self.start(of: $0).graph) }
        let items = numbers.map { Self.event(number: $0, owner: identity) }
        return try PagedCollection(
            count: items.count, item: { items[$0] }, context: "users('\(identity.objectID)')/calendarView"
        ).page(for: operation)
    }

    private static func start(of number: Int) -> Timestamp { Timestamp(1_788_253_200 + number * 90_000) }

    private static func event(number: Int, owner: TenantIdentity) -> JSON {
        let id = StableGUID.make("\(owner.account.homeAccountID)/event/\(number)").filter { $0 != "-" }
        return [
            "@odata.etag": .string("W/\"event\(number)==\""), "id": .string("AAMkAE\(id)AAA="),
            "subject": subjects[number % subjects.count], "isAllDay": .bool(number % 11 == 0),
            "start": ["dateTime": .string(start(of: number).graph + ".0000000"), "timeZone": "UTC"],
            "end": [
                "dateTime": .string(Timestamp(1_788_253_200 + number * 90_000 + 1_800).graph + ".0000000"),
                "timeZone": "UTC",
            ],
            "location": ["displayName": "Raum 4 „Zugspitze“"],
            "organizer": [
                "emailAddress": [
                    "name": .string(owner.account.displayName), "address": .string(owner.account.username),
                ]
            ],
        ]
    }

    private static let subjects: [JSON] = [
        "Stand-up", "1:1 with Carol", .verbatim(#""D\u00e9jeuner d\u2019\u00e9quipe""#), "Planning <Q4> & \"more\"",
    ]
}
