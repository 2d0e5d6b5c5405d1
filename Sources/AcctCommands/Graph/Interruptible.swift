import Dispatch
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

    /// Nil for a signal that is ignored, such as under `nohup`: it stays so.
    private func watch(_ number: Int32, _ maySendAgain: @escaping @Sendable (Int32) -> Bool) -> Watch? {
        var action = sigaction()
        sigaction(number, nil, &action)
        let before: (@convention(c) (Int32) -> Void)? = action.__sigaction_handler.sa_handler
        guard !before.isIgnoring else { return nil }
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { [self] in
            guard received.exchange(number, ordering: .acquiringAndReleasing) != 0 else {
                cancel.withLock(\.self)?()
                return
            }
            if maySendAgain(number) { return }
            // Whoever asks twice wants no good order.
            signal(number, before)
            SignalPipe.raise(number)
        }
        // Until it is registered, which puts its own handler in place, the signal does what it did before.
        let registered = DispatchSemaphore(value: 0)
        source.setRegistrationHandler { registered.signal() }
        source.resume()
        registered.wait()
        return Watch(number: number, source: source, before: before)
    }

    private struct Watch {
        let number: Int32
        let source: any DispatchSourceSignal
        let before: (@convention(c) (Int32) -> Void)?

        /// From here on the signal does what it did before.
        func end() {
            source.cancel()
            signal(number, before)
        }
    }
}
