import FoundationEssentials

/// Decides whether a request is sent again, and when. Pure: it neither waits nor reads a clock.
///
/// 429 means "not done", so any method is repeated. 503 and 504 leave open whether the work was done, so only the
/// methods that may be done twice are; and so it is with a lost network, unless no connection was ever made.
public struct RetryPolicy: Sendable, Hashable {
    /// All the waiting for one request may not exceed this.
    public var maxWait: Duration
    /// How often a failing network is tried again; nil for as long as may be waited.
    public var networkRetries: Int? = 2
    /// A server that asks for waits of nothing would otherwise be asked for ever.
    public var maxAttempts = 100

    public init(maxWait: Duration = .seconds(300)) {
        self.maxWait = maxWait
    }

    public enum Outcome: Sendable, Hashable {
        case response(status: Int, headers: HTTPHeaders)
        case failure(HTTPError)
    }

    public enum Decision: Sendable, Hashable {
        /// The outcome is final.
        case stop
        case retry(after: Duration)
        /// Another try would make sense after that wait, but it is more than may be waited.
        case giveUp(wait: Duration)
    }

    /// What has been tried for this request so far, the outcome under decision included.
    public struct History: Sendable, Hashable {
        public var attempts: Int
        public var networkFailures: Int
        /// The sum of the waits between the attempts.
        public var waited: Duration

        public init(attempts: Int = 1, networkFailures: Int = 0, waited: Duration = .zero) {
            self.attempts = attempts
            self.networkFailures = networkFailures
            self.waited = waited
        }
    }

    public func decide(_ outcome: Outcome, method: String, history: History, now: Date) -> Decision {
        guard isWorthRepeating(outcome, method: method, history: history) else { return .stop }
        let wait = requestedWait(outcome, now: now) ?? Self.backoff(attempt: history.attempts)
        let isAllowed = history.waited + wait <= maxWait && history.attempts < maxAttempts
        return isAllowed ? .retry(after: wait) : .giveUp(wait: wait)
    }

    private func isWorthRepeating(_ outcome: Outcome, method: String, history: History) -> Bool {
        switch outcome {
        case .response(429, _): true
        case .response(503, _), .response(504, _): Self.repeatableMethods.contains(method)
        case .response: false
        case .failure(let error):
            error.isTransient && networkRetries.map { history.networkFailures <= $0 } ?? true
                && (error.isBeforeConnection || Self.repeatableMethods.contains(method))
        }
    }

    /// A wait of zero says no more than no wait: hammering counts against the caller.
    private func requestedWait(_ outcome: Outcome, now: Date) -> Duration? {
        guard case .response(_, let headers) = outcome else { return nil }
        return RetryAfter.wait(in: headers, now: now).flatMap { $0 > .zero ? $0 : nil }
    }

    /// 1 s, 2 s, 4 s … 60 s.
    private static func backoff(attempt: Int) -> Duration {
        .seconds(attempt > 6 ? 60 : 1 << (max(attempt, 1) - 1))
    }

    /// Idempotent by RFC 9110 §9.2.2. PATCH and POST are not.
    private static let repeatableMethods: Set<String> = ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"]
}

extension RetryPolicy.Outcome: CustomStringConvertible {
    public var description: String {
        switch self {
        case .response(let status, _): "HTTP \(status)"
        case .failure(let error): "\(error)".escapingControlCharacters()
        }
    }
}
