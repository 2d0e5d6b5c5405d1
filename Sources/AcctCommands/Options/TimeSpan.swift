import ArgumentParser

/// A length of time as it is typed: `0`, `90` or `90s`, `2m`, `1h`, `30d`.
struct TimeSpan: ExpressibleByArgument, Equatable {
    let duration: Duration

    /// Nil for anything else, and for more than 99,999,999 of a unit.
    init?(argument: String) {
        let number = argument.prefix { $0.isASCII && $0.isNumber }
        guard (1...8).contains(number.count), let count = Int(number) else { return nil }
        switch argument.dropFirst(number.count) {
        case "", "s": duration = .seconds(count)
        case "m": duration = .seconds(count * 60)
        case "h": duration = .seconds(count * 3600)
        case "d": duration = .seconds(count * 86400)
        default: return nil
        }
    }
}
