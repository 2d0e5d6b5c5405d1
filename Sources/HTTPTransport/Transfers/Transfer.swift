import CCurl

/// One hop under way. Lives on the loop thread, where libcurl calls it back.
final class Transfer {
    let easy: CurlEasy
    let order: TransferOrder
    private let log: RequestLog?
    private let upload: UploadSource?
    private let settings: ConnectionSettings
    private var authorities: CertificateAuthorities
    private var headReader = HeadReader()
    private var bodySize = 0
    private var lastProgress = ContinuousClock.now
    /// When the request's total time is over.
    private var deadline: ContinuousClock.Instant?
    /// From when the reader had no room until the loop is told that it has.
    private var isPaused = false
    /// Why a callback told libcurl to stop; libcurl only knows that one did.
    private var failure: HTTPError?

    init(
        _ order: TransferOrder, on easy: CurlEasy, settings: ConnectionSettings, authorities: CertificateAuthorities,
        log: RequestLog?
    ) throws(HTTPError) {
        self.order = order
        self.log = log
        self.settings = settings
        self.authorities = authorities
        upload = if let body = order.request.body { try UploadSource(body) } else { nil }
        self.easy = easy
        deadline = order.timeLeft.map { .now + $0 }
        try easy.prepare(order, settings: settings, authorities: authorities, uploadSize: upload?.size)
        try easy.set(userdata: Unmanaged.passUnretained(self).toOpaque())
    }

    /// Whether it failed for the want of an authority that the file may have.
    func isMissingAuthority(_ code: CURLcode) -> Bool {
        code == CURLE_PEER_FAILED_VERIFICATION && authorities.isDirectoryAskedAlone && easy.refusedCertificates
    }

    /// To be begun once more: nothing was sent.
    func trust(_ wider: CertificateAuthorities) throws(HTTPError) {
        authorities = wider
        lastProgress = .now
        try easy.trust(wider)
    }

    func resume() {
        // The pause was the reader's, not the server's.
        lastProgress = .now
        isPaused = false
        easy.unpause()
    }

    /// To the next limit, of those that are not libcurl's: only the time to connect is.
    func timeLeft(_ now: ContinuousClock.Instant) -> Duration {
        let total = deadline.map { $0 - now } ?? .seconds(60)
        return isPaused ? total : min(total, order.request.timeouts.stall - lastProgress.duration(to: now))
    }

    /// What to say when there is no time left.
    func limitError(_ now: ContinuousClock.Instant) -> HTTPError {
        let timeouts = order.request.timeouts
        let isTotal = deadline.map { $0 <= now } ?? false
        return timeoutError(after: isTotal ? timeouts.total ?? timeouts.stall : timeouts.stall)
    }

    func logEnd(_ result: Result<Void, HTTPError>) {
        guard let log else { return }
        let elapsed = order.started.duration(to: .now)
        switch result {
        case .success: log.responseEnds(order.exchange.number, bytes: bodySize, after: elapsed)
        case .failure(let error): log.requestFails(order.exchange.number, error, after: elapsed)
        }
    }

    func result(of code: CURLcode) -> Result<Void, HTTPError> {
        if let failure { return .failure(failure) }
        switch code {
        case CURLE_OK where headReader.isComplete: return .success(())
        // To libcurl a connection that closes within the header is an answer with a short one.
        case CURLE_OK: return .failure(.connectionLost(host: order.origin.host, reason: "the header was cut short"))
        case CURLE_OPERATION_TIMEDOUT: return .failure(timeoutError(after: order.request.timeouts.connect))
        default: return .failure(libraryError(code))
        }
    }

    private func libraryError(_ code: CURLcode) -> HTTPError {
        if !easy.wasConnected, let status = easy.proxyRefusal {
            return .proxyRefused(host: order.origin.host, proxy: settings.proxyName, status: status)
        }
        let stage: CurlFailure.Stage =
            if headReader.isComplete { .body } else if easy.wasConnected { .header } else { .connecting }
        let reason = settings.redacting(easy.reason(for: code))
        return CurlFailure(code: code, host: order.origin.host, reason: reason, stage: stage).error
    }

    /// Before a connection stood the server cannot have seen the request, which matters to whoever repeats it.
    private func timeoutError(after time: Duration) -> HTTPError {
        let seconds = time / .seconds(1)
        guard easy.wasConnected else {
            return .cannotConnect(host: order.origin.host, reason: "no connection within \(seconds) seconds")
        }
        return .timedOut(host: order.origin.host, seconds: seconds)
    }
}

// What libcurl calls. The answers are libcurl's: a count that differs from what was offered ends the transfer.
extension Transfer {
    func receiveHeader(_ line: UnsafeBufferPointer<UInt8>) -> Int {
        switch headReader.read(line) {
        // No progress: a header that comes a line at a time would never end.
        case .more: break
        case .complete(let head):
            lastProgress = .now
            log?.responseStarts(order.exchange.number, head, after: order.started.duration(to: .now))
            head.headers["Content-Length"].flatMap { Int($0) }.map(order.exchange.expect)
            order.exchange.receive(head)
        case .malformed(let reason):
            failure = .malformedResponse(host: order.origin.host, reason: reason)
            return 0
        }
        return line.count
    }

    func receiveBody(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        lastProgress = .now
        switch order.exchange.receive(bytes) {
        case .taken:
            bodySize += bytes.count
            return bytes.count
        case .held:
            isPaused = true
            return Int(CURL_WRITEFUNC_PAUSE)
        case .refused:
            failure = order.exchange.isEnded ? .cancelled : .bodyTooLarge(limit: order.request.bodyLimit)
            return 0
        }
    }

    func provideUpload(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        lastProgress = .now
        do throws(HTTPError) {
            return try upload?.read(into: buffer) ?? 0
        } catch {
            failure = error
            return Int(CURL_READFUNC_ABORT)
        }
    }

    func seekUpload(to offset: Int) -> Int32 {
        upload?.seek(to: offset) == true ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
    }
}
