import Synchronization

/// The thread on which all transfers of one client run. It starts with the first transfer and ends, without anybody
/// waiting for it, when the client and the last stream of its answers are gone.
final class TransferLoop: Sendable {
    let inbox = LoopInbox()
    let executor: LoopExecutor
    private let settings: ConnectionSettings
    private let log: RequestLog?
    private let isRunning = Mutex(false)

    init(settings: ConnectionSettings, log: RequestLog?) {
        executor = LoopExecutor(inbox)
        self.settings = settings
        self.log = log
    }

    deinit {
        inbox.close()
    }

    func start(_ order: TransferOrder) throws(HTTPError) {
        try isRunning.withLock { isRunning throws(HTTPError) in
            guard !isRunning else { return }
            try launch()
            isRunning = true
        }
        log?.requestStarts(order.exchange.number, order.request)
        guard inbox.post(.start(order)) else { throw .libraryMissing(reason: "libcurl has failed and stopped") }
    }

    private func launch() throws(HTTPError) {
        let multi = try CurlMulti()
        inbox.attach(multi)
        let (inbox, executor, settings, log) = (inbox, executor, settings, log)
        let isStarted = DetachedThread.start {
            LoopThread(multi: multi, inbox: inbox, executor: executor, settings: settings, log: log).run()
        }
        guard isStarted else { throw .libraryMissing(reason: "no thread could be started") }
    }
}
