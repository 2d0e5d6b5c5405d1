import FoundationEssentials
import HTTPTransport

/// Sends batches of at most twenty requests, and repeats the throttled ones among them.
public struct BatchSender: Sendable {
    private let client: GraphClient
    private let version: String
    private let policy: RetryPolicy
    private let clock: WallClock
    private let onWait: @Sendable (Duration, Int) -> Void
    /// Nil where each response stays the page that it is.
    private let pages: BatchPages?

    /// - Parameters:
    ///   - version: `v1.0` or `beta`.
    ///   - policy: decides which requests are repeated, as for requests that are sent alone.
    ///   - followsPages: whether the further pages of collections are fetched and joined.
    ///   - onWait: called before each wait with its duration and the number of requests that wait.
    public init(
        _ client: GraphClient, version: String = "v1.0", policy: RetryPolicy = RetryPolicy(),
        clock: WallClock = .system, followsPages: Bool = false,
        onWait: @escaping @Sendable (Duration, Int) -> Void = { _, _ in }
    ) {
        self.client = client
        self.version = version
        self.policy = policy
        self.clock = clock
        self.onWait = onWait
        pages = followsPages ? BatchPages(client: client, version: version) : nil
    }

    /// The results of a batch, and the error that ended it before all requests had theirs.
    struct Results: Sendable {
        /// In the order of the requests. Those of a batch that was not carried out have none.
        var results: [BatchResult]
        var failure: (any Error)?
    }

    /// The final result of each request. The failure is `BatchError.refused` or an error of the client.
    ///
    /// - Parameter requests: a batch, or connected requests in their order. Of more than a batch holds, those that depend
    ///   on a request of an earlier batch are sent once it has succeeded; if it failed, they are not.
    func results(of requests: [BatchRequest]) async -> Results {
        var all = Results(results: [])
        var failed: Set<String> = []
        var remaining = requests[...]
        while !remaining.isEmpty, all.failure == nil {
            let batch = remaining.prefix(BatchPlan.limit)
            remaining = remaining.dropFirst(BatchPlan.limit)
            let end = await results(ofOne: Array(batch), after: &failed)
            all.results += end.results
            all.failure = end.failure
        }
        return all
    }

    /// - Parameter failed: the ids of the requests in earlier batches that failed; those of this one are added.
    private func results(ofOne batch: [BatchRequest], after failed: inout Set<String>) async -> Results {
        var blocked: [String: BatchResult] = [:]
        for request in batch where request.dependsOn.contains(where: { failed.contains($0.lowercased()) }) {
            failed.insert(request.key)
            blocked[request.key] = BatchResult(request, .success(BatchResponse(failedDependencyOf: request)))
        }
        var end = Results(results: [])
        let open = batch.filter { blocked[$0.key] == nil }
        if !open.isEmpty {
            end = await RetryBudget.$current.withValue(RetryBudget()) { await finalResults(of: open) }
        }
        for result in end.results where result.response?.isSuccess != true { failed.insert(result.request.key) }
        for index in end.results.indices { end.results[index] = await completed(end.results[index]) }
        let received = Dictionary(end.results.map { ($0.request.key, $0) }, uniquingKeysWith: { first, _ in first })
        end.results = batch.compactMap { blocked[$0.key] ?? received[$0.key] }
        return end
    }

    private func completed(_ result: BatchResult) async -> BatchResult {
        guard let pages, let response = result.response else { return result }
        return BatchResult(result.request, .success(await pages.completed(response)))
    }

    private func finalResults(of requests: [BatchRequest]) async -> Results {
        var final: [String: BatchResult] = [:]
        var pending = requests
        var history = RetryPolicy.History()
        var failure: (any Error)?
        while !pending.isEmpty, failure == nil {
            do {
                pending = try await repeated(pending, results: &final, history: &history)
            } catch {
                failure = error
                guard let loss = BatchLoss(error) else { continue }
                for request in pending { final[request.key] = BatchResult(request, .failure(loss)) }
            }
        }
        return Results(results: requests.compactMap { final[$0.key] }, failure: failure)
    }

    /// Sends the requests once and waits for those that are to be sent again.
    private func repeated(
        _ requests: [BatchRequest], results: inout [String: BatchResult], history: inout RetryPolicy.History
    ) async throws -> [BatchRequest] {
        let received = try await send(requests, history: &history)
        for result in received { results[result.request.key] = result }
        guard let repetition = repetition(after: received.compactMap(\.response), history: history) else { return [] }
        try await pause(repetition.wait, for: repetition.requests.count, history: &history)
        return repetition.requests
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
    ) async throws -> [BatchResult] {
        while true {
            let result = await self.result(of: requests)
            if case .success(let response) = result, response.isSuccess {
                return try BatchResult.all(in: response.body, to: requests)
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
