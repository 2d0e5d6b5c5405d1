import NIOHTTP1

/// Events, by themselves and within a window of time.
struct CalendarService {
    private static let size = 60

    var routes: [GraphRoute] {
        let read = ["Calendars.Read", "Calendars.ReadWrite"]
        return [
            GraphRoute(.GET, "me/events", needs: read, else: .mailboxDenied, handler: events),
            GraphRoute(.GET, "me/calendarView", needs: read, else: .mailboxDenied, handler: view),
        ]
    }

    private func events(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
        let identity = try call.identity()
        let zone = Self.timeZone(call)
        let items = (0..<Self.size).map { Self.event(number: $0, owner: identity, zone: zone) }
        return try Listing(count: items.count, item: { items[$0] }, context: "users('\(identity.objectID)')/events")
            .page(for: call)
    }

    /// The times are compared as text, which is their order too as long as all are UTC.
    private func view(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
        let query = call.request.query
        guard let start = query["startDateTime"] ?? query["startdatetime"],
            let end = query["endDateTime"] ?? query["enddatetime"]
        else {
            throw GraphError(
                .badRequest, "ErrorInvalidParameter",
                "A calendar view needs both startDateTime and endDateTime.")
        }
        let identity = try call.identity()
        let zone = Self.timeZone(call)
        let numbers = (0..<Self.size).filter { (start..<max(start, end)).contains(Self.start(of: $0).graph) }
        let items = numbers.map { Self.event(number: $0, owner: identity, zone: zone) }
        return try Listing(
            count: items.count, item: { items[$0] }, context: "users('\(identity.objectID)')/calendarView"
        ).page(for: call)
    }

    private static func start(of number: Int) -> Timestamp { Timestamp(1_788_253_200 + number * 90_000) }

    private static func event(number: Int, owner: Identity, zone: String) -> JSON {
        let id = StableGUID.make("\(owner.account.homeAccountID)/event/\(number)").filter { $0 != "-" }
        return [
            "@odata.etag": .string("W/\"event\(number)==\""), "id": .string("AAMkAE\(id)AAA="),
            "subject": subjects[number % subjects.count], "isAllDay": .bool(number % 11 == 0),
            "start": ["dateTime": .string(start(of: number).graph + ".0000000"), "timeZone": .string(zone)],
            "end": [
                "dateTime": .string(Timestamp(1_788_253_200 + number * 90_000 + 1_800).graph + ".0000000"),
                "timeZone": .string(zone),
            ],
            "location": ["displayName": "Raum 4 „Zugspitze“"],
            "organizer": [
                "emailAddress": [
                    "name": .string(owner.account.displayName), "address": .string(owner.account.username),
                ]
            ],
        ]
    }

    /// `Prefer: outlook.timezone="…"` names the zone of the answer. The times themselves stay UTC.
    private static func timeZone(_ call: GraphCall) -> String {
        guard let prefer = call.request.header("Prefer"), let start = prefer.firstRange(of: "outlook.timezone=\"")
        else { return "UTC" }
        return String(prefer[start.upperBound...].prefix { $0 != "\"" })
    }

    private static let subjects: [JSON] = [
        "Stand-up", "1:1 with Carol", .verbatim(#""D\u00e9jeuner d\u2019\u00e9quipe""#), "Planning <Q4> & \"more\"",
    ]
}
