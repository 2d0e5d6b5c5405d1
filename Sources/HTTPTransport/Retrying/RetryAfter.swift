import FoundationEssentials

/// Reads how long a server asks to be left alone (RFC 9110 §10.2.3, and the decimals that Graph sends).
public enum RetryAfter {
    /// The wait that the headers ask for: zero for a date that has passed, nil when they ask for none or make no sense.
    ///
    /// Nothing is cut off: 41 hours have been seen, and whether to wait that long is the caller's decision.
    public static func wait(in headers: HTTPHeaders, now: Date) -> Duration? {
        headers["Retry-After"].flatMap { wait($0, now: now) }
    }

    static func wait(_ value: String, now: Date) -> Duration? {
        if let seconds = seconds(value) { return seconds }
        guard let date = HTTPDate.parse(value, now: now) else { return nil }
        return .milliseconds(Int64(max(0, date.timeIntervalSince(now)) * 1000))
    }

    /// Digits with at most one fraction. Neither signs nor exponents, which `Double` alone would take.
    private static func seconds(_ value: String) -> Duration? {
        let parts = value.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isASCIIDigit) }) else {
            return nil
        }
        guard let seconds = Double(value) else { return nil }
        // A Duration traps on numbers it cannot hold; a century is as good as never.
        return .milliseconds(Int64(min(seconds, 3_155_760_000) * 1000))
    }
}
