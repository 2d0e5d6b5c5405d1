import Glibc
import Synchronization

/// The thread on which all transfers of one client run.
///
/// The thread starts with the first transfer, or before, and ends by itself once the client and the last stream of its
/// responses have been released.
final class TransferThread: Sendable {
    private let queue = TransferQueue()
    private let settings: ConnectionSettings
    private let log: RequestLog?
    private let isRunning = Mutex(false)
    private let lastID = Atomic(0)

    init(settings: ConnectionSettings, log: RequestLog?) {
        self.settings = settings
        self.log = log
    }

    deinit {
        queue.close()
    }

    /// Validates a request and numbers it.
    ///
    /// - Throws: the reason why the request must not be sent.
    func prepare(
        _ request: HTTPRequest, window: Int, limit: Int, timeLeft: Duration?
    ) throws(HTTPError) -> PreparedRequest {
        let origin = try RequestValidation.origin(of: request)
        let id = lastID.add(1, ordering: .relaxed).newValue
        return PreparedRequest(
            request: request, origin: origin,
            response: IncomingResponse(id: id, window: window, limit: limit, queue: queue), timeLeft: timeLeft)
    }

    func start(_ transfer: PreparedRequest) throws(HTTPError) {
        try launch()
        log?.requestStarts(transfer.id, transfer.request)
        guard queue.post(.start(transfer)) else { throw .libraryFailed(reason: "libcurl has stopped") }
    }

    /// Starts the thread, unless it runs. Its first task is to load libcurl.
    func launch() throws(HTTPError) {
        try isRunning.withLock { isRunning throws(HTTPError) in
            guard !isRunning else { return }
            queue.open()
            let (queue, settings, log) = (queue, settings, log)
            isRunning = DetachedThread.start { TransferLoop.run(queue: queue, settings: settings, log: log) }
            guard isRunning else {
                let error = HTTPError.libraryFailed(reason: "no thread could be started")
                queue.release(error)
                throw error
            }
        }
    }
}

/// A request that has been validated, and the response that it will get: one hop, where redirects are followed.
struct PreparedRequest: Sendable {
    let request: HTTPRequest
    let origin: HTTPOrigin
    let response: IncomingResponse
    /// The remainder of the request's total time; nil for no limit.
    let timeLeft: Duration?
    let started = ContinuousClock.now

    /// The number of the request among those of its client, from 1.
    var id: Int { response.id }
}
