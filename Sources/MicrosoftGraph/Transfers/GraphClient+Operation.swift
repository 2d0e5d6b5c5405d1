import FoundationEssentials
import HTTPTransport

extension GraphClient {
    /// Polls the monitor of an operation until it has ended.
    ///
    /// The token goes along only where the monitor is on Graph itself.
    ///
    /// - Parameters:
    ///   - limit: the longest sum of the waits between polls.
    ///   - progress: called after each poll with the percentage, or nil where the monitor has none.
    /// - Throws: `GraphError.stillRunning` at the limit, `.monitorFailed` for an error status, `.notJSON` for a document
    ///   without a status, `HTTPError`, or an error of the token source. The operation may end well all the same.
    public func wait(
        for operation: LongRunningOperation, limit: Duration, progress: @escaping @Sendable (Double?) -> Void
    ) async throws -> LongRunningOperation.Result {
        var (waited, polls) = (Duration.zero, 0)
        var requested = RetryAfter.wait(in: operation.headers, now: clock.now())
        while true {
            let wait = requested.flatMap { $0 > .zero ? $0 : nil } ?? .seconds(min(1 << min(polls, 4), 10))
            guard waited + wait <= limit else {
                throw GraphError.stillRunning(monitor: shown(operation.monitor), wait: wait)
            }
            try await clock.sleep(wait)
            (waited, polls) = (waited + wait, polls + 1)
            let response = try await poll(operation.monitor)
            if let result = try await result(of: response, progress: progress) { return result }
            requested = RetryAfter.wait(in: response.headers, now: clock.now())
        }
    }

    /// A link without a host is a path of Graph.
    private func poll(_ link: String) async throws -> HTTPResponse {
        guard isOnGraph(link) || !link.contains("://") else {
            var request = HTTPRequest(url: link, headers: ["Accept": "application/json"])
            request.urlIsSecret = true
            return try await http.send(request)
        }
        return try await response(to: GraphRequest(path: link))
    }

    /// A monitor on another host needs no token: its URL is the credential.
    private func shown(_ monitor: String) -> String {
        isOnGraph(monitor) ? RequestLog.redacted(url: monitor) : RequestLog.redacted(secretURL: monitor)
    }

    private func isOnGraph(_ link: String) -> Bool {
        (try? url(link: link)) != nil
    }

    /// Nil while the operation is running.
    private func result(
        of response: HTTPResponse, progress: @Sendable (Double?) -> Void
    ) async throws -> LongRunningOperation.Result? {
        func ended(_ response: HTTPResponse, failure: String? = nil) -> LongRunningOperation.Result {
            LongRunningOperation.Result(response: response.streamed, failure: failure)
        }
        let status = OperationStatus(response.body)
        if case .failed(let reason) = status?.state { return ended(response, failure: reason) }
        switch response.status {
        case 303:
            guard let resource = response.headers["Location"] else { return ended(response) }
            return ended(try await poll(resource))
        case 200..<300:
            progress(status?.percent)
            if status?.state == .running { return nil }
            if status?.state == .done { return ended(response) }
            if response.status == 202 { return nil }
            guard response.body.isEmpty || GraphPage(response.body) != nil else {
                throw GraphError.notJSON(status: response.status)
            }
            return ended(response)
        default:
            throw GraphError.monitorFailed(
                GraphResponse(status: response.status, headers: response.headers, body: response.body))
        }
    }
}
