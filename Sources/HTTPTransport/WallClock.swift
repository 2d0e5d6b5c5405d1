import FoundationEssentials

/// The time of day and a way to wait, passed in so that expiry, retries and polling can be tested without waiting.
public struct WallClock: Sendable {
    public let now: @Sendable () -> Date
    /// Waits, or throws when the task is cancelled.
    public let sleep: @Sendable (Duration) async throws -> Void

    public init(
        now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.now = now
        self.sleep = sleep
    }

    /// The clock of this machine.
    public static let system = WallClock(now: { Date() }, sleep: { try await Task.sleep(for: $0) })
}
