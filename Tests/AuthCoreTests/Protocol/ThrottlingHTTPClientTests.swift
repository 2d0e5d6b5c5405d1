import Foundation
import HTTPTransport
import Synchronization
import Testing

@testable import AuthCore

/// How the identity platform is asked when it is in trouble.
@Suite struct ConsiderateHTTPClientTests {
    private final class QuietTimes: AuthorityCache {
        let times = Mutex<[String: Date]>([:])

        func document(of url: String, at now: Date) -> Data? { nil }
        func save(_ document: Data, of url: String, until end: Date) {}

        func throttledUntil(of url: String, at now: Date) -> Date? {
            times.withLock { $0[url].flatMap { $0 > now ? $0 : nil } }
        }

        func setThrottled(_ url: String, until end: Date) {
            times.withLock { $0[url] = end }
        }
    }

    private let memory = QuietTimes()
    private let clock = TestClock()
    private let url = "https://login.example/t/oauth2/v2.0/token"

    private func send(_ http: ScriptedHTTP, to url: String? = nil) async throws(HTTPError) -> HTTPResponse {
        let client = ThrottlingHTTPClient(client: http, authorityCache: memory, clock: clock.wallClock)
        return try await client.send(HTTPRequest(method: "POST", url: url ?? self.url))
    }

    private func answer(_ status: Int, retryAfter: String? = nil) -> ScriptedHTTP.Reply {
        .json("", status: status, headers: HTTPHeaders(retryAfter.map { [("Retry-After", $0)] } ?? []))
    }

    @Test(arguments: [500, 503]) func asksOnceMoreInTrouble(status: Int) async throws {
        let http = ScriptedHTTP([answer(status), answer(200)])
        #expect(try await send(http).status == 200)
        let stubborn = ScriptedHTTP([answer(status), answer(status)])
        #expect(try await send(stubborn).status == status)
    }

    @Test(arguments: [200, 400, 401, 404, 502, 504]) func takesOtherAnswersAsTheyAre(status: Int) async throws {
        #expect(try await send(ScriptedHTTP([answer(status)])).status == status)
        #expect(memory.throttledUntil(of: url, at: .distantPast) == nil)
    }

    /// Whoever was reached may have used up what the request carried.
    @Test func asksOnceMoreWhereNobodyWasReached() async throws {
        let http = ScriptedHTTP([.failure(.cannotConnect(host: "h", reason: "r")), answer(200)])
        #expect(try await send(http).status == 200)
        let lost = ScriptedHTTP([.failure(.connectionLost(host: "h", reason: "r"))])
        await #expect(throws: HTTPError.connectionLost(host: "h", reason: "r")) { try await send(lost) }
    }

    @Test(arguments: [
        (429, nil, 60.0), (429, "5", 5), (429, "150100", 3600), (503, "7", 7), (500, "2.5", 3), (429, "junk", 60),
    ])
    func leavesTheServerAloneAsLongAsItWants(status: Int, retryAfter: String?, seconds: Double) async throws {
        let first = ScriptedHTTP([answer(status, retryAfter: retryAfter)])
        #expect(try await send(first).status == status)
        let silent = ScriptedHTTP()
        let answered = try await send(silent)
        #expect(answered.status == 429)
        #expect(answered.headers["Retry-After"] == "\(Int(seconds))")
        #expect(silent.requests.isEmpty)
    }

    @Test func asksAgainWhenTheTimeIsOverAndElsewhereMeanwhile() async throws {
        memory.setThrottled(url, until: clock.wallClock.now().addingTimeInterval(-1))
        #expect(try await send(ScriptedHTTP([answer(200)])).status == 200)
        memory.setThrottled(url, until: clock.wallClock.now().addingTimeInterval(60))
        #expect(try await send(ScriptedHTTP([answer(200)]), to: "https://login.example/other").status == 200)
    }
}
