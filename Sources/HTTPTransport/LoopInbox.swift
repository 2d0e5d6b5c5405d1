import Synchronization

/// What the loop thread is asked to do, from any thread.
final class LoopInbox: Sendable {
    enum Command: Sendable {
        case start(TransferOrder)
        /// The reader has made room.
        case resume(Int)
        /// Nobody wants the answer any more.
        case remove(Int)
    }

    private struct State {
        var commands: [Command] = []
        var jobs: [UnownedJob] = []
        var multi: CurlMulti?
        /// Whether the thread waits for sockets, and has to be told of what comes.
        var isWaiting = false
        var isClosed = false

        /// Under the lock: after ``LoopInbox/release()`` the handle may be gone.
        mutating func wake() {
            guard isWaiting else { return }
            isWaiting = false
            multi?.wake()
        }
    }

    private let state = Mutex(State())
    private let lastNumber = Atomic(0)

    /// The next request's number, from 1.
    func nextNumber() -> Int {
        lastNumber.add(1, ordering: .relaxed).newValue
    }

    /// False once the loop has ended.
    @discardableResult
    func post(_ command: Command) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.commands.append(command)
            state.wake()
            return true
        }
    }

    /// False where no loop runs that could take it.
    func post(_ job: UnownedJob) -> Bool {
        state.withLock { state in
            guard !state.isClosed, state.multi != nil else { return false }
            state.jobs.append(job)
            state.wake()
            return true
        }
    }

    /// Everything posted since the last call, or nil once the loop shall end.
    func take() -> [Command]? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            state.isWaiting = false
            defer { state.commands = [] }
            return state.commands
        }
    }

    func takeJobs() -> [UnownedJob] {
        state.withLock { state in
            defer { state.jobs = [] }
            return state.jobs
        }
    }

    /// Whether there is nothing to do; from then until ``take()`` whatever comes wakes the thread.
    func beginWaiting() -> Bool {
        state.withLock { state in
            state.isWaiting = state.commands.isEmpty && state.jobs.isEmpty && !state.isClosed
            return state.isWaiting
        }
    }

    func close() {
        state.withLock { state in
            state.isClosed = true
            state.wake()
        }
    }

    func attach(_ multi: CurlMulti) {
        state.withLock { $0.multi = multi }
    }

    /// Leaves the loop thread as the only owner of the handle; answers what was posted too late to be done.
    func release() -> (commands: [Command], jobs: [UnownedJob]) {
        state.withLock { state in
            state.isClosed = true
            state.multi = nil
            defer { (state.commands, state.jobs) = ([], []) }
            return (state.commands, state.jobs)
        }
    }
}
