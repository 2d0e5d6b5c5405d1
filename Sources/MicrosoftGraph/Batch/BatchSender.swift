import Foundation
import HTTPTransport

/// Sends batches of at most twenty requests, and again those of them that were throttled.
public struct BatchSender: Sendable {
    private let client: GraphClient
    private let version: String
    private let policy: RetryPolicy
    private let now: @Sendable () -> Date
    private let sleep: @Sendable (Duration) async throws -> Void
    private let onWait: @Sendable (Duration, Int) -> Void

    /// - Parameters:
    ///   - version: `v1.0` or `beta`.
    ///   - onWait: Told before each wait how long it will be and for how many requests.
    public init(
        _ client: GraphClient, version: String = "v1.0", policy: RetryPolicy = RetryPolicy(),
        now: @escaping @Sendable () -> Date = { Date() },
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        onWait: @escaping @Sendable (Duration, Int) -> Void = { _, _ in }
    ) {
        self.client = client
        self.version = version
        self.policy = policy
        self.now = now
        self.sleep = sleep
        self.onWait = onWait
    }

    /// The final answer to each request, in their order. What is waited for the batch and for parts of it is one sum.
    ///
    /// - Throws: `BatchError.refused`, `.unanswered`, or what the client throws.
    func answers(to requests: [BatchRequest]) async throws -> [BatchResponse] {
        try await RetryBudget.$current.withValue(RetryBudget()) { try await allAnswers(to: requests) }
    }

    private func allAnswers(to requests: [BatchRequest]) async throws -> [BatchResponse] {
        var final: [String: BatchResponse] = [:]
        var pending = requests
        var history = RetryPolicy.History()
        while true {
            let answers = try await send(pending, &history)
            for answer in answers { final[answer.request.key] = answer }
            guard let again = repetition(of: answers, history) else { break }
            try await pause(again.wait, for: again.requests.count, &history)
            pending = again.requests
        }
        return requests.compactMap { final[$0.key] }
    }

    /// What is sent again, and after which wait: the longest that one of them asks for. With a throttled request go
    /// those that were not tried because it had failed.
    private func repetition(
        of answers: [BatchResponse], _ history: RetryPolicy.History
    ) -> (requests: [BatchRequest], wait: Duration)? {
        var again: Set<String> = []
        var longest = Duration.zero
        for answer in answers {
            let key = answer.request.key
            let waitsForAnother = answer.request.dependsOn.contains { again.contains($0.lowercased()) }
            if answer.status == 424, waitsForAnother {
                again.insert(key)
            } else if case .retry(let wait) = decision(on: answer, history) {
                again.insert(key)
                longest = max(longest, wait)
            }
        }
        guard !again.isEmpty else { return nil }
        return (answers.map(\.request).filter { again.contains($0.key) }, longest)
    }

    private func decision(on answer: BatchResponse, _ history: RetryPolicy.History) -> RetryPolicy.Decision {
        let outcome = RetryPolicy.Outcome.response(status: answer.status, headers: answer.response.headers)
        return policy.decide(outcome, method: answer.request.method, history: history, now: now())
    }

    private func send(_ requests: [BatchRequest], _ history: inout RetryPolicy.History) async throws -> [BatchResponse]
    {
        while true {
            let result = await self.result(of: requests)
            if case .success(let response) = result, response.isSuccess {
                return try BatchResponse.all(in: response.body, to: requests)
            }
            if case .failure = result { history.networkFailures += 1 }
            guard case .retry(let wait) = decision(on: result, requests, history) else {
                throw BatchError.refused(try result.get(), firstID: requests.first?.id ?? "")
            }
            try await pause(wait, for: requests.count, &history)
        }
    }

    private func result(of requests: [BatchRequest]) async -> Result<GraphResponse, any Error> {
        do { return .success(try await client.send(request(for: requests))) } catch { return .failure(error) }
    }

    /// The client repeats what any POST may repeat; a batch that changes nothing may be sent again after more than that.
    private func decision(
        on result: Result<GraphResponse, any Error>, _ requests: [BatchRequest], _ history: RetryPolicy.History
    ) -> RetryPolicy.Decision {
        let outcome: RetryPolicy.Outcome
        switch result {
        case .success(let response) where response.status != 429:
            outcome = .response(status: response.status, headers: response.headers)
        case .failure(let error as HTTPError) where !error.isBeforeConnection: outcome = .failure(error)
        default: return .stop
        }
        let method = requests.map(\.method).first { $0 == "POST" || $0 == "PATCH" } ?? "GET"
        return policy.decide(outcome, method: method, history: history, now: now())
    }

    private func pause(_ wait: Duration, for count: Int, _ history: inout RetryPolicy.History) async throws {
        onWait(wait, count)
        try await sleep(wait)
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
