import FoundationEssentials

/// Reads the three formats of an HTTP-date (RFC 9110 §5.6.7): the current one and the two obsolete ones.
package enum HTTPDate {
    /// `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or `Sun Nov  6 08:49:37 1994`.
    package static func parse(_ text: String, now: Date) -> Date? {
        let words = text.split { $0 == " " || $0 == "," || $0 == "-" }.map(String.init)
        switch words.count {
        case 6 where words[5] == "GMT":
            return date(day: words[1], month: words[2], year: fullYear(words[3], now: now), time: words[4])
        case 5:
            return date(day: words[2], month: words[1], year: Int(words[4]), time: words[3])
        default: return nil
        }
    }

    private static func date(day: String, month: String, year: Int?, time: String) -> Date? {
        let clock = time.split(separator: ":").map { Int($0) ?? -1 }
        guard let day = Int(day), (1...31).contains(day), let month = months.firstIndex(of: month), let year,
            (1601...9999).contains(year), clock.count == 3, (0..<24).contains(clock[0]), (0..<60).contains(clock[1]),
            (0...60).contains(clock[2])
        else { return nil }
        let days = daysSinceEpoch(year: year, month: month + 1, day: day)
        let seconds = (days * 24 + clock[0]) * 3600 + clock[1] * 60 + clock[2]
        return Date(timeIntervalSince1970: Double(seconds))
    }

    /// A two-digit year that would be more than 50 years ahead belongs to the past century.
    private static func fullYear(_ digits: String, now: Date) -> Int? {
        guard let year = Int(digits) else { return nil }
        guard digits.count == 2 else { return year }
        let thisYear = 1970 + Int(now.timeIntervalSince1970 / 31_556_952)
        let candidate = thisYear / 100 * 100 + year
        return candidate > thisYear + 50 ? candidate - 100 : candidate
    }

    /// Days of the proleptic Gregorian calendar, in eras of 400 years that begin in March so that leap days come last.
    private static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = shifted.quotientAndRemainder(dividingBy: 400)
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
