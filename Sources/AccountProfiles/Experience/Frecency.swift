import FoundationEssentials
import Glibc

/// How often and how lately something was done, as one number that fades: each use adds one, and two weeks halve it.
///
/// Two numbers are kept of any history, however long.
public struct Frecency: Hashable, Sendable {
    /// What the uses were worth at `time`.
    public let score: Double
    public let time: Date

    public init(score: Double, at time: Date) {
        self.score = score
        self.time = time
    }

    /// What it is worth now. A clock that went back makes nothing worth more.
    public func value(at now: Date) -> Double {
        score * exp2(-max(0, now.timeIntervalSince(time)) / Frecency.halfLife)
    }

    public func used(at now: Date) -> Frecency {
        Frecency(score: value(at: now) + 1, at: now)
    }

    private static let halfLife: TimeInterval = 14 * 86400
}
