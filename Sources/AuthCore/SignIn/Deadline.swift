import Foundation
import Synchronization

/// Waits for the redirect, but not for ever.
enum Deadline {
    /// - Parameter body: returns nil when there is nothing more to wait for; it calls its argument to note an answer
    ///   with a wrong state.
    static func run<Value: Sendable>(
        _ timeout: Duration, _ clock: WallClock,
        _ body: @escaping @Sendable (_ sawWrongState: @escaping @Sendable () -> Void) async -> Value?
    ) async throws(AuthError) -> Value {
        let wrongState = Flag()
        let value = await withTaskGroup(of: Value?.self) { group in
            group.addTask { await body { wrongState.raise() } }
            group.addTask {
                try? await clock.sleep(timeout)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
        if let value { return value }
        throw .redirect(wrongState.isRaised ? .wrongState : .timedOut(seconds: Int(timeout.components.seconds)))
    }
}

private final class Flag: Sendable {
    private let raised = Mutex(false)
    var isRaised: Bool { raised.withLock { $0 } }
    func raise() { raised.withLock { $0 = true } }
}
