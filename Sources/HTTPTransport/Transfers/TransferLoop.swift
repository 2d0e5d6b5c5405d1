import Synchronization

/// The thread on which all transfers of one client run. It starts with the first transfer, or before, and ends, without
/// anybody waiting for it, when the client and the last stream of its answers are gone.
final class TransferLoop: Sendable {
    let inbox = LoopInbox()
    private let settings: ConnectionSettings
    private let log: RequestLog?
    private let isRunning = Mutex(false)

    init(settings: ConnectionSettings, log: RequestLog?) {
        self.settings = settings
        self.log = log
    }

    deinit {
        inbox.close()
    }

    func start(_ order: TransferOrder) throws(HTTPError) {
        try launch()
        log?.requestStarts(order.exchange.number, order.request)
        guard inbox.post(.start(order)) else { throw .libraryMissing(reason: "libcurl has failed and stopped") }
    }

    /// Starts the thread, unless it runs. The first thing it does is to load libcurl.
    func launch() throws(HTTPError) {
        try isRunning.withLock { isRunning throws(HTTPError) in
            guard !isRunning else { return }
            inbox.open()
            let (inbox, settings, log) = (inbox, settings, log)
            isRunning = DetachedThread.start {
                LoopThread.run(inbox: inbox, settings: settings, log: log)
            }
            guard isRunning else {
                let error = HTTPError.libraryMissing(reason: "no thread could be started")
                inbox.release(error)
                throw error
            }
        }
    }
}
