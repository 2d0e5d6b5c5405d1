import Foundation
import HTTPTransport

extension GraphClient {
    /// Looks again and again how far an operation is, until it has ended.
    ///
    /// The token goes along only where the monitor is on Graph itself.
    ///
    /// - Parameters:
    ///   - limit: of all the waiting between two looks.
    ///   - progress: told the percentage where the monitor has one.
    /// - Throws: `GraphError.stillRunning`, `.notJSON` for a document that says nothing, `HTTPError`, or what the token
    ///   source throws.
    public func wait(
        for operation: LongRunningOperation, limit: Duration, progress: @escaping @Sendable (Double?) -> Void
    ) async throws -> LongRunningOperation.Result {
        var (waited, looks) = (Duration.zero, 0)
        var asked = operation.firstWait
        while true {
            let wait = asked.flatMap { $0 > .zero ? $0 : nil } ?? .seconds(min(1 << min(looks, 4), 10))
            guard waited + wait <= limit else {
                throw GraphError.stillRunning(monitor: RequestLog.redacted(url: operation.monitor), wait: wait)
            }
            try await sleep(wait)
            (waited, looks) = (waited + wait, looks + 1)
            let answer = try await look(at: operation.monitor)
            if let result = try await result(of: answer, progress) { return result }
            asked = RetryAfter.wait(in: answer.headers, now: Date())
        }
    }

    /// A place without a host is a path of Graph.
    private func look(at link: String) async throws -> HTTPResponse {
        guard isOwn(link) || !link.contains("://") else {
            return try await http.send(HTTPRequest(url: link, headers: ["Accept": "application/json"]))
        }
        let answer = try await send(GraphRequest(path: link))
        return HTTPResponse(status: answer.status, headers: answer.headers, body: answer.body, url: link)
    }

    /// Nil while it goes on.
    private func result(
        of answer: HTTPResponse, _ progress: @Sendable (Double?) -> Void
    ) async throws -> LongRunningOperation.Result? {
        switch answer.status {
        case 303:
            guard let place = answer.headers["Location"] else { return .init(answer: answer.streamed, failure: nil) }
            return .init(answer: try await look(at: place).streamed, failure: nil)
        case 200..<300:
            let status = OperationStatus(answer.body)
            progress(status?.percent)
            switch status?.state {
            case .running: return nil
            case .done: return .init(answer: answer.streamed, failure: nil)
            case .failed(let reason): return .init(answer: answer.streamed, failure: reason)
            case nil: break
            }
            if answer.status == 202 { return nil }
            guard answer.body.isEmpty || GraphPage(answer.body) != nil else {
                throw GraphError.notJSON(status: answer.status)
            }
            return .init(answer: answer.streamed, failure: nil)
        default: return .init(answer: answer.streamed, failure: nil)
        }
    }
}
