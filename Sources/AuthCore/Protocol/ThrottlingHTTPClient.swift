import Crypto
import FoundationEssentials
import HTTPTransport

/// Retries a failed request once and leaves a throttling server alone for as long as it asks, across processes.
///
/// Documented behaviour of MSAL: one retry after a second for a server error. After 429, or any server error with a
/// `Retry-After`, the same request is not sent again for that time, one hour at most, and one minute without a
/// `Retry-After`. The same request is one about the same subject to the same endpoint: what a server has against one account
/// says nothing about the others. Only 503 (RFC 9110 section 15.6.4) is about the server itself, and counts for the
/// endpoint. A stored time further ahead was written while the clock was wrong, and is ignored.
///
/// Meanwhile, a request gets the status with which the server asked for the pause.
struct ThrottlingHTTPClient: HTTPClient {
    let client: any HTTPClient
    let authorityCache: (any AuthorityCache)?
    let clock: WallClock
    /// Whether requests are sent although the server has asked for a pause before, as those of a sign-in: its user is
    /// waiting, and a code that is not redeemed is a sign-in lost. A new demand is stored all the same, and a success
    /// removes the older ones: the server works again.
    var ignoresStoredThrottling = false
    /// The SHA-256 of the requests' subject, such as a client, an account and scopes; nil for requests that every account
    /// shares. A hash, so that no token is held here and nothing stored names an account.
    private var subject: Data?

    init(client: any HTTPClient, authorityCache: (any AuthorityCache)?, clock: WallClock) {
        self.client = client
        self.authorityCache = authorityCache
        self.clock = clock
    }

    /// The statuses that are stored.
    private static let statuses = [429, 500, 502, 503, 504]

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let endpoint = String(request.url.prefix { $0 != "?" })
        if let response = throttledResponse(endpoint, to: request) { return response }
        var response = try await sendRetryingConnection(request)
        if response.isTransientFailure, request.isSafeToRepeat != false {
            try await pause()
            response = try await client.send(request)
        }
        if response.demandsThrottling {
            let seconds = Double(response.retryAfterSeconds(now: clock.now()) ?? 60)
            let end = clock.now().addingTimeInterval(seconds)
            try? authorityCache?.setThrottled(key(of: endpoint, status: response.status), until: end)
        } else if ignoresStoredThrottling, (200..<300).contains(response.status) {
            removeDemands(of: endpoint)
        }
        return response
    }

    /// The same client for requests about a narrower subject.
    func about(_ parts: [String]) -> ThrottlingHTTPClient {
        var client = self
        let text = parts.joined(separator: "\n")
        client.subject = Data(SHA256.hash(data: (subject ?? Data()) + Data(text.utf8)))
        return client
    }

    /// The same client for requests about an account.
    ///
    /// - Parameter account: Nil for a user who has not signed in yet.
    func about(clientID: String, account: AccountID?) -> ThrottlingHTTPClient {
        about([clientID] + (account.map { [$0.homeAccountID] } ?? []))
    }

    /// The key of a demand for a pause. An unknown status counts as 500 (RFC 9110 section 15).
    private func key(of endpoint: String, status: Int) -> String {
        let status = Self.statuses.contains(status) ? status : 500
        let subject = status == 503 ? nil : subject?.base64URL
        return [endpoint, subject, "\(status)"].compactMap(\.self).joined(separator: " ")
    }

    private func removeDemands(of endpoint: String) {
        let now = clock.now()
        for key in Self.statuses.map({ key(of: endpoint, status: $0) }) where storedEnd(of: key, at: now) != nil {
            try? authorityCache?.setThrottled(key, until: now)
        }
    }

    /// A cache that fails counts as empty.
    private func storedEnd(of key: String, at now: Date) -> Date? {
        (try? authorityCache?.throttledUntil(of: key, at: now)) ?? nil
    }

    func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPStreamedResponse {
        try await client.stream(request)
    }

    /// Retries only if no connection was made: otherwise a refresh token that works once may be spent.
    private func sendRetryingConnection(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        do {
            return try await client.send(request)
        } catch  where error.isBeforeConnection {
            try await pause()
            return try await client.send(request)
        }
    }

    private func pause() async throws(HTTPError) {
        do { try await clock.sleep(.seconds(1)) } catch { throw .cancelled }
    }

    /// The response of a server that throttles, without a request; nil when the request may be sent.
    private func throttledResponse(_ endpoint: String, to request: HTTPRequest) -> HTTPResponse? {
        guard !ignoresStoredThrottling, let demand = latestDemand(of: endpoint) else { return nil }
        let seconds = Int(demand.end.timeIntervalSince(clock.now()).rounded(.up))
        return HTTPResponse(
            status: demand.status, headers: HTTPHeaders([("Retry-After", "\(seconds)")]), body: Data(), url: request.url
        )
    }

    /// The time until which no request of the subject is sent to an endpoint; nil when one may be sent.
    func throttledUntil(_ endpoint: String) -> Date? { latestDemand(of: endpoint)?.end }

    private func latestDemand(of endpoint: String) -> (status: Int, end: Date)? {
        let now = clock.now()
        return Self.statuses
            .compactMap { status in
                storedEnd(of: key(of: endpoint, status: status), at: now).map { (status: status, end: $0) }
            }
            .filter { $0.end.timeIntervalSince(now) <= Double(HTTPResponse.longestPause) }
            .max { $0.end < $1.end }
    }
}

extension HTTPResponse {
    fileprivate var demandsThrottling: Bool { status == 429 || (status >= 500 && headers.contains("Retry-After")) }

    /// True of 500 and 503. A gateway's 502 and 504 leave open what the server behind it did.
    fileprivate var isTransientFailure: Bool { (status == 500 || status == 503) && !headers.contains("Retry-After") }

    /// The longest pause in seconds that a server is granted.
    fileprivate static let longestPause = 3600

    /// `Retry-After` in whole seconds, rounded up, and one hour at most; nil without one.
    func retryAfterSeconds(now: Date) -> Int? {
        RetryAfter.wait(in: headers, now: now).map { min(Int($0.inSeconds.rounded(.up)), Self.longestPause) }
    }

    /// The error of a server that throttles or fails, which says nothing about the request: status 429 or 5xx. Nil for any
    /// other response.
    func unavailability(at url: String, now: Date) -> AuthError? {
        status == 429 || status >= 500 ? serverUnavailable(at: url, now: now) : nil
    }

    /// The same error, whatever the status.
    func serverUnavailable(at url: String, now: Date) -> AuthError {
        .serverUnavailable(url: url, status: status, retryAfterSeconds: retryAfterSeconds(now: now))
    }
}

extension Duration {
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
