import Synchronization

/// The commands to the transfer thread, posted from any thread.
final class TransferQueue: Sendable {
    enum Command: Sendable {
        case start(PreparedRequest)
        /// Continues a transfer that was paused because its reader had no room.
        case resume(id: Int)
        /// Ends a transfer whose response is no longer wanted.
        case cancel(id: Int)
    }

    private struct State {
        var commands: [Command] = []
        var multi: CurlMulti?
        /// Whether the thread waits in libcurl, and has to be woken for a command.
        var isWaiting = false
        /// Whether a thread takes commands, or will when it has loaded libcurl.
        var isOpen = false

        /// Called under the lock, since the handle may be gone after ``TransferQueue/release(_:)``.
        mutating func wake() {
            guard isWaiting else { return }
            isWaiting = false
            multi?.wake()
        }
    }

    private let state = Mutex(State())

    /// False when no thread will handle the command.
    @discardableResult
    func post(_ command: Command) -> Bool {
        state.withLock { state in
            guard state.isOpen else { return false }
            state.commands.append(command)
            state.wake()
            return true
        }
    }

    /// The commands since the last call; nil once the thread shall end.
    func take() -> [Command]? {
        state.withLock { state in
            guard state.isOpen else { return nil }
            state.isWaiting = false
            defer { state.commands = [] }
            return state.commands
        }
    }

    /// Whether the thread may wait. If so, the next command wakes it.
    func beginWaiting() -> Bool {
        state.withLock { state in
            state.isWaiting = state.commands.isEmpty && state.isOpen
            return state.isWaiting
        }
    }

    /// Accepts commands from here on, for a thread that runs or is about to.
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

    /// Leaves the transfer thread as the only owner of the handle. Requests that were posted too late fail with `error`.
    func release(_ error: HTTPError) {
        let commands = state.withLock { state in
            state.isOpen = false
            state.multi = nil
            defer { state.commands = [] }
            return state.commands
        }
        for case .start(let transfer) in commands { transfer.response.finish(.failure(error)) }
    }
}
