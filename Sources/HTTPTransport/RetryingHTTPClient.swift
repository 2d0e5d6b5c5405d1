import Synchronization

/// Repeats requests on another client, as its policy allows.
///
/// When it gives up, the caller gets the last response or error unchanged: a 429 says more than "too many retries", and
/// ``RetryAfter`` reads from it how long to stay away.
public struct RetryingHTTPClient: HTTPClient {
    private let client: any HTTPClient
    private let delay: RetryDelay

    public init(_ client: any HTTPClient, delay: RetryDelay = RetryDelay()) {
        self.client = client
        self.delay = delay
    }

    public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        var (response, previousAttemptMayHaveSucceeded) = try await repeating(request.methodForRetry) {
            () throws(HTTPError) in
            try await client.send(request)
        } outcome: {
            .response(status: $0.status, headers: $0.headers)
        }
        response.previousAttemptMayHaveSucceeded = previousAttemptMayHaveSucceeded
        return response
    }

    /// Repeats until a head is final, and `bodyPrefetchSize` bytes have arrived. A failure after that is not repeated: a
    /// part of the body has been used.
    public func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPStreamedResponse {
        var (response, previousAttemptMayHaveSucceeded) = try await repeating(request.methodForRetry) {
            () throws(HTTPError) in
            try await client.stream(request).buffering(first: request.bodyPrefetchSize)
        } outcome: {
            .response(status: $0.status, headers: $0.headers)
        }
        response.previousAttemptMayHaveSucceeded = previousAttemptMayHaveSucceeded
        return response
    }

    private func repeating<Response>(
        _ method: String, attempt: () async throws(HTTPError) -> Response,
        outcome: (Response) -> RetryPolicy.Outcome
    ) async throws(HTTPError) -> (response: Response, previousAttemptMayHaveSucceeded: Bool) {
        var history = RetryPolicy.History()
        var previousAttemptMayHaveSucceeded = false
        while true {
            let result: Result<Response, HTTPError>
            do throws(HTTPError) { result = .success(try await attempt()) } catch { result = .failure(error) }
            let outcome =
                switch result {
                case .success(let response): outcome(response)
                case .failure(let error): RetryPolicy.Outcome.failure(error)
                }
            guard try await delay.waitToRetry(after: outcome, method: method, history: &history) else {
                return (try result.get(), previousAttemptMayHaveSucceeded)
            }
            previousAttemptMayHaveSucceeded = previousAttemptMayHaveSucceeded || outcome.mayHaveBeenProcessed
        }
    }
}

/// Waits between attempts as long as a policy decides.
public struct RetryDelay: Sendable {
    private let policy: RetryPolicy
    private let clock: WallClock
    private let onWait: @Sendable (Duration, RetryPolicy.Outcome) -> Void

    /// - Parameter onWait: called before each wait, with its length and the outcome that it follows.
    public init(
        policy: RetryPolicy = RetryPolicy(), clock: WallClock = .system,
        onWait: @escaping @Sendable (Duration, RetryPolicy.Outcome) -> Void = { _, _ in }
    ) {
        self.policy = policy
        self.clock = clock
        self.onWait = onWait
    }

    /// Waits until the next attempt is due and returns true; returns false at once when the outcome is final.
    ///
    /// - Throws: ``HTTPError/cancelled`` when the clock's wait ends early.
    public func waitToRetry(
        after outcome: RetryPolicy.Outcome, method: String, history: inout RetryPolicy.History
    ) async throws(HTTPError) -> Bool {
        if case .failure = outcome { history.networkFailures += 1 }
        let decision = policy.decide(outcome, method: method, history: history, now: clock.now())
        guard case .retry(let wait) = decision else { return false }
        onWait(wait, outcome)
        do { try await clock.sleep(wait) } catch { throw .cancelled }
        history.recordRetry(after: wait)
        return true
    }
}

/// Counts the time spent waiting for one piece of work, however many requests it takes: a token, the request itself, and
/// the request again with another token.
///
/// Set ``current`` around such work, and every retry within it counts against the same ``RetryPolicy/maxWait``.
public final class RetryBudget: Sendable {
    /// The budget of the work that this task belongs to; nil where each request is work of its own.
    @TaskLocal public static var current: RetryBudget?

    private let total: Mutex<Duration>

    public init(waited: Duration = .zero) {
        total = Mutex(waited)
    }

    public var waited: Duration { total.withLock(\.self) }

    /// - Parameter time: a wait, or the time that a failed attempt took.
    public func add(_ time: Duration) {
        total.withLock { $0 += time }
    }
}
