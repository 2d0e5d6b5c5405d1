import FoundationEssentials

/// Waits before another attempt, as long as its policy finds that worth it.
public struct RetryDelay: Sendable {
    public let policy: RetryPolicy
    private let now: @Sendable () -> Date
    private let sleep: @Sendable (Duration) async throws -> Void
    private let onWait: @Sendable (Duration, RetryPolicy.Outcome) -> Void

    /// - Parameters:
    ///   - sleep: Ends early by throwing, which counts as ``HTTPError/cancelled``.
    ///   - onWait: Told before each wait how long it will be and what it is for.
    public init(
        policy: RetryPolicy = RetryPolicy(), now: @escaping @Sendable () -> Date = { Date() },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        onWait: @escaping @Sendable (Duration, RetryPolicy.Outcome) -> Void = { _, _ in }
    ) {
        self.policy = policy
        self.now = now
        self.sleep = sleep
        self.onWait = onWait
    }

    /// Waits, and is true when it is time for another attempt; false at once when the outcome is final.
    ///
    /// What ``RetryBudget/current`` has seen counts as waited.
    public func waits(
        after outcome: RetryPolicy.Outcome, method: String, history: inout RetryPolicy.History
    ) async throws(HTTPError) -> Bool {
        if case .failure = outcome { history.networkFailures += 1 }
        history.waited = max(history.waited, RetryBudget.current?.total ?? .zero)
        guard case .retry(let wait) = policy.decide(outcome, method: method, history: history, now: now()) else {
            return false
        }
        onWait(wait, outcome)
        do { try await sleep(wait) } catch { throw .cancelled }
        history.attempts += 1
        history.waited += wait
        RetryBudget.current?.add(wait)
        return true
    }
}
