import CCurl

/// The work of the transfer thread: load libcurl, then repeatedly handle commands, let libcurl transfer, report the
/// transfers that ended, and wait.
final class TransferLoop {
    private let multi: CurlMulti
    private let queue: TransferQueue
    private let settings: ConnectionSettings
    private let log: RequestLog?
    private var authorities: CertificateAuthorities
    private var transfers: [Transfer] = []
    /// Handles without a transfer, for reuse: to make and configure a handle takes longer than a short request.
    private var idleHandles: [CurlEasy] = []

    private init(multi: CurlMulti, queue: TransferQueue, settings: ConnectionSettings, log: RequestLog?) {
        self.multi = multi
        self.queue = queue
        self.settings = settings
        authorities = CertificateAuthorities(settings)
        self.log = log
    }

    /// Returns when the queue is closed, or when libcurl fails: then the transfers in flight lose their connections.
    static func run(queue: TransferQueue, settings: ConnectionSettings, log: RequestLog?) {
        do throws(HTTPError) {
            let multi = try CurlMulti()
            queue.attach(multi)
            TransferLoop(multi: multi, queue: queue, settings: settings, log: log).run()
        } catch {
            queue.release(error)
        }
    }

    private func run() {
        while let commands = queue.take() {
            commands.forEach(handle)
            guard multi.perform() else { return fail() }
            finishTransfers()
            let milliseconds = enforceTimeouts()
            if queue.beginWaiting(), !multi.poll(milliseconds: milliseconds) { return fail() }
        }
        for transfer in transfers { remove(transfer, .failure(.cancelled)) }
        queue.release(.cancelled)
    }

    private func fail() {
        let reason = "libcurl has stopped"
        for transfer in transfers {
            remove(transfer, .failure(.connectionLost(host: transfer.prepared.origin.host, reason: reason)))
        }
        queue.release(.libraryFailed(reason: reason))
    }

    private func handle(_ command: TransferQueue.Command) {
        switch command {
        case .start(let prepared): start(prepared)
        case .resume(let id): transfer(id)?.resume()
        case .cancel(let id): transfer(id).map { remove($0, .failure(.cancelled)) }
        }
    }

    private func transfer(_ id: Int) -> Transfer? {
        transfers.first { $0.prepared.id == id }
    }

    private func start(_ prepared: PreparedRequest) {
        guard !prepared.response.isEnded else { return }
        do throws(HTTPError) {
            let easy = if let idle = idleHandles.popLast() { idle } else { try CurlEasy(settings) }
            let transfer = try Transfer(prepared, on: easy, settings: settings, authorities: authorities, log: log)
            try multi.add(transfer.easy)
            transfers.append(transfer)
        } catch {
            log?.requestFails(prepared.id, with: error, after: prepared.started.duration(to: .now))
            prepared.response.finish(.failure(error))
        }
    }

    private func finishTransfers() {
        while let (easy, code) = multi.nextFinished() {
            guard let transfer = transfers.first(where: { $0.easy.handle == easy }) else { continue }
            if transfer.isMissingAuthority(code), restart(transfer) { continue }
            remove(transfer, transfer.result(of: code))
        }
    }

    /// Restarts a transfer with all authorities, which every later transfer uses as well.
    private func restart(_ transfer: Transfer) -> Bool {
        authorities.usesDirectoryOnly = false
        multi.remove(transfer.easy)
        do throws(HTTPError) {
            try transfer.trust(authorities)
            try multi.add(transfer.easy)
            return true
        } catch {
            return false
        }
    }

    /// Ends the transfers whose time is over. libcurl's own limits count whole seconds, also while the reader is slow.
    ///
    /// - Returns: the milliseconds until the next limit.
    private func enforceTimeouts() -> Int32 {
        let now = ContinuousClock.now
        var nearest = Duration.seconds(60)
        for transfer in transfers {
            let left = transfer.timeLeft(now)
            if left > .zero {
                nearest = min(nearest, left)
            } else {
                remove(transfer, .failure(transfer.timeoutError(now)))
            }
        }
        // Rounded up: otherwise the last millisecond would be spent spinning.
        return Int32(nearest / .milliseconds(1)) + 1
    }

    private func remove(_ transfer: Transfer, _ result: Result<Void, HTTPError>) {
        transfers.removeAll { $0 === transfer }
        multi.remove(transfer.easy)
        transfer.logEnd(result)
        transfer.prepared.response.finish(result)
        guard case .success = result else { return }
        transfer.easy.reset()
        if idleHandles.count < Self.maxIdleHandles { idleHandles.append(transfer.easy) }
    }

    private static let maxIdleHandles = 8
}
