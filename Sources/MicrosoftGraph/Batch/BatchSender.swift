import FoundationEssentials
import HTTPTransport

/// Sends batches of at most twenty requests, and repeats the throttled ones among them.
public struct BatchSender: Sendable {
    private let client: GraphClient
    private let version: String
    private let policy: RetryPolicy
    private let clock: WallClock
    private let onWait: @Sendable (Duration, Int) -> Void

    /// - Parameters:
    ///   - version: `v1.0` or `beta`.
    ///   - policy: decides which requests are repeated, as for requests that are sent alone.
    ///   - onWait: called before each wait with its duration and the number of requests that wait.
    public init(
        _ client: GraphClient, version: String = "v1.0", policy: RetryPolicy = RetryPolicy(),
        clock: WallClock = .system, onWait: @escaping @Sendable (Duration, Int) -> Void = { _, _ in }
    ) {
        self.client = client
        self.version = version
        self.policy = policy
        self.clock = clock
        self.onWait = onWait
    }

    /// The final response to each request, in their order. Waits for the batch and for single requests are one sum.
    ///
    /// - Throws: `BatchError.refused`, `.missingResponses`, or an error of the client.
    func responses(to requests: [BatchRequest]) async throws -> [BatchResponse] {
        try await RetryBudget.$current.withValue(RetryBudget()) { try await finalResponses(to: requests) }
    }

    private func finalResponses(to requests: [BatchRequest]) async throws -> [BatchResponse] {
        var final: [String: BatchResponse] = [:]
        var pending = requests
        var history = RetryPolicy.History()
        while true {
            let responses = try await send(pending, history: &history)
            for response in responses { final[response.request.key] = response }
            guard let repetition = repetition(after: responses, history: history) else { break }
            try await pause(repetition.wait, for: repetition.requests.count, history: &history)
            pending = repetition.requests
        }
        return requests.compactMap { final[$0.key] }
    }

    /// The requests to repeat, and the longest wait that one of them asks for. A throttled request takes along the
    /// requests that failed because they depend on it.
    private func repetition(
        after responses: [BatchResponse], history: RetryPolicy.History
    ) -> (requests: [BatchRequest], wait: Duration)? {
        var repeated: Set<String> = []
        var longest = Duration.zero
        for response in responses {
            let key = response.request.key
            let dependsOnRepeated = response.request.dependsOn.contains { repeated.contains($0.lowercased()) }
            if response.status == 424, dependsOnRepeated {
                repeated.insert(key)
            } else if case .retry(let wait) = decision(on: response, history: history) {
                repeated.insert(key)
                longest = max(longest, wait)
            }
        }
        guard !repeated.isEmpty else { return nil }
        return (responses.map(\.request).filter { repeated.contains($0.key) }, longest)
    }

    private func decision(on response: BatchResponse, history: RetryPolicy.History) -> RetryPolicy.Decision {
        let outcome = RetryPolicy.Outcome.response(status: response.status, headers: response.response.headers)
        return policy.decide(outcome, method: response.request.effectiveMethod, history: history, now: clock.now())
    }

    private func send(
        _ requests: [BatchRequest], history: inout RetryPolicy.History
    ) async throws -> [BatchResponse] {
        while true {
            let result = await self.result(of: requests)
            if case .success(let response) = result, response.isSuccess {
                return try BatchResponse.all(in: response.body, to: requests)
            }
            if case .failure = result { history.networkFailures += 1 }
            guard case .retry(let wait) = decision(on: result, of: requests, history: history) else {
                throw BatchError.refused(try result.get(), firstID: requests.first?.id ?? "")
            }
            try await pause(wait, for: requests.count, history: &history)
        }
    }

    private func result(of requests: [BatchRequest]) async -> Result<GraphResponse, any Error> {
        do { return .success(try await client.send(request(for: requests))) } catch { return .failure(error) }
    }

    /// The client repeats the POST of the batch as any POST. A batch of requests that change nothing may be repeated after
    /// more failures than that.
    private func decision(
        on result: Result<GraphResponse, any Error>, of requests: [BatchRequest], history: RetryPolicy.History
    ) -> RetryPolicy.Decision {
        let outcome: RetryPolicy.Outcome
        switch result {
        case .success(let response) where response.status != 429:
            outcome = .response(status: response.status, headers: response.headers)
        case .failure(let error as HTTPError) where !error.isBeforeConnection: outcome = .failure(error)
        default: return .stop
        }
        let method = requests.map(\.effectiveMethod).first { !RetryPolicy.isIdempotent($0) } ?? "GET"
        return policy.decide(outcome, method: method, history: history, now: clock.now())
    }

    private func pause(_ wait: Duration, for count: Int, history: inout RetryPolicy.History) async throws {
        onWait(wait, count)
        try await clock.sleep(wait)
        history.recordRetry(after: wait)
    }

    private func request(for requests: [BatchRequest]) -> GraphRequest {
        let companions = Set(requests.map(\.key))
        var body = Data("{\"requests\":[".utf8)
        for (index, request) in requests.enumerated() {
            if index > 0 { body += Data(",".utf8) }
            body += request.json(among: companions)
        }
        body += Data("]}".utf8)
        return GraphRequest(
            method: "POST", path: "/\(version)/$batch", headers: ["Content-Type": "application/json"],
            body: .bytes(body))
    }
}
