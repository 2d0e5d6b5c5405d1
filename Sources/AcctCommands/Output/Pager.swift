import Dispatch
import Foundation
import Synchronization

/// A running program that shows what it is given a screen at a time.
///
/// It shares the terminal and the signals that keys send with this process, which therefore must outlive it.
/// What depends on the platform is in `PagerProcess` and `PagerSignals`.
final class Pager: Sendable {
    enum Ending: Equatable {
        /// Read to the end, or left by the person.
        case left
        /// The shell could not run it: here is all that it was given.
        case neverRan(Data)
    }

    private let pipe: Int32
    private let signals = Mutex(PagerSignals())
    private let given = Mutex(Given())
    private let isFinishing = Atomic<Bool>(false)
    private let status = Atomic<Int32>(0)
    private let hasEnded = DispatchSemaphore(value: 0)

    private struct Given {
        var count = 0
        /// Nil once it must have read something.
        var unread: Data? = Data()
    }

    /// What a pipe holds before somebody reads (pipe(7)).
    private static let capacity = 64 << 10

    /// - Parameter onQuit: called, on another thread, when the person leaves it before it got everything.
    /// - Returns: nil when there is no room for another process.
    init?(_ command: PagerCommand, onQuit: @escaping @Sendable () -> Void) {
        guard let (id, pipe) = PagerProcess.start(command) else { return nil }
        self.pipe = pipe
        signals.withLock { $0.begin(endingTextOf: pipe) }
        Thread.detachNewThread { [self] in
            status.store(PagerProcess.exitCode(waitingFor: id), ordering: .releasing)
            if !isFinishing.load(ordering: .acquiring), !isMissing {
                signals.withLock { $0.end() }
                onQuit()
            }
            hasEnded.signal()
        }
    }

    /// Waits until it has room.
    ///
    /// - Returns: how it ended, if it has.
    func write(_ bytes: Data) -> Ending? {
        given.withLock { given in
            if given.count > Pager.capacity { given.unread = nil }
            given.unread?.append(bytes)
            given.count += bytes.count
        }
        return PagerProcess.write(bytes, to: pipe) ? nil : finish()
    }

    /// Says that there is no more, and waits until the person has seen enough. To be called once.
    func finish() -> Ending {
        isFinishing.store(true, ordering: .releasing)
        signals.withLock { $0.textHasEnded() }
        close(pipe)
        hasEnded.wait()
        signals.withLock { $0.end() }
        guard isMissing, let unread = given.withLock(\.unread) else { return .left }
        return .neverRan(unread)
    }

    /// The shell's own codes for a command that is not there or cannot be executed (POSIX, Shell Command Language 2.8.2).
    private var isMissing: Bool { [126, 127].contains(status.load(ordering: .acquiring)) }
}
