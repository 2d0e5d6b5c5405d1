import Foundation
import HTTPTransport
import Synchronization
import Testing

@testable import MicrosoftGraph

/// An HTTP client without a network: it gives the replies of its script in order, and fails the test on any request
/// that the script does not foresee.
final class ScriptedHTTP: HTTPClient {
    enum Reply: Sendable {
        case response(status: Int, headers: HTTPHeaders, body: String)
        case failure(HTTPError)
        /// No response until the request is cancelled.
        case silence

        static func page(_ body: String) -> Reply { .response(status: 200, headers: HTTPHeaders(), body: body) }

        static func status(_ status: Int, _ body: String = "") -> Reply {
            .response(status: status, headers: HTTPHeaders(), body: body)
        }
    }

    private struct State {
        var replies: [Reply]
        var requests: [HTTPRequest] = []
        var cancelled = 0
        var waiters: [(condition: @Sendable (State) -> Bool, end: AsyncStream<Void>.Continuation)] = []
    }

    private let state: Mutex<State>

    private let redirectedHost: String?

    /// - Parameter redirectedHost: the host that a redirect led to, of every reply.
    init(_ replies: [Reply] = [], redirectedHost: String? = nil) {
        state = Mutex(State(replies: replies))
        self.redirectedHost = redirectedHost
    }

    var requests: [HTTPRequest] { state.withLock { $0.requests } }

    /// Returns when so many requests have been sent; fails the test if its time limit ends the wait.
    func requests(reach count: Int, sourceLocation: SourceLocation = #_sourceLocation) async {
        let isReached = await reaches { $0.requests.count >= count }
        #expect(isReached, "\(requests.count) of \(count) requests were sent", sourceLocation: sourceLocation)
    }

    /// Returns when a request without a response has been cancelled; fails the test if its time limit ends the wait.
    func cancellation(sourceLocation: SourceLocation = #_sourceLocation) async {
        let isReached = await reaches { $0.cancelled > 0 }
        #expect(isReached, "no request was cancelled", sourceLocation: sourceLocation)
    }

    /// Waits until the condition holds. False if the task was cancelled before.
    private func reaches(_ condition: @escaping @Sendable (State) -> Bool) async -> Bool {
        let (changes, end) = AsyncStream.makeStream(of: Void.self)
        update { $0.waiters.append((condition, end)) }
        for await _ in changes {}
        return state.withLock { condition($0) }
    }

    private func update<Value: Sendable>(_ change: (inout State) -> Value) -> Value {
        state.withLock { state in
            let value = change(&state)
            for waiter in state.waiters where waiter.condition(state) { waiter.end.finish() }
            return value
        }
    }

    func expectAllUsed(sourceLocation: SourceLocation = #_sourceLocation) {
        let unused = state.withLock { $0.replies.count }
        #expect(unused == 0, "\(unused) replies were not asked for", sourceLocation: sourceLocation)
    }

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let (status, headers, body) = try await next(request)
        return HTTPResponse(
            status: status, headers: headers, body: Data(body.utf8), url: request.url, redirectedHost: redirectedHost)
    }

    func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPStreamedResponse {
        let (status, headers, body) = try await next(request)
        let rest = Mutex<Data?>(Data(body.utf8))
        let stream = HTTPBodyStream { () async throws(HTTPError) in
            rest.withLock { piece in
                defer { piece = nil }
                return piece
            }
        }
        return HTTPStreamedResponse(
            status: status, headers: headers, url: request.url, redirectedHost: redirectedHost, body: stream)
    }

    private func next(_ request: HTTPRequest) async throws(HTTPError) -> (Int, HTTPHeaders, String) {
        let reply: Reply? = update { state in
            state.requests.append(request)
            return state.replies.isEmpty ? nil : state.replies.removeFirst()
        }
        switch reply {
        case .response(let status, let headers, let body): return (status, headers, body)
        case .failure(let error): throw error
        case .silence:
            while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
            update { $0.cancelled += 1 }
            throw .cancelled
        case nil:
            Issue.record("The test did not expect \(request.method) \(request.url)")
            throw .invalidRequest(reason: "the test did not expect it")
        }
    }
}

extension HTTPRequest {
    /// The bearer token that goes with the request.
    var bearer: String? {
        for field in headers where field.name == "Authorization" {
            if case .secret(let secret) = field.value { return secret.expose() }
        }
        return nil
    }
}

extension WallClock {
    /// A clock whose waits end at once.
    static let instant = WallClock(now: { Date() }, sleep: { _ in })
}

/// Gives tokens and records the requests for them.
final class RecordingTokenSource: Sendable {
    private let asked = Mutex<[GraphClient.TokenRequest]>([])

    var requests: [GraphClient.TokenRequest] { asked.withLock { $0 } }

    var source: GraphClient.TokenSource {
        { request in
            self.asked.withLock { $0.append(request) }
            return Secret(request.forceRefresh ? "fresh" : "kept")
        }
    }
}
