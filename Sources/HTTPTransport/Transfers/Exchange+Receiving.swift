import FoundationEssentials
import Synchronization

// The writing side: the loop thread.
extension Exchange {
    func receive(_ head: ResponseHead) {
        update { $0.head = head }
    }

    /// Room for a body that comes whole, before its first byte.
    func expect(_ size: Int) {
        guard window == .max else { return }
        state.withLock { $0.body.reserveCapacity(min(size, limit, Exchange.mostExpected)) }
    }

    /// A server may announce what it never sends.
    private static let mostExpected = 1 << 20

    func receive(_ bytes: UnsafeBufferPointer<UInt8>) -> Intake {
        update { state in
            guard state.end == nil else { return .refused }
            guard state.body.count < window else {
                state.isPaused = true
                return .held
            }
            guard state.body.count + bytes.count <= limit else { return .refused }
            state.body.append(bytes)
            return .taken
        }
    }

    /// False when the exchange had already ended, and how.
    @discardableResult
    func finish(_ end: Result<Void, HTTPError>) -> Bool {
        update { state in
            guard state.end == nil else { return false }
            state.end = end
            return true
        }
    }

    /// Resumes, outside of the lock, the waiters whose moment the change has brought.
    private func update<Answer: Sendable>(_ change: (inout State) -> Answer) -> Answer {
        let (answer, ready) = state.withLock { state in
            (change(&state), state.takeReadyWaiters())
        }
        for continuation in ready { continuation.resume() }
        return answer
    }
}
