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
        /// Whether the thread waits for sockets, and has to be told of what comes.
        var isWaiting = false
        /// Whether a thread runs that takes what is posted, or will when it has loaded libcurl.
        var isOpen = false

        /// Under the lock: after ``LoopInbox/release(_:)`` the handle may be gone.
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

    /// False where no loop runs that could obey it.
    @discardableResult
    func post(_ command: Command) -> Bool {
        state.withLock { state in
            guard state.isOpen else { return false }
            state.commands.append(command)
            state.wake()
            return true
        }
    }

    /// Everything posted since the last call, or nil once the loop shall end.
    func take() -> [Command]? {
        state.withLock { state in
            guard state.isOpen else { return nil }
            state.isWaiting = false
            defer { state.commands = [] }
            return state.commands
        }
    }

    /// Whether there is nothing to do; from then until ``take()`` whatever comes wakes the thread.
    func beginWaiting() -> Bool {
        state.withLock { state in
            state.isWaiting = state.commands.isEmpty && state.isOpen
            return state.isWaiting
        }
    }

    /// From here on a thread is there, or about to be.
    func open() {
        state.withLock { $0.isOpen = true }
    }

    func close() {
        state.withLock { state in
            state.isOpen = false
            state.wake()
        }
    }

    func attach(_ multi: CurlMulti) {
        state.withLock { $0.multi = multi }
    }

    /// Leaves the loop thread as the only owner of the handle. Requests that were posted too late to be made end with
    /// `error`.
    func release(_ error: HTTPError) {
        let commands = state.withLock { state in
            state.isOpen = false
            state.multi = nil
            defer { state.commands = [] }
            return state.commands
        }
        for case .start(let order) in commands { order.exchange.finish(.failure(error)) }
    }
}
