import Glibc
import Synchronization

/// Work that a signal ends in good order: its task is cancelled and may say where it stopped. Then the signal does what it
/// would have done at once.
final class Interruptible: Sendable {
    private struct State {
        /// The first signal received.
        var signal: Int32?
        /// Nil before the work has begun.
        var cancel: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    private static let interruptions = Atomic(0)

    /// Whether a signal has cancelled work of this process. That work then ends the process.
    static var hasInterrupted: Bool { interruptions.load(ordering: .acquiring) > 0 }

    /// - Parameters:
    ///   - onInterrupt: called with the error of the interrupted work, before the signal ends the process.
    ///   - onLateInterrupt: called instead where the work had succeeded all the same. Its result is not used any more.
    ///   - ignoresRepetition: whether the signal means nothing when it comes again. Otherwise the second one ends the
    ///     process at once.
    /// - Throws: the error of work that was not interrupted.
    static func run<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value, onInterrupt: (any Error) -> Void,
        onLateInterrupt: () -> Void = {},
        ignoresRepetition: @escaping @Sendable (Int32) -> Bool = { _ in false }
    ) async throws -> Value {
        let interruptible = Interruptible()
        // Watched before the work begins: a signal that comes at once is not lost.
        let watch = Signals.watch([SIGINT, SIGTERM, SIGHUP]) { number, watch in
            if interruptible.cancel(by: number) || ignoresRepetition(number) { return }
            watch.end()
            Signals.raise(number)
        }
        let result = await interruptible.begin(work).result
        watch?.end()
        if let number = interruptible.state.withLock(\.signal) {
            switch result {
            case .success: onLateInterrupt()
            case .failure(let error): onInterrupt(error)
            }
            Signals.raise(number)
        }
        return try result.get()
    }

    private func begin<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) -> Task<Value, any Error> {
        let task = Task(operation: work)
        let isInterrupted = state.withLock { state in
            state.cancel = task.cancel
            return state.signal != nil
        }
        if isInterrupted { task.cancel() }
        return task
    }

    /// - Returns: whether this is the first signal.
    private func cancel(by number: Int32) -> Bool {
        let (isFirst, cancel) = state.withLock { state in
            defer { state.signal = state.signal ?? number }
            return (state.signal == nil, state.cancel)
        }
        if isFirst {
            Self.interruptions.add(1, ordering: .releasing)
            cancel?()
        }
        return isFirst
    }
}
