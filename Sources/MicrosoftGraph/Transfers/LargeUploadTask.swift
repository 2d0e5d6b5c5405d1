import FoundationEssentials
import HTTPTransport

/// The upload of one file to an upload session: its parts in order, and the status requests between them.
///
/// The session's URL is a secret on another host. It gets no token, which it may even refuse by its documentation, and no
/// header that the caller set for Graph.
struct LargeUploadTask {
    let session: UploadSession
    let upload: LargeUpload
    let http: any HTTPClient
    let clock: WallClock
    let store: (any UploadSessionStore)?
    /// The longest wait in a row of failures; the waits of the HTTP client count against it, too.
    let maxWait: Duration
    let onEvent: @Sendable (UploadEvent) -> Void

    enum Outcome {
        /// The response to the last part, which holds the item, or a refusal.
        case response(HTTPResponse)
        /// The server does not know the session any more.
        case sessionLost
    }

    /// Failures in a row, without a byte that the server did not have before.
    private static let failureLimit = 5

    /// Whether the status means that a later attempt may succeed.
    static func isTransient(_ status: Int) -> Bool { status == 429 || (500...).contains(status) }

    /// - Parameter start: the number of bytes that the server has.
    func run(from start: Int = 0) async throws -> Outcome {
        let outcome = try await send(from: start)
        switch outcome {
        case .sessionLost: store?.delete()
        // Tomorrow the server may be up again, and the drive may have room.
        case .response(let response): if !Self.isTransient(response.status) { store?.delete() }
        }
        return outcome
    }

    private func send(from start: Int) async throws -> Outcome {
        // A server that goes back and forth makes no progress: only a position beyond all earlier ones is some.
        var (next, highest, failures) = (start, start, 0)
        var budget = RetryBudget()
        func advance(to position: Int) {
            next = position
            if position > highest { (highest, failures, budget) = (position, 0, RetryBudget()) }
        }
        var expires = session.expires
        while true {
            let part = next..<min(next + upload.partSize, upload.size)
            let response = try await RetryBudget.$current.withValue(budget) { try await send(request(for: part)) }
            let status = status(after: response, to: part)
            if case .ended(let outcome) = status { return outcome }
            save(response, expires: &expires)
            if case .position(let position) = status, position > next, position < upload.size {
                advance(to: position)
            } else {
                failures += 1
                let wait = wait(after: response, failures: failures)
                guard failures <= Self.failureLimit, budget.waited + wait <= maxWait else {
                    // A success without progress confirms nothing.
                    guard !GraphResponse.isSuccess(response.status) else { throw statusUnknown(confirmed: highest) }
                    return .response(response)
                }
                switch try await self.status(after: response, waiting: wait, budget) {
                case .position(let position): advance(to: position)
                case .ended(let outcome): return outcome
                case .unknown: throw statusUnknown(confirmed: highest)
                }
            }
            onEvent(.sent(next))
        }
    }

    /// The status by the response to a part. A success that is neither the item nor names a range leaves it unknown: a
    /// proxy's page has status 200 as well.
    private func status(after response: HTTPResponse, to part: Range<Int>) -> Status {
        switch response.status {
        // Outlook has status 200 for each part.
        case 200 where nextExpectedPosition(in: response.body) != nil, 202 where !response.isWebPage:
            .position(nextExpectedPosition(in: response.body) ?? part.upperBound)
        case 416, 500, 502: .position(part.lowerBound)
        case _ where !GraphResponse.isSuccess(response.status): .ended(Self.outcome(of: response))
        default: part.upperBound == upload.size && upload.isComplete(response) ? .ended(.response(response)) : .unknown
        }
    }

    private func statusUnknown(confirmed count: Int) -> GraphError {
        .uploadStatusUnknown(confirmed: count, size: upload.size)
    }

    private static func outcome(of response: HTTPResponse) -> Outcome {
        response.status == 404 || response.status == 410 ? .sessionLost : .response(response)
    }

    /// The expiry moves with each part; a few minutes more are not worth a write to the disk.
    private func save(_ response: HTTPResponse, expires: inout Date?) {
        guard let later = UploadSession.expiry(in: response.body) else { return }
        if let expires, later < expires + 300 { return }
        expires = later
        store?.save(UploadSession(url: session.url, expires: later, began: session.began))
    }

    private func request(for part: Range<Int>) -> HTTPRequest {
        var request = HTTPRequest(
            method: "PUT", url: session.url.expose(),
            headers: [
                "Content-Range": ContentRange(part, of: upload.size).text, "Content-Type": "application/octet-stream",
            ],
            body: .filePart(path: upload.file, range: part, version: upload.version), timeouts: GraphClient.timeouts)
        request.urlIsSecret = true
        return request
    }

    /// The response names the session's host, so that its refusal is not taken for one of Graph.
    private func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        var response = try await http.send(request)
        response.redirectedHost = response.redirectedHost ?? HTTPOrigin(url: request.url)?.host
        return response
    }

    enum Status {
        /// The number of bytes, counted from the first, that the server has.
        case position(Int)
        case ended(Outcome)
        /// The response names no missing range, and is not the end.
        case unknown
    }

    /// A wait that grows with each failure; none after a 416, which says that the server has the bytes.
    private func wait(after response: HTTPResponse, failures: Int) -> Duration {
        response.status == 416 ? .zero : .seconds(1 << (failures - 1))
    }

    private func status(
        after response: HTTPResponse, waiting wait: Duration, _ budget: RetryBudget
    ) async throws -> Status {
        if wait > .zero {
            onEvent(.waiting(wait, status: response.status))
            try await clock.sleep(wait)
            budget.add(wait)
        }
        return try await RetryBudget.$current.withValue(budget) { try await status() }
    }

    /// - Throws: `GraphError.notJSON` for a web page, which says nothing about the session.
    func status() async throws -> Status {
        var request = HTTPRequest(url: session.url.expose(), headers: ["Accept": "application/json"])
        request.urlIsSecret = true
        let response = try await send(request)
        guard GraphResponse.isSuccess(response.status) else { return .ended(Self.outcome(of: response)) }
        guard !response.isWebPage else { throw GraphError.notJSON(status: response.status) }
        return nextExpectedPosition(in: response.body).map { .position($0) } ?? .unknown
    }

    /// The beginning of the first of `nextExpectedRanges`; nil when the body names none.
    private func nextExpectedPosition(in body: Data) -> Int? {
        let ranges = UploadSession.member("nextExpectedRanges", as: [String].self, of: body) ?? []
        return ranges.compactMap { ByteCount.parse($0.prefix { $0 != "-" }) }.min()
            .flatMap { (0..<upload.size).contains($0) ? $0 : nil }
    }
}
