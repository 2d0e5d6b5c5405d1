import FoundationEssentials

/// A day in UTC, typed as `2027-01-31`. A time after it (RFC 3339), as other tools print it, is left out.
struct CalendarDay: Hashable, Sendable {
    let start: Date

    init?(_ text: String) {
        let (day, rest) = (String(text.prefix(10)), text.dropFirst(10))
        // The format takes `2027-02-30` for a day in March.
        guard let start = try? Date.ISO8601FormatStyle().year().month().day().parse(day), start.asDay == day,
            rest.isEmpty || rest.first == "T"
        else { return nil }
        self.start = start
    }

    var text: String { start.asDay }

    /// - Throws: `Failure` of kind `usage`.
    func requireFuture(at now: Date) throws(Failure) {
        guard start > now else {
            throw .secretExpiryPassed(self)
        }
    }
}

extension Date {
    /// The day in UTC, such as `2026-01-31`.
    var asDay: String { formatted(.iso8601.year().month().day()) }
}
