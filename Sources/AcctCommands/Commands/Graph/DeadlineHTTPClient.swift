import HTTPTransport

/// Lets a server be silent for no longer than may be waited in all, and counts the time of attempts that failed as waited.
///
/// Otherwise somebody who waits for two seconds at most would wait for thirty where nobody answers.
struct DeadlineHTTPClient: HTTPClient {
    private let client: any HTTPClient
    private let maxWait: Duration

    /// - Parameter maxWait: zero says that nothing is tried again, and shortens nothing.
    init(_ client: any HTTPClient, maxWait: Duration) {
        self.client = client
        self.maxWait = maxWait
    }

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        try await counting { () throws(HTTPError) in try await client.send(shortened(request)) }
    }

    func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPStreamedResponse {
        try await counting { () throws(HTTPError) in try await client.stream(shortened(request)) }
    }

    private func shortened(_ request: HTTPRequest) -> HTTPRequest {
        guard maxWait > .zero else { return request }
        var request = request
        let limit = max(maxWait - (RetryBudget.current?.total ?? .zero), .seconds(1))
        request.timeouts.connect = min(request.timeouts.connect, limit)
        request.timeouts.stall = min(request.timeouts.stall, limit)
        return request
    }

    private func counting<Response>(
        _ attempt: () async throws(HTTPError) -> Response
    ) async throws(HTTPError) -> Response {
        let start = ContinuousClock.now
        do throws(HTTPError) {
            return try await attempt()
        } catch {
            RetryBudget.current?.add(.now - start)
            throw error
        }
    }
}
