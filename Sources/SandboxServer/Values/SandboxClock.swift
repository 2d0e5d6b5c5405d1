import FoundationEssentials

/// The emulator's own time, which a test may move forward to see things expire.
final class Clock {
    private var offset: TimeInterval = 0

    var now: Double { Date().timeIntervalSince1970 + offset }

    /// Whole seconds, as tokens count them.
    var seconds: Int { Int(now) }

    func advance(by seconds: Double) {
        offset += seconds
    }
}
