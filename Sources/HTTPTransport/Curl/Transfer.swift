import CCurl

/// A hop in progress. Used on the transfer thread only, where libcurl calls it back.
final class Transfer {
    let easy: CurlEasy
    let prepared: PreparedRequest
    let log: RequestLog?
    let upload: UploadSource?
    private let settings: ConnectionSettings
    private var authorities: CertificateAuthorities
    /// The point in time at which the request's total time is over.
    private let deadline: ContinuousClock.Instant?
    var headReader = ResponseHeadReader()
    var bodySize = 0
    /// The beginning of the body, if the log shows bodies.
    var recorded: RecordedBody?
    var lastProgress = ContinuousClock.now
    /// Whether the transfer waits until the reader has room.
    var isPaused = false
    /// The reason why a callback stopped the transfer. libcurl only knows that one did.
    var failure: HTTPError?

    init(
        _ prepared: PreparedRequest, on easy: CurlEasy, settings: ConnectionSettings,
        authorities: CertificateAuthorities, log: RequestLog?
    ) throws(HTTPError) {
        self.prepared = prepared
        self.log = log
        self.settings = settings
        self.authorities = authorities
        upload = if let body = prepared.request.body { try UploadSource(body) } else { nil }
        self.easy = easy
        deadline = prepared.timeLeft.map { .now + $0 }
        try easy.prepare(prepared, settings: settings, authorities: authorities, uploadSize: upload?.size)
        try easy.set(userdata: Unmanaged.passUnretained(self).toOpaque())
    }

    /// Whether the transfer failed for lack of an authority that the file of all authorities may have.
    func isMissingAuthority(_ code: CURLcode) -> Bool {
        code == CURLE_PEER_FAILED_VERIFICATION && authorities.usesDirectoryOnly && easy.verifyResult > 1
    }

    /// Replaces the authorities, before the transfer is started once more. No part of the request has been sent.
    func trust(_ authorities: CertificateAuthorities) throws(HTTPError) {
        self.authorities = authorities
        lastProgress = .now
        try easy.trust(authorities)
    }

    func resume() {
        // The pause was the reader's, not the server's.
        lastProgress = .now
        isPaused = false
        easy.unpause()
    }

    /// The time until the nearest limit, of the limits that are not libcurl's: libcurl watches the time to connect.
    func timeLeft(_ now: ContinuousClock.Instant) -> Duration {
        let total = deadline.map { $0 - now } ?? .seconds(60)
        return isPaused ? total : min(total, pauseLimit - lastProgress.duration(to: now))
    }

    func timeoutError(_ now: ContinuousClock.Instant) -> HTTPError {
        let isTotal = deadline.map { $0 <= now } ?? false
        return timeoutError(after: (isTotal ? prepared.request.timeouts.total : nil) ?? pauseLimit)
    }

    /// The limit of the pause that the transfer is in.
    private var pauseLimit: Duration {
        let timeouts = prepared.request.timeouts
        let isSent = !headReader.isComplete && upload?.isAtEnd ?? true && easy.wasConnected
        return isSent ? timeouts.response ?? timeouts.stall : timeouts.stall
    }

    func logEnd(_ result: Result<Void, HTTPError>) {
        guard let log else { return }
        let elapsed = prepared.started.duration(to: .now)
        switch result {
        case .success: log.responseEnds(prepared.id, recorded?.excerpt, bytes: bodySize, after: elapsed)
        case .failure(let error): log.requestFails(prepared.id, with: error, excerpt: recorded?.excerpt, after: elapsed)
        }
    }

    func result(of code: CURLcode) -> Result<Void, HTTPError> {
        if let failure { return .failure(failure) }
        switch code {
        case CURLE_OK where headReader.isComplete: return .success(())
        // To libcurl, a connection that closes within the header is a response with a short header.
        case CURLE_OK: return .failure(.connectionLost(host: host, reason: "the header was cut short"))
        case CURLE_OPERATION_TIMEDOUT: return .failure(timeoutError(after: prepared.request.timeouts.connect))
        default: return .failure(libraryError(code))
        }
    }

    var host: String { prepared.origin.host }

    private func libraryError(_ code: CURLcode) -> HTTPError {
        if !easy.wasConnected, let status = easy.proxyRefusal {
            return .proxyRefused(host: host, proxy: settings.proxyName, status: status)
        }
        let stage: CurlFailure.Stage =
            if headReader.isComplete { .body } else if easy.wasConnected { .header } else { .connecting }
        let reason = settings.redacting(easy.reason(for: code))
        return CurlFailure(
            code: code, host: host, reason: reason, stage: stage, verifyResult: easy.verifyResult,
            authorities: authorities.file ?? authorities.directory ?? "",
            clientCertificate: prepared.request.clientCertificate
        ).error
    }

    /// Before a connection was made the server cannot have seen the request, which decides whether it may be repeated.
    private func timeoutError(after time: Duration) -> HTTPError {
        let seconds = time / .seconds(1)
        guard easy.wasConnected else {
            return .cannotConnect(host: host, reason: "no connection within \(seconds) seconds")
        }
        return .timedOut(host: host, seconds: seconds)
    }
}
