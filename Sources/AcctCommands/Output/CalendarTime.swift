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
