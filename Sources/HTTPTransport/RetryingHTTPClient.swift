/// Repeats what its patience allows on another client. When it gives up, the caller gets the last answer or failure as it
/// was: a 429 says more than "too many retries", and ``RetryAfter`` reads from it how long to stay away.
public struct RetryingHTTPClient: HTTPClient {
    private let client: any HTTPClient
    private let patience: RetryDelay

    public init(_ client: any HTTPClient, patience: RetryDelay = RetryDelay()) {
        self.client = client
        self.patience = patience
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
            let ending = ending(of: result, outcome: outcome)
            guard try await patience.waits(after: ending, method: method, history: &history) else {
                return try result.get()
            }
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
}
