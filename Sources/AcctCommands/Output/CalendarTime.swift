import FoundationEssentials
import Glibc

/// A time as a calendar and a clock show it, in whole seconds.
struct CalendarTime {
    private var fields = tm()

    /// - Parameter seconds: since 1970.
    init(utc seconds: Int) {
        var seconds = seconds
        gmtime_r(&seconds, &fields)
    }

    /// The time in the time zone of `TZ`, or of the machine.
    ///
    /// - Parameter seconds: since 1970.
    init(local seconds: Int) {
        var seconds = seconds
        // localtime_r(3) need not read TZ itself.
        tzset()
        localtime_r(&seconds, &fields)
    }

    /// `2026-01-31`
    var date: String {
        "\(Self.digits(Int(fields.tm_year) + 1900, 4))-\(Self.digits(Int(fields.tm_mon) + 1))-\(Self.digits(Int(fields.tm_mday)))"
    }

    /// `14:05:06`
    var time: String {
        [fields.tm_hour, fields.tm_min, fields.tm_sec].map { Self.digits(Int($0)) }.joined(separator: ":")
    }

    /// `2026-01-31T14:05:06Z`, for a time in UTC (RFC 3339 section 5.6).
    var rfc3339: String { "\(date)T\(time)Z" }

    private static func digits(_ number: Int, _ count: Int = 2) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}

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

/// The age of a time, in words.
enum RelativeTime {
    /// `just now`, `5 min ago`, `3 h ago`, `12 d ago`; `never` for nil.
    static func text(_ time: Date?, now: Date) -> String {
        guard let time else { return "never" }
        let seconds = Int(now.timeIntervalSince(time))
        return seconds < 60 ? "just now" : "\(length(seconds: seconds)) ago"
    }

    /// `5 min`, `3 h`, `12 d`: whole units of the largest kind.
    static func length(seconds: Int) -> String {
        switch seconds {
        case ..<3600: "\(seconds / 60) min"
        case ..<86_400: "\(seconds / 3600) h"
        default: "\(seconds / 86_400) d"
        }
    }
}

extension Duration {
    /// Whole seconds, rounded up.
    var roundedUpSeconds: Int64 { components.seconds + (components.attoseconds > 0 ? 1 : 0) }
}
