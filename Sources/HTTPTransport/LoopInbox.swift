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
        var multi: CurlMulti?
        var isClosed = false
    }

    private let state = Mutex(State())
    private let lastNumber = Atomic(0)

    /// The next request's number, from 1.
    func nextNumber() -> Int {
        lastNumber.add(1, ordering: .relaxed).newValue
    }

    /// False once the loop has ended. Waking happens under the lock: after ``release()`` the handle may be gone.
    @discardableResult
    func post(_ command: Command) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.commands.append(command)
            state.multi?.wake()
            return true
        }
    }

    /// Everything posted since the last call, or nil once the loop shall end.
    func take() -> [Command]? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            defer { state.commands = [] }
            return state.commands
        }
    }

    func close() {
        state.withLock { state in
            state.isClosed = true
            state.multi?.wake()
        }
    }

    func attach(_ multi: CurlMulti) {
        state.withLock { $0.multi = multi }
    }

    /// Leaves the loop thread as the only owner of the handle; answers what was posted too late to be done.
    func release() -> [Command] {
        state.withLock { state in
            state.isClosed = true
            state.multi = nil
            defer { state.commands = [] }
            return state.commands
        }
    }
}
