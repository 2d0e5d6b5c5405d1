import Synchronization

/// How long has been waited so far for one piece of work, however many requests it takes: a token, the request itself,
/// and the request again with another token.
///
/// Who does such work sets ``current`` for as long as it lasts; what waits within it adds to the same sum.
public final class RetryBudget: Sendable {
    /// The work that this task is part of; nil where every request is work of its own.
    @TaskLocal public static var current: RetryBudget?

    private let sum = Mutex(Duration.zero)

    public init() {}

    public var total: Duration { sum.withLock(\.self) }

    /// - Parameter wait: also time that a failed attempt has taken.
    public func add(_ wait: Duration) {
        sum.withLock { $0 += wait }
    }
}
