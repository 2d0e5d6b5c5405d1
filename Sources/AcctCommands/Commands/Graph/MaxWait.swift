import ArgumentParser
import HTTPTransport

/// The option that limits every wait of a command.
struct MaxWaitOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The longest to wait, such as 30s, 2m or 1h, for throttling, for a network that is down and for a silent "
                + "server. Else 5m.",
            valueName: "duration"))
    var maxWait: TimeSpan?

    /// A network that is down is tried again twice, or for as long as the person asks for.
    var policy: RetryPolicy {
        var policy = RetryPolicy()
        if let maxWait { (policy.maxWait, policy.networkRetries) = (maxWait.duration, nil) }
        return policy
    }
}

/// Limits how long a server may be silent to the longest wait, and counts the time of failed attempts as waited.
///
/// Otherwise a person who allows a wait of two seconds would wait for thirty on a server that never answers.
struct DeadlineHTTPClient: HTTPClient {
    private let client: any HTTPClient
    private let maxWait: Duration

    /// - Parameter maxWait: zero only turns retries off.
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
        let limit = max(maxWait - (RetryBudget.current?.waited ?? .zero), .seconds(1))
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
