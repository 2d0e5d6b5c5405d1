import Foundation
import HTTPTransport
import Synchronization
import Testing

@Suite struct RetryingHTTPClientTests {
    @Test func requestsAreRepeatedUntilTheResponseIsFinal() async throws {
        let script = Script([
            .status(429, "2.5"), .failure(.connectionLost(host: "h", reason: "")), .status(503, "7"), .status(200),
        ])
        let response = try await script.client().send(HTTPRequest(url: "https://h/"))
        #expect(response.status == 200)
        #expect(script.waits == [.milliseconds(2500), .seconds(2), .seconds(7)])
        #expect(script.reasons.map(\.description).first == "HTTP 429")
    }

    @Test func givingUpReturnsTheLastResponse() async throws {
        let script = Script([.status(429, "150100")])
        let response = try await script.client().send(HTTPRequest(method: "POST", url: "https://h/"))
        #expect(response.status == 429)
        #expect(RetryAfter.wait(in: response.headers, now: Date()) == .seconds(150_100))
        #expect(script.waits.isEmpty)
    }

    @Test func maxWaitLimitsTheSumOfAllWaits() async throws {
        let script = Script([.status(429, "4"), .status(429, "4"), .status(429, "4")])
        let response = try await script.client(maxWait: .seconds(10)).send(HTTPRequest(url: "https://h/"))
        #expect(response.status == 429)
        #expect(script.waits == [.seconds(4), .seconds(4)])
    }

    @Test func requestsOfTheSameWorkShareOneBudget() async throws {
        let script = Script([.status(429, "4"), .status(200), .status(429, "4"), .status(200), .status(429, "4")])
        let client = script.client(maxWait: .seconds(10))
        let statuses = try await RetryBudget.$current.withValue(RetryBudget()) { () async throws -> [Int] in
            var statuses: [Int] = []
            for _ in 1...3 { statuses.append(try await client.send(HTTPRequest(url: "https://h/")).status) }
            return statuses
        }
        #expect(statuses == [200, 200, 429])
        #expect(script.waits == [.seconds(4), .seconds(4)])
    }

    @Test func postThatMayHaveArrivedIsNotRepeated() async {
        let lost = HTTPError.connectionLost(host: "h", reason: "")
        let script = Script([.failure(lost)])
        #expect(await script.client().failure(sending: HTTPRequest(method: "POST", url: "https://h/")) == lost)
    }

    @Test func postThatIsSafeToRepeatIsRetried() async throws {
        let script = Script([.failure(.connectionLost(host: "h", reason: "")), .status(503, "1"), .status(200)])
        var request = HTTPRequest(method: "POST", url: "https://h/")
        request.isSafeToRepeat = true
        #expect(try await script.client().send(request).status == 200)
        #expect(script.waits.count == 2)
    }

    @Test func responseAfterAnAttemptWithAnOpenOutcomeSaysSo() async throws {
        let lost = HTTPError.connectionLost(host: "h", reason: "")
        let open: [[Script.Step]] = [
            [.status(503), .status(404)], [.status(504), .status(429), .status(404)], [.failure(lost), .status(404)],
        ]
        let clear: [[Script.Step]] = [
            [.failure(.cannotResolve(host: "h")), .status(404)], [.status(429), .status(404)], [.status(404)],
        ]
        for (scripts, isOpen) in [(open, true), (clear, false)] {
            for steps in scripts {
                let request = HTTPRequest(method: "DELETE", url: "https://h/")
                let stream = try await Script(steps).client().stream(request)
                #expect(stream.previousAttemptMayHaveSucceeded == isOpen, "\(steps)")
                let response = try await Script(steps).client().send(request)
                #expect(response.previousAttemptMayHaveSucceeded == isOpen, "\(steps)")
            }
        }
    }

    @Test func putThatIsNotSafeToRepeatIsSentOnce() async throws {
        let script = Script([.status(504, "1"), .status(201)])
        var request = HTTPRequest(method: "PUT", url: "https://h/")
        request.isSafeToRepeat = false
        #expect(try await script.client().send(request).status == 504)
    }

    @Test(arguments: [("X-HTTP-Method", "POST", 0), ("x-http-method-override", "patch", 0), ("Prefer", "POST", 1)])
    func getThatAHeaderMakesAPOSTIsNotRepeated(header: String, method: String, waits: Int) async throws {
        let script = Script([.status(503, "1"), .status(200)])
        let request = HTTPRequest(url: "https://h/", headers: HTTPHeaders([(header, method)]))
        #expect(try await script.client().send(request).status == (waits == 0 ? 503 : 200))
        #expect(script.waits.count == waits)
    }

    @Test func thirdNetworkFailureIsFinal() async {
        let lost = HTTPError.cannotResolve(host: "h")
        let script = Script([.failure(lost), .failure(lost), .failure(lost)])
        #expect(await script.client().failure(sending: HTTPRequest(url: "https://h/")) == lost)
        #expect(script.waits == [.seconds(1), .seconds(2)])
    }

    @Test func interruptedWaitThrowsCancelled() async {
        let script = Script([.status(429)])
        let client = RetryingHTTPClient(
            script, delay: RetryDelay(clock: WallClock(now: { Date() }) { _ in throw CancellationError() }))
        #expect(await client.failure(sending: HTTPRequest(url: "https://h/")) == .cancelled)
    }

    @Test func streamsAreRepeatedToo() async throws {
        let script = Script([.status(503), .status(200)])
        #expect(try await script.client().stream(HTTPRequest(url: "https://h/")).status == 200)
    }
}

/// Responds in the order given. One request too many fails, so that a test states every request that it expects.
private final class Script: HTTPClient {
    enum Step: Sendable {
        case status(Int, String? = nil)
        case failure(HTTPError)
    }

    private struct State {
        var steps: [Step]
        var waits: [Duration] = []
        var reasons: [RetryPolicy.Outcome] = []
    }

    private let state: Mutex<State>

    init(_ steps: [Step]) {
        state = Mutex(State(steps: steps))
    }

    var waits: [Duration] { state.withLock(\.waits) }
    var reasons: [RetryPolicy.Outcome] { state.withLock(\.reasons) }

    func client(maxWait: Duration = .seconds(300)) -> RetryingHTTPClient {
        RetryingHTTPClient(
            self,
            delay: RetryDelay(
                policy: RetryPolicy(maxWait: maxWait),
                clock: WallClock(now: { Date() }) { wait in self.state.withLock { $0.waits.append(wait) } },
                onWait: { _, reason in self.state.withLock { $0.reasons.append(reason) } }))
    }

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let step = state.withLock { $0.steps.isEmpty ? nil : $0.steps.removeFirst() }
        switch step {
        case .status(let status, let retryAfter):
            return HTTPResponse(
                status: status, headers: HTTPHeaders(retryAfter.map { [("Retry-After", $0)] } ?? []), url: request.url)
        case .failure(let error): throw error
        case nil: throw .invalidRequest(reason: "one request too many")
        }
    }

    func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPStreamedResponse {
        let response = try await send(request)
        return HTTPStreamedResponse(
            status: response.status, headers: response.headers, url: response.url, body: HTTPBodyStream { nil })
    }
}
