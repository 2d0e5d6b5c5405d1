import Foundation
import Synchronization

/// Work that ends in good order when it is interrupted: its task is cancelled and may say where it stopped, and then the
/// signal does what it would have done at once.
final class Interruptible: Sendable {
    /// The signal that came; 0 before.
    private let received = Atomic<Int32>(0)
    private let cancel = Mutex<(@Sendable () -> Void)?>(nil)

    /// - Parameters:
    ///   - interrupted: told what the work threw when it was interrupted, before the process ends of that.
    ///   - maySendAgain: whether the signal, when it comes again, means nothing more.
    /// - Throws: what the work throws otherwise.
    static func run<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value, interrupted: (any Error) -> Void,
        maySendAgain: @escaping @Sendable (Int32) -> Bool = { _ in false }
    ) async throws -> Value {
        let state = Interruptible()
        // Watched before the work begins: a signal that comes at once is not lost.
        let watches = [SIGINT, SIGTERM].compactMap { state.watch($0, maySendAgain) }
        let task = Task(operation: work)
        state.cancel.withLock { $0 = task.cancel }
        if state.received.load(ordering: .acquiring) != 0 { task.cancel() }
        let result = await task.result
        for watch in watches { watch.end() }
        let number = state.received.load(ordering: .acquiring)
        if number != 0, case .failure(let error) = result {
            interrupted(error)
            SignalPipe.raise(number)
        }
        return try result.get()
    }

    /// Nil for a signal that is ignored.
    private func watch(
        _ number: Int32, _ maySendAgain: @escaping @Sendable (Int32) -> Bool
    ) -> MainThread.Watch? {
        MainThread.shared.watch(number) { [self] watch in
            guard received.exchange(number, ordering: .acquiringAndReleasing) != 0 else {
                cancel.withLock(\.self)?()
                return
            }
            if maySendAgain(number) { return }
            // Whoever asks twice wants no good order.
            watch.end()
            SignalPipe.raise(number)
        }
    }
}
