#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Repeats what its policy allows on another client. When it gives up, the caller gets the last answer or failure as it
/// was: a 429 says more than "too many retries", and ``RetryAfter`` reads from it how long to stay away.
public struct RetryingHTTPClient: HTTPClient {
    private let client: any HTTPClient
    private let policy: RetryPolicy
    private let now: @Sendable () -> Date
    private let sleep: @Sendable (Duration) async throws -> Void
    private let onWait: @Sendable (Duration, RetryPolicy.Outcome) -> Void

    /// - Parameters:
    ///   - sleep: Ends early by throwing, which counts as ``HTTPError/cancelled``.
    ///   - onWait: Told before each wait how long it will be and what it is for.
    public init(
        _ client: any HTTPClient, policy: RetryPolicy = RetryPolicy(),
        now: @escaping @Sendable () -> Date = { Date() },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        onWait: @escaping @Sendable (Duration, RetryPolicy.Outcome) -> Void = { _, _ in }
    ) {
        self.client = client
        self.policy = policy
        self.now = now
        self.sleep = sleep
        self.onWait = onWait
    }

    public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        try await repeating(request.method) { () throws(HTTPError) in
            try await client.send(request)
        } outcome: {
            .response(status: $0.status, headers: $0.headers)
        }
    }

    /// Repeats until a head is worth reading; what happens while the body is read is the reader's.
    public func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPStreamedResponse {
        try await repeating(request.method) { () throws(HTTPError) in
            try await client.stream(request)
        } outcome: {
            .response(status: $0.status, headers: $0.headers)
        }
    }

    private func repeating<Response>(
        _ method: String, attempt: () async throws(HTTPError) -> Response,
        outcome: (Response) -> RetryPolicy.Outcome
    ) async throws(HTTPError) -> Response {
        var history = RetryPolicy.History()
        while true {
            let result = await result(of: attempt)
            if case .failure = result { history.networkFailures += 1 }
            let ending = ending(of: result, outcome: outcome)
            guard case .retry(let wait) = policy.decide(ending, method: method, history: history, now: now()) else {
                return try result.get()
            }
            try await pause(wait, for: ending)
            history.attempts += 1
            history.waited += wait
        }
    }

    private func result<Response>(
        of attempt: () async throws(HTTPError) -> Response
    ) async -> Result<Response, HTTPError> {
        do throws(HTTPError) { return .success(try await attempt()) } catch { return .failure(error) }
    }

    private func ending<Response>(
        of result: Result<Response, HTTPError>, outcome: (Response) -> RetryPolicy.Outcome
    ) -> RetryPolicy.Outcome {
        switch result {
        case .success(let response): outcome(response)
        case .failure(let error): .failure(error)
        }
    }

    private func pause(_ wait: Duration, for outcome: RetryPolicy.Outcome) async throws(HTTPError) {
        onWait(wait, outcome)
        do { try await sleep(wait) } catch { throw .cancelled }
    }
}
