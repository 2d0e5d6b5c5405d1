import FoundationEssentials
import Synchronization

/// One answer on its way, shared by the task that waits for it and the loop thread that receives it.
///
/// At most `window` bytes are held for a slow reader; a body of more than `limit` bytes ends the exchange.
final class Exchange: Sendable {
    /// What a task can wait for. Each is also reached when the exchange ends.
    enum Moment {
        case head, bytes, end
        /// What a request is answered with: the end, or already the head if that leads elsewhere.
        case answer
    }

    /// What became of bytes that arrived.
    enum Intake { case taken, held, refused }

    struct State {
        var head: ResponseHead?
        var body = Data()
        var isPaused = false
        var end: Result<Void, HTTPError>?
        var waiters: [(moment: Moment, continuation: CheckedContinuation<Void, Never>)] = []

        var isCancelled: Bool {
            if case .failure(.cancelled) = end { true } else { false }
        }

        func hasReached(_ moment: Moment) -> Bool {
            guard end == nil else { return true }
            return switch moment {
            case .head: head != nil
            case .bytes: !body.isEmpty
            case .end: false
            case .answer: head.map { 300..<400 ~= $0.status } ?? false
            }
        }

        mutating func takeReadyWaiters() -> [CheckedContinuation<Void, Never>] {
            guard waiters.contains(where: { hasReached($0.moment) }) else { return [] }
            let ready = waiters.filter { hasReached($0.moment) }
            waiters = waiters.filter { !hasReached($0.moment) }
            return ready.map(\.continuation)
        }
    }

    let number: Int
    let window: Int
    let limit: Int
    private let inbox: LoopInbox
    let state = Mutex(State())

    init(number: Int, window: Int, limit: Int, inbox: LoopInbox) {
        self.number = number
        self.window = window
        self.limit = limit
        self.inbox = inbox
    }

    var isEnded: Bool { state.withLock { $0.end != nil } }
}

// The reading side: any task.
extension Exchange {
    /// The head, once `moment` has come. Who wants the whole body waits for `.answer`, and is woken once instead of twice.
    func head(at moment: Moment = .head) async throws(HTTPError) -> ResponseHead {
        await wait(for: moment)
        return try state.withLock { state throws(HTTPError) in
            // A body that has failed meanwhile is found out by whoever reads it.
            if let head = state.head, !state.isCancelled { return head }
            try state.end?.get()
            throw .cancelled
        }
    }

    /// Everything that has arrived since the last call, nil at the end. What came before a failure is given first.
    func nextPiece() async throws(HTTPError) -> Data? {
        await wait(for: .bytes)
        let (piece, wasPaused) = try state.withLock { state throws(HTTPError) in
            if state.body.isEmpty || state.isCancelled { try state.end?.get() }
            defer { (state.body, state.isPaused) = (Data(), false) }
            return (state.body, state.isPaused)
        }
        if wasPaused { inbox.post(.resume(number)) }
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

    /// Ends the exchange at once, for whoever waits, and the transfer as soon as the loop gets to it.
    func cancel() {
        guard finish(.failure(.cancelled)) else { return }
        inbox.post(.remove(number))
    }

    private func wait(for moment: Moment) async {
        // Behind the end nothing can be cancelled either.
        if isEnded { return }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReached = state.withLock { state in
                    if !state.hasReached(moment) { state.waiters.append((moment, continuation)) }
                    return state.hasReached(moment)
                }
                if isReached { continuation.resume() }
            }
        } onCancel: {
            cancel()
        }
    }
}
