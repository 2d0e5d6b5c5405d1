/// Limits how long a server may be silent to the longest wait, and counts the time of failed attempts as waited.
///
/// Otherwise a person who allows a wait of two seconds would wait for a hundred on a server that never responds, and one who
/// allows ten minutes would ask a slow server the same again and again.
public struct DeadlineHTTPClient: HTTPClient {
    private let client: any HTTPClient
    private let maxWait: Duration

    /// - Parameter maxWait: as of ``RetryPolicy``, counted by ``RetryBudget``. Zero only turns retries off.
    public init(_ client: any HTTPClient, maxWait: Duration) {
        self.client = client
        self.maxWait = maxWait
    }

    public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        try await counting { () throws(HTTPError) in try await client.send(limited(request)) }
    }

    public func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPStreamedResponse {
        try await counting { () throws(HTTPError) in try await client.stream(limited(request)) }
    }

    private func limited(_ request: HTTPRequest) -> HTTPRequest {
        guard maxWait > .zero else { return request }
        var request = request
        let waited = RetryBudget.current?.waited ?? .zero
        let left = max(maxWait - waited, .seconds(1))
        request.timeouts.connect = min(request.timeouts.connect, left)
        request.timeouts.stall = min(request.timeouts.stall, left)
        // A retry helps where one connection hangs. Where the response itself takes that long, the retry gets the time that
        // is left, and so does a request that is never sent twice.
        if let first = request.timeouts.response {
            let hasRetry = request.isIdempotent && waited < first
            request.timeouts.response = hasRetry ? min(first, left) : left
        }
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
