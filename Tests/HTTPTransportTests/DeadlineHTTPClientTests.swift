import Foundation
import HTTPTransport
import Synchronization
import Testing

@Suite struct DeadlineHTTPClientTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var method = "GET"
        var maxWait = 300
        var waited = 0
        let response: Int
        let testDescription: String
    }

    @Test(arguments: [
        Case(response: 100, testDescription: "the first attempt has the limit of the request"),
        Case(maxWait: 2, response: 2, testDescription: "a shorter wait shortens it"),
        Case(
            maxWait: 600, waited: 101, response: 499, testDescription: "the attempt after a silent one has what is left"
        ),
        Case(waited: 40, response: 100, testDescription: "throttling takes nothing from it while enough is left"),
        Case(waited: 300, response: 1, testDescription: "a second is left at least"),
        Case(method: "POST", response: 300, testDescription: "a request that is sent once has all of the wait"),
        Case(method: "POST", maxWait: 600, response: 600, testDescription: "a longer wait lengthens it"),
        Case(maxWait: 0, response: 100, testDescription: "no wait for retries leaves the limit"),
    ])
    func responseHasTheTimeThatIsLeft(example: Case) async throws {
        let recorder = Recorder()
        let client = DeadlineHTTPClient(recorder, maxWait: .seconds(example.maxWait))
        var request = HTTPRequest(method: example.method, url: "https://h/")
        request.timeouts.response = .seconds(100)
        try await RetryBudget.$current.withValue(RetryBudget(waited: .seconds(example.waited))) {
            _ = try await client.send(request)
        }
        let timeouts = try #require(recorder.timeouts)
        #expect(timeouts.response == .seconds(example.response) && timeouts.stall <= .seconds(30))
    }

    @Test func requestWithoutALimitOfTheResponseGetsNone() async throws {
        let recorder = Recorder()
        _ = try await DeadlineHTTPClient(recorder, maxWait: .seconds(600)).send(HTTPRequest(url: "https://h/"))
        #expect(recorder.timeouts == HTTPRequest.Timeouts())
    }

    /// Keeps the timeouts of the last request, and responds to each.
    private final class Recorder: HTTPClient {
        private let last = Mutex<HTTPRequest.Timeouts?>(nil)
        var timeouts: HTTPRequest.Timeouts? { last.withLock(\.self) }

        func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
            last.withLock { $0 = request.timeouts }
            return HTTPResponse(status: 200, headers: [:], body: .init(), url: request.url)
        }

        func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPStreamedResponse {
            try await send(request).streamed
        }
    }
}
