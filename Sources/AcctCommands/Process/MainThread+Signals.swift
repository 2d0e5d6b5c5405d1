import Foundation
import Synchronization

extension MainThread {
    /// A signal that is told of instead of doing what it does by itself, until `end`.
    struct Watch: Sendable {
        fileprivate let number: Int32
        fileprivate let before: (@convention(c) (Int32) -> Void)?
        fileprivate let action: @Sendable (Watch) -> Void

        /// From here on the signal does what it did before.
        func end() {
            signal(number, before)
            MainThread.shared.state.withLock { $0.watches.removeAll { $0.number == number } }
        }
    }

    /// Has `action` called, on this thread, each time that the signal comes. Nil for one that is ignored, such as under
    /// `nohup`: it stays so.
    func watch(_ number: Int32, _ action: @escaping @Sendable (Watch) -> Void) -> Watch? {
        guard let events, state.withLock(\.isRunning) else { return nil }
        var now = sigaction()
        sigaction(number, nil, &now)
        let before: (@convention(c) (Int32) -> Void)? = now.__sigaction_handler.sa_handler
        guard !before.isIgnoring else { return nil }
        let watch = Watch(number: number, before: before, action: action)
        // First, so that a signal that comes at once is not lost.
        state.withLock { $0.watches.append(watch) }
        writeEnd = events.writeEnd
        signal(number, post)
        return watch
    }

    func tell(of number: Int32) {
        guard let watch = state.withLock({ $0.watches.last { $0.number == number } }) else { return }
        watch.action(watch)
    }
}

/// For the handler, which can capture nothing. A plain integer, so reading it runs no initializer.
nonisolated(unsafe) private var writeEnd: Int32 = -1

private func post(_ number: Int32) { SelfPipe.post(UInt8(truncatingIfNeeded: number), to: writeEnd) }
