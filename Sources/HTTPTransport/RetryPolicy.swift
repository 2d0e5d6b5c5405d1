import FoundationEssentials

/// Decides whether a request is sent again, and when. The policy neither waits nor reads a clock.
///
/// 429 means "not done", and so does 509 (bandwidth limit exceeded), so any method is repeated. 503 and 504 leave open
/// whether the work was done, so only idempotent methods are repeated. The same holds for a failed network, unless no
/// connection was ever made.
public struct RetryPolicy: Sendable, Hashable {
    /// The limit of the time spent waiting, counted by ``RetryBudget``.
    public var maxWait: Duration
    /// The number of retries after network failures; nil for no limit but `maxWait`.
    public var networkRetries: Int? = 2
    /// Stops a server that asks for waits of zero from being asked for ever.
    public var maxAttempts = 100

    public init(maxWait: Duration = .seconds(300)) {
        self.maxWait = maxWait
    }

    /// The result of one attempt.
    public enum Outcome: Sendable, Hashable {
        case response(status: Int, headers: HTTPHeaders)
        case failure(HTTPError)

        /// Whether the request may have been carried out, although the attempt failed.
        var mayHaveBeenProcessed: Bool {
            switch self {
            case .response(let status, _): status == 503 || status == 504
            case .failure(let error): !error.isBeforeConnection
            }
        }
    }

    public enum Decision: Sendable, Hashable {
        /// The outcome is final: a retry makes no sense, or exceeds a limit of the policy.
        case stop
        case retry(after: Duration)
    }

    /// The attempts at one request so far, including the one whose outcome is decided on.
    public struct History: Sendable {
        public var attempts: Int
        public var networkFailures: Int
        /// The one counter of waiting time, shared with the other requests of the same work.
        public let budget: RetryBudget

        public init(
            attempts: Int = 1, networkFailures: Int = 0, budget: RetryBudget = .current ?? RetryBudget()
        ) {
            self.attempts = attempts
            self.networkFailures = networkFailures
            self.budget = budget
        }

        /// Counts a wait that is over, and the attempt that follows.
        public mutating func recordRetry(after wait: Duration) {
            attempts += 1
            budget.add(wait)
        }
    }

    public func decide(_ outcome: Outcome, method: String, history: History, now: Date) -> Decision {
        guard isWorthRepeating(outcome, method: method, history: history) else { return .stop }
        let wait = requestedWait(outcome, now: now) ?? Self.backoff(attempt: history.attempts)
        let isAllowed = history.budget.waited + wait <= maxWait && history.attempts < maxAttempts
        return isAllowed ? .retry(after: wait) : .stop
    }

    private func isWorthRepeating(_ outcome: Outcome, method: String, history: History) -> Bool {
        switch outcome {
        case .response(429, _), .response(509, _): true
        case .response(503, _), .response(504, _): Self.idempotentMethods.contains(method)
        case .response: false
        case .failure(let error):
            error.isTransient && networkRetries.map { history.networkFailures <= $0 } ?? true
                && (error.isBeforeConnection || Self.idempotentMethods.contains(method))
        }
    }

    /// A requested wait of zero counts as none: retrying at once would add to the load that the server complains of.
    private func requestedWait(_ outcome: Outcome, now: Date) -> Duration? {
        guard case .response(_, let headers) = outcome else { return nil }
        return RetryAfter.wait(in: headers, now: now).flatMap { $0 > .zero ? $0 : nil }
    }

    /// 1 s, 2 s, 4 s … 60 s.
    private static func backoff(attempt: Int) -> Duration {
        .seconds(attempt > 6 ? 60 : 1 << (max(attempt, 1) - 1))
    }

    /// Whether a method can be carried out twice with the effect of once (RFC 9110 §9.2.2).
    package static func isIdempotent(_ method: String) -> Bool { idempotentMethods.contains(method) }

    /// PATCH and POST are not idempotent.
    private static let idempotentMethods: Set<String> = ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"]
}

extension RetryPolicy.Outcome: CustomStringConvertible {
    public var description: String {
        switch self {
        case .response(let status, _): "HTTP \(status)"
        case .failure(let error): "\(error)".escapingControlCharacters()
        }
    }
}

/// Reads the `Retry-After` field (RFC 9110 §10.2.3), including the decimals that Microsoft Graph sends.
public enum RetryAfter {
    /// The wait that a response asks for: zero for a date in the past, nil without a valid field.
    ///
    /// The value is not capped: 41 hours have been seen, and whether to wait that long is the caller's decision.
    ///
    /// - Parameter now: by the local clock, for a response without a `Date` of its own.
    public static func wait(in headers: HTTPHeaders, now: Date) -> Duration? {
        guard let value = headers["Retry-After"] else { return nil }
        if let seconds = seconds(value) { return seconds }
        guard let date = HTTPDate.parse(value, now: now) else { return nil }
        // A date is by the server's clock, from which the local one can be far.
        let sent = headers["Date"].flatMap { HTTPDate.parse($0, now: now) } ?? now
        return .milliseconds(Int64(max(0, date.timeIntervalSince(sent)) * 1000))
    }

    /// Digits with at most one fraction, without the signs and exponents that `Double` accepts.
    private static func seconds(_ value: String) -> Duration? {
        let parts = value.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isASCIIDigit) }),
            let seconds = Double(value)
        else { return nil }
        // A Duration traps on numbers that it cannot hold; a century is as good as never.
        return .milliseconds(Int64(min(seconds, 3_155_760_000) * 1000))
    }
}
