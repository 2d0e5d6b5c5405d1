import Synchronization

/// A number that a server counts up and a test reads.
final class Counter: Sendable {
    private let number = Mutex(0)

    var value: Int { number.withLock(\.self) }
    func countUp() { number.withLock { $0 += 1 } }
}
