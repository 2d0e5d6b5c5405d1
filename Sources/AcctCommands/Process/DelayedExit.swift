import AccountStore
import Dispatch
import Glibc
import Synchronization

/// The end of the process, which waits while tokens are on their way to the disk: once the server has sent a new refresh
/// token, the old one may no longer work.
///
/// Ctrl-C, SIGTERM, SIGHUP and SIGPIPE wait too. The wait is limited, since the server may never answer.
enum DelayedExit {
    private static let limit = DispatchTimeInterval.seconds(10)
    /// The wait after which a person is told about it.
    private static let noticeDelay = DispatchTimeInterval.milliseconds(300)

    static let gate = ExitGate(close: begin, open: end)

    private struct State {
        var count = 0
        var watch: Signals.Watch?
        var waiting: [DispatchSemaphore] = []
        /// The signal that waits.
        var signal: Int32?
    }

    private static let state = Mutex(State())

    /// Returns when nothing is on its way, or the time is over.
    static func wait() {
        let finished = state.withLock { state -> DispatchSemaphore? in
            guard state.count > 0 else { return nil }
            let finished = DispatchSemaphore(value: 0)
            state.waiting.append(finished)
            return finished
        }
        guard let finished else { return }
        let end = DispatchTime.now() + limit
        guard finished.wait(timeout: .now() + noticeDelay) == .timedOut else { return }
        if isatty(STDERR_FILENO) == 1 {
            StandardStream.error.write("\nWaiting for new tokens from the server, for 10 s at most.\n")
        }
        _ = finished.wait(timeout: end)
    }

    private static func begin() {
        let isFirst = state.withLock { state in
            state.count += 1
            return state.count == 1
        }
        guard isFirst else { return }
        let watch = Signals.watch([SIGINT, SIGTERM, SIGHUP, SIGPIPE]) { number, watch in
            state.withLock { $0.signal = $0.signal ?? number }
            wait()
            watch.end()
            raiseSignal()
        }
        state.withLock { $0.watch = watch }
    }

    private static func end() {
        let (watch, waiting) = state.withLock { state -> (Signals.Watch?, [DispatchSemaphore]) in
            state.count -= 1
            guard state.count == 0 else { return (nil, []) }
            defer { (state.watch, state.waiting) = (nil, []) }
            return (state.watch, state.waiting)
        }
        watch?.end()
        // Here, so that the program does not go on to its result beside a thread that is about to end it.
        raiseSignal()
        for semaphore in waiting { semaphore.signal() }
    }

    private static func raiseSignal() {
        if let number = state.withLock({ $0.signal.take() }) { Signals.raise(number) }
    }
}
