import Dispatch
import Foundation
import Synchronization

/// Work that ends in good order when it is interrupted: its task is cancelled and may say where it stopped, and then the
/// signal does what it would have done at once.
final class Interruptible: Sendable {
    /// The signal that came; 0 before.
    private let received = Atomic<Int32>(0)

    /// - Parameter interrupted: told what the work threw when it was interrupted, before the process ends of that.
    /// - Throws: what the work throws otherwise.
    static func run<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value, interrupted: (any Error) -> Void
    ) async throws -> Value {
        let state = Interruptible()
        let task = Task(operation: work)
        let watched = [SIGINT, SIGTERM].compactMap { number in
            state.watch(number) { task.cancel() }.map { (number, $0) }
        }
        let result = await task.result
        for (number, source) in watched {
            source.cancel()
            signal(number, SIG_DFL)
        }
        let number = state.received.load(ordering: .acquiring)
        if number != 0, case .failure(let error) = result {
            interrupted(error)
            SignalPipe.raise(number)
        }
        return try result.get()
    }

    /// A signal that is ignored, such as under `nohup`, stays so.
    private func watch(_ number: Int32, cancel: @escaping @Sendable () -> Void) -> (any DispatchSourceSignal)? {
        // The default action would end the program before the source hears of the signal.
        let before = signal(number, SIG_IGN)
        guard unsafeBitCast(before, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self) else { return nil }
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { [self] in
            if received.exchange(number, ordering: .acquiringAndReleasing) == 0 { return cancel() }
            // Whoever asks twice wants no good order.
            signal(number, SIG_DFL)
            SignalPipe.raise(number)
        }
        source.resume()
        return source
    }
}
