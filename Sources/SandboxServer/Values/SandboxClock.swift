import FoundationEssentials

/// The clock of the sandbox, which a test can move forward through `POST /sandbox/time` to make things expire.
final class SandboxClock {
    private var offset: TimeInterval = 0

    var now: Double { Date().timeIntervalSince1970 + offset }

    /// Whole seconds since 1970, as in the claims of tokens.
    var seconds: Int { Int(now) }

    func advance(by seconds: Double) {
        offset += seconds
    }
}

/// A time in UTC, in the formats of the emulated services.
struct Timestamp {
    private let year: Int
    private let month: Int
    private let day: Int
    private let secondOfDay: Int
    private let dayOfEpoch: Int

    /// Converts days to dates in the proleptic Gregorian calendar. Years start on 1 March, so that a leap day is the
    /// last day of its year.
    init(_ seconds: Int) {
        dayOfEpoch = Int((Double(seconds) / 86_400).rounded(.down))
        secondOfDay = seconds - dayOfEpoch * 86_400
        let shifted = dayOfEpoch + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// `2026-01-09 02:02:12Z`, as in Entra's errors.
    var entra: String { "\(date) \(time)Z" }

    /// `2026-01-09T02:02:12`, as in Graph's `innerError`.
    var graph: String { "\(date)T\(time)" }

    /// `2026-01-09T02:02:12Z`
    var iso8601: String { "\(date)T\(time)Z" }

    /// `Fri, 09 Jan 2026 02:02:12 GMT` (RFC 9110 §5.6.7)
    var http: String {
        let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let weekday = days[((dayOfEpoch % 7) + 7) % 7]
        return "\(weekday), \(padded(day)) \(months[month - 1]) \(year) \(time) GMT"
    }

    private var date: String { "\(year)-\(padded(month))-\(padded(day))" }

    private var time: String {
        [secondOfDay / 3_600, secondOfDay / 60 % 60, secondOfDay % 60].map(padded).joined(separator: ":")
    }

    private func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
