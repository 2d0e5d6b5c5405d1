/// What the loop thread does: load libcurl, then take commands, let libcurl work, hand out endings, wait.
final class LoopThread {
    private let multi: CurlMulti
    private let inbox: LoopInbox
    private let settings: ConnectionSettings
    private let log: RequestLog?
    private var authorities: CertificateAuthorities
    private var transfers: [Transfer] = []
    /// Handles without a transfer: to make and set up one takes longer than a short request.
    private var idle: [CurlEasy] = []

    private init(
        multi: CurlMulti, inbox: LoopInbox, settings: ConnectionSettings, log: RequestLog?
    ) {
        self.multi = multi
        self.inbox = inbox
        self.settings = settings
        authorities = CertificateAuthorities(settings)
        self.log = log
    }

    static func run(inbox: LoopInbox, settings: ConnectionSettings, log: RequestLog?) {
        do throws(HTTPError) {
            let multi = try CurlMulti()
            inbox.attach(multi)
            LoopThread(multi: multi, inbox: inbox, settings: settings, log: log).run()
        } catch {
            inbox.release(error)
        }
    }

    private func run() {
        while let commands = inbox.take() {
            commands.forEach(obey)
            guard multi.perform() else { break }
            settle()
            let milliseconds = expire()
            if inbox.beginWaiting(), !multi.poll(milliseconds: milliseconds) { break }
        }
        end()
    }

    private func obey(_ command: LoopInbox.Command) {
        switch command {
        case .start(let order): begin(order)
        case .resume(let number): transfer(number)?.resume()
        case .remove(let number): transfer(number).map { remove($0, .failure(.cancelled)) }
        }
    }

    private func transfer(_ number: Int) -> Transfer? {
        transfers.first { $0.order.exchange.number == number }
    }

    private func begin(_ order: TransferOrder) {
        guard !order.exchange.isEnded else { return }
        do throws(HTTPError) {
            let easy = if let rested = idle.popLast() { rested } else { try CurlEasy(settings) }
            let transfer = try Transfer(order, on: easy, settings: settings, authorities: authorities, log: log)
            try multi.add(transfer.easy)
            transfers.append(transfer)
        } catch {
            log?.requestFails(order.exchange.number, error, after: order.started.duration(to: .now))
            order.exchange.finish(.failure(error))
        }
    }

    private func settle() {
        while let (easy, code) = multi.nextFinished() {
            guard let transfer = transfers.first(where: { $0.easy.handle == easy }) else { continue }
            if transfer.isMissingAuthority(code), beginsAnew(transfer) { continue }
            remove(transfer, transfer.result(of: code))
        }
    }

    /// With all authorities, as everything does from here on.
    private func beginsAnew(_ transfer: Transfer) -> Bool {
        authorities.isDirectoryAskedAlone = false
        multi.remove(transfer.easy)
        do throws(HTTPError) {
            try transfer.trust(authorities)
            try multi.add(transfer.easy)
            return true
        } catch {
            return false
        }
    }

    /// libcurl counts only whole seconds, and counts them while the reader is the slow one: limits are watched here.
    ///
    /// - Returns: the milliseconds to the next one.
    private func expire() -> Int32 {
        let now = ContinuousClock.now
        var nearest = Duration.seconds(60)
        for transfer in transfers {
            let left = transfer.timeLeft(now)
            if left > .zero {
                nearest = min(nearest, left)
            } else {
                remove(transfer, .failure(transfer.limitError(now)))
            }
        }
        // Rounded up, or the last millisecond would be spent spinning.
        return Int32(nearest / .milliseconds(1)) + 1
    }

    private func remove(_ transfer: Transfer, _ result: Result<Void, HTTPError>) {
        transfers.removeAll { $0 === transfer }
        multi.remove(transfer.easy)
        transfer.logEnd(result)
        transfer.order.exchange.finish(result)
        guard case .success = result else { return }
        transfer.easy.rest()
        if idle.count < LoopThread.mostIdle { idle.append(transfer.easy) }
    }

    private static let mostIdle = 8

    private func end() {
        for transfer in transfers { remove(transfer, .failure(.cancelled)) }
        inbox.release(.cancelled)
    }
}
