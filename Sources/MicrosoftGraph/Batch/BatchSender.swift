import FoundationEssentials
import HTTPTransport

/// Sends batches, and repeats the throttled requests in them, and once those whose token was refused.
struct BatchSender: Sendable {
    private let client: GraphClient
    private let version: String
    private let policy: RetryPolicy
    private let onWait: @Sendable (Duration, Int) -> Void
    /// Nil where each response stays the page that it is.
    private let pages: BatchPages?

    /// - Parameter version: `v1.0` or `beta`. The others are those of ``BatchRun``.
    init(
        _ client: GraphClient, version: String = "v1.0", policy: RetryPolicy = RetryPolicy(),
        followsPages: Bool = false,
        onWait: @escaping @Sendable (Duration, Int) -> Void = { _, _ in }
    ) {
        self.client = client
        self.version = version
        self.policy = policy
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
            let batch = BatchPlan.first(of: remaining)
            remaining = remaining.dropFirst(batch.count)
            let end = await results(ofOne: batch, after: &failed)
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
        for result in end.results where result.response?.isFulfilled != true { failed.insert(result.request.key) }
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
        var attempts = Attempts()
        var failure: (any Error)?
        while !pending.isEmpty, failure == nil {
            do {
                pending = try await repeated(pending, results: &final, attempts: &attempts)
            } catch {
                failure = error
                guard let loss = BatchLoss(error) else { continue }
                for request in pending { final[request.key] = BatchResult(request, .failure(loss)) }
            }
        }
        return Results(results: requests.compactMap { final[$0.key] }, failure: failure)
    }

    /// The attempts at the requests of one batch so far.
    private struct Attempts {
        var history = RetryPolicy.History()
        /// The token of the next attempt.
        var token = GraphClient.TokenRequest()
        var hasRenewedToken = false
    }

    /// Sends the requests once and waits for those that are to be sent again.
    private func repeated(
        _ requests: [BatchRequest], results: inout [String: BatchResult], attempts: inout Attempts
    ) async throws -> [BatchRequest] {
        let received = try await send(requests, attempts: &attempts)
        for result in received { results[result.request.key] = result }
        guard let repetition = repetition(after: received.compactMap(\.response), attempts) else { return [] }
        attempts.hasRenewedToken = attempts.hasRenewedToken || repetition.token.forceRefresh
        attempts.token = repetition.token
        if repetition.wait > .zero {
            try await pause(repetition.wait, for: repetition.requests.count, history: &attempts.history)
        }
        return repetition.requests
    }

    private struct Repetition {
        var requests: [BatchRequest]
        /// The longest wait that one of the responses asks for; zero after a refused token alone.
        var wait = Duration.zero
        var token = GraphClient.TokenRequest()
    }

    /// The requests to repeat, which take along those that failed because they depend on them.
    private func repetition(after responses: [BatchResponse], _ attempts: Attempts) -> Repetition? {
        var repetition = Repetition(requests: [])
        var keys: Set<String> = []
        for response in responses {
            let request = response.request
            if let renewal = GraphClient.TokenRequest(after: response.status, response.response.headers),
                !attempts.hasRenewedToken
            {
                if repetition.token.claims == nil { repetition.token = renewal }
            } else if case .retry(let wait) = decision(on: response, history: attempts.history) {
                repetition.wait = max(repetition.wait, wait)
            } else {
                let dependsOnRepeated = request.dependsOn.contains { keys.contains($0.lowercased()) }
                guard response.status == 424, dependsOnRepeated else { continue }
            }
            keys.insert(request.key)
            repetition.requests.append(request)
        }
        return repetition.requests.isEmpty ? nil : repetition
    }

    private func decision(on response: BatchResponse, history: RetryPolicy.History) -> RetryPolicy.Decision {
        let outcome = RetryPolicy.Outcome.response(status: response.status, headers: response.response.headers)
        return policy.decide(
            outcome, method: response.request.methodForRetry, history: history, now: client.clock.now())
    }

    private func send(
        _ requests: [BatchRequest], attempts: inout Attempts
    ) async throws -> [BatchResult] {
        while true {
            let result = await self.result(of: requests, token: attempts.token)
            if case .success(let response) = result, response.isSuccess {
                if response.isWebPage { throw GraphError.webPage(status: response.status) }
                return try BatchResult.all(in: response.body, to: requests)
            }
            if case .failure = result { attempts.history.networkFailures += 1 }
            guard case .retry(let wait) = decision(on: result, of: requests, history: attempts.history) else {
                throw BatchError.refused(try result.get(), firstID: requests.first?.id ?? "")
            }
            try await pause(wait, for: requests.count, history: &attempts.history)
        }
    }

    private func result(
        of requests: [BatchRequest], token: GraphClient.TokenRequest
    ) async -> Result<GraphResponse, any Error> {
        do { return .success(try await client.send(request(for: requests), token: token)) } catch {
            return .failure(error)
        }
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
        let method = requests.map(\.methodForRetry).first { !RetryPolicy.isIdempotent($0) } ?? "GET"
        return policy.decide(outcome, method: method, history: history, now: client.clock.now())
    }

    private func pause(_ wait: Duration, for count: Int, history: inout RetryPolicy.History) async throws {
        onWait(wait, count)
        try await client.clock.sleep(wait)
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

extension BatchRequest {
    /// The method by which a repetition is decided, as for a request that is sent alone.
    fileprivate var methodForRetry: String { standalone.isSafeToRepeat ? "GET" : "POST" }
}
