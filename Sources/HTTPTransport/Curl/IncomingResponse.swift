import FoundationEssentials
import Synchronization

/// A response while it arrives, shared by the task that waits for it and the transfer thread that receives it.
///
/// At most `window` bytes are held for a slow reader. A body of more than `limit` bytes ends the response.
final class IncomingResponse: Sendable {
    /// The points that a task can wait for. Each is also reached when the response ends.
    enum Milestone {
        case head, bytes, end
        /// The end, or the head of a redirect: a caller that wants the whole body is woken once instead of twice.
        case endOrRedirect
    }

    /// The reaction to bytes that arrive.
    enum ReceiveResult { case accepted, windowFull, refused }

    private struct State {
        var head: ResponseHead?
        var body = Data()
        var isPaused = false
        var end: Result<Void, HTTPError>?
        var waiters: [(milestone: Milestone, continuation: CheckedContinuation<Void, Never>)] = []

        var isCancelled: Bool {
            if case .failure(.cancelled) = end { true } else { false }
        }

        func hasReached(_ milestone: Milestone) -> Bool {
            guard end == nil else { return true }
            return switch milestone {
            case .head: head != nil
            case .bytes: !body.isEmpty
            case .end: false
            case .endOrRedirect: head.map { 300..<400 ~= $0.status } ?? false
            }
        }

        mutating func takeReadyWaiters() -> [CheckedContinuation<Void, Never>] {
            guard waiters.contains(where: { hasReached($0.milestone) }) else { return [] }
            let ready = waiters.filter { hasReached($0.milestone) }
            waiters = waiters.filter { !hasReached($0.milestone) }
            return ready.map(\.continuation)
        }
    }

    let id: Int
    private let window: Int
    private let limit: Int
    private let queue: TransferQueue
    private let state = Mutex(State())

    init(id: Int, window: Int, limit: Int, queue: TransferQueue) {
        self.id = id
        self.window = window
        self.limit = limit
        self.queue = queue
    }

    var isEnded: Bool { state.withLock { $0.end != nil } }
}

// The reading side: any task.
extension IncomingResponse {
    func head(at milestone: Milestone = .head) async throws(HTTPError) -> ResponseHead {
        await wait(for: milestone)
        return try state.withLock { state throws(HTTPError) in
            // A failure that came after the head is thrown when the body is read.
            if let head = state.head, !state.isCancelled { return head }
            try state.end?.get()
            throw .cancelled
        }
    }

    /// The bytes that have arrived since the last call; nil at the end. Bytes that arrived before a failure come first.
    func nextPiece() async throws(HTTPError) -> Data? {
        await wait(for: .bytes)
        let (piece, wasPaused, isEnded) = try state.withLock { state throws(HTTPError) in
            if state.body.isEmpty || state.isCancelled { try state.end?.get() }
            defer { (state.body, state.isPaused) = (Data(), false) }
            return (state.body, state.isPaused, state.end != nil)
        }
        if wasPaused { queue.post(.resume(id: id)) }
        // Another reader was faster.
        if piece.isEmpty, !isEnded { return try await nextPiece() }
        return piece.isEmpty ? nil : piece
    }

    func wholeBody() async throws(HTTPError) -> Data {
        await wait(for: .end)
        return try state.withLock { state throws(HTTPError) in
            try state.end?.get()
            return state.body
        }
    }

    /// Ends the response at once for its readers, and the transfer as soon as the transfer thread handles the command.
    func cancel() {
        guard finish(.failure(.cancelled)) else { return }
        queue.post(.cancel(id: id))
    }

    private func wait(for milestone: Milestone) async {
        // A response that has ended cannot be cancelled.
        if isEnded { return }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReached = state.withLock { state in
                    if !state.hasReached(milestone) { state.waiters.append((milestone, continuation)) }
                    return state.hasReached(milestone)
                }
                if isReached { continuation.resume() }
            }
        } onCancel: {
            cancel()
        }
    }
}

// The writing side: the transfer thread.
extension IncomingResponse {
    func receive(_ head: ResponseHead) {
        update { $0.head = head }
    }

    /// Makes room for a body that is collected whole. The announced size is not trusted beyond 1 MiB.
    func reserve(_ size: Int) {
        guard window == .max else { return }
        state.withLock { $0.body.reserveCapacity(min(size, limit, 1 << 20)) }
    }

    func receive(_ bytes: UnsafeBufferPointer<UInt8>) -> ReceiveResult {
        update { state in
            guard state.end == nil else { return .refused }
            guard state.body.count < window else {
                state.isPaused = true
                return .windowFull
            }
            guard state.body.count + bytes.count <= limit else { return .refused }
            state.body.append(bytes)
            return .accepted
        }
    }

    /// False when the response had already ended: only the first end counts.
    @discardableResult
    func finish(_ end: Result<Void, HTTPError>) -> Bool {
        update { state in
            guard state.end == nil else { return false }
            state.end = end
            return true
        }
    }

    /// Changes the state, then resumes, outside of the lock, the waiters whose milestone has been reached.
    private func update<Value: Sendable>(_ change: (inout State) -> Value) -> Value {
        let (value, ready) = state.withLock { state in
            (change(&state), state.takeReadyWaiters())
        }
        for continuation in ready { continuation.resume() }
        return value
    }
}
