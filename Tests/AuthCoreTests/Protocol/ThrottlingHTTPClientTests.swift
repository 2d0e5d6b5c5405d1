import Foundation
import HTTPTransport
import Testing

@testable import AuthCore

@Suite struct ThrottlingHTTPClientTests {
    private let authorityCache = InMemoryAuthorityCache()
    private let clock = TestClock()
    private let url = "https://login.example/t/oauth2/v2.0/token"
    /// Of a demand with status 429 that counts for every account.
    private let key = "https://login.example/t/oauth2/v2.0/token 429"

    private func send(_ http: ScriptedHTTP, to url: String? = nil) async throws(HTTPError) -> HTTPResponse {
        let client = ThrottlingHTTPClient(client: http, authorityCache: authorityCache, clock: clock.wallClock)
        return try await client.send(HTTPRequest(method: "POST", url: url ?? self.url))
    }

    private func reply(_ status: Int, retryAfter: String? = nil) -> ScriptedHTTP.Reply {
        .json("", status: status, headers: HTTPHeaders(retryAfter.map { [("Retry-After", $0)] } ?? []))
    }

    @Test(arguments: [500, 503]) func retriesServerErrorsOnce(status: Int) async throws {
        let http = ScriptedHTTP([reply(status), reply(200)])
        #expect(try await send(http).status == 200)
        let failing = ScriptedHTTP([reply(status), reply(status)])
        #expect(try await send(failing).status == status)
    }

    @Test(arguments: [200, 400, 401, 404, 502, 504]) func passesOtherResponsesThrough(status: Int) async throws {
        #expect(try await send(ScriptedHTTP([reply(status)])).status == status)
        #expect(authorityCache.throttledKeys.isEmpty)
    }

    /// After a connection, the server may have spent the request's refresh token.
    @Test func retriesOnlyWithoutAConnection() async throws {
        let http = ScriptedHTTP([.failure(.cannotConnect(host: "h", reason: "r")), reply(200)])
        #expect(try await send(http).status == 200)
        let lost = ScriptedHTTP([.failure(.connectionLost(host: "h", reason: "r"))])
        await #expect(throws: HTTPError.connectionLost(host: "h", reason: "r")) { try await send(lost) }
    }

    @Test(arguments: [
        (429, nil, 60.0), (429, "5", 5), (429, "150100", 3600), (503, "7", 7), (500, "2.5", 3), (429, "junk", 60),
        (502, "7", 7), (504, "7", 7), (503, "99999999", 3600), (529, "7", 7),
    ])
    func sendsNothingWhileThrottled(status: Int, retryAfter: String?, seconds: Double) async throws {
        let first = ScriptedHTTP([reply(status, retryAfter: retryAfter)])
        #expect(try await send(first).status == status)
        let unused = ScriptedHTTP()
        let response = try await send(unused)
        // RFC 9110 section 15: an unknown status is treated as 500.
        #expect(response.status == (status == 529 ? 500 : status))
        #expect(response.headers["Retry-After"] == "\(Int(seconds))")
        #expect(unused.requests.isEmpty)
    }

    /// 503 is about the server, every other status about the account.
    @Test(arguments: [(429, 200), (500, 200), (502, 200), (503, 503)])
    func throttlingCountsForTheAccountOrForTheEndpoint(status: Int, other: Int) async throws {
        func send(_ http: ScriptedHTTP, as account: String) async throws -> Int {
            let client = ThrottlingHTTPClient(client: http, authorityCache: authorityCache, clock: clock.wallClock)
            return try await client.about(["app", account]).send(HTTPRequest(method: "POST", url: url)).status
        }
        #expect(try await send(ScriptedHTTP([reply(status, retryAfter: "60")]), as: "alice") == status)
        #expect(try await send(ScriptedHTTP(), as: "alice") == status)
        let http = ScriptedHTTP(other == 200 ? [reply(200)] : [])
        #expect(try await send(http, as: "bob") == other)
        http.expectAllUsed()
    }

    /// The server works again, for the account that signed in, and for all where it was overloaded.
    @Test(arguments: [
        (429, "alice", 200, true), (429, "bob", 200, false), (500, "alice", 201, true), (503, "alice", 200, true),
        (503, "bob", 200, true), (503, "bob", 400, false), (429, "alice", 400, false),
    ])
    func successOfASignInEndsTheThrottling(
        status: Int, account: String, answer: Int, endsIt: Bool
    ) async throws {
        func client(_ http: ScriptedHTTP, about account: String) -> ThrottlingHTTPClient {
            ThrottlingHTTPClient(client: http, authorityCache: authorityCache, clock: clock.wallClock)
                .about(["app", account])
        }
        let request = HTTPRequest(method: "POST", url: url)
        let renewal = client(ScriptedHTTP([reply(status, retryAfter: "600"), reply(200)]), about: "alice")
        #expect(try await renewal.send(request).status == status)
        var signIn = client(ScriptedHTTP([reply(answer)]), about: account)
        signIn.ignoresStoredThrottling = true
        #expect(try await signIn.send(request).status == answer)
        #expect(try await renewal.send(request).status == (endsIt ? 200 : status))
        #expect((renewal.throttledUntil(url) == nil) == endsIt)
    }

    @Test func throttlingCountsForTheNarrowestSubject() async throws {
        func send(_ http: ScriptedHTTP, about subject: String...) async throws -> Int {
            let client = ThrottlingHTTPClient(client: http, authorityCache: authorityCache, clock: clock.wallClock)
            return try await client.about(["app", "alice"]).about(subject).send(HTTPRequest(method: "POST", url: url))
                .status
        }
        #expect(try await send(ScriptedHTTP([reply(429)]), about: "storage", "token 1") == 429)
        #expect(try await send(ScriptedHTTP(), about: "storage", "token 1") == 429)
        #expect(try await send(ScriptedHTTP([reply(200)]), about: "mail", "token 1") == 200)
        #expect(try await send(ScriptedHTTP([reply(200)]), about: "storage", "token 2") == 200)
    }

    /// A code, for example, may be spent.
    @Test func requestThatIsNotSafeToRepeatIsSentOnce() async throws {
        var request = HTTPRequest(method: "POST", url: url)
        request.isSafeToRepeat = false
        let http = ScriptedHTTP([reply(500)])
        let client = ThrottlingHTTPClient(client: http, authorityCache: authorityCache, clock: clock.wallClock)
        #expect(try await client.send(request).status == 500)
        http.expectAllUsed()
    }

    @Test func storedKeysNameNoAccount() async throws {
        let client = ThrottlingHTTPClient(
            client: ScriptedHTTP([reply(429)]), authorityCache: authorityCache, clock: clock.wallClock)
        _ = try await client.about(["app", "alice@contoso.example"]).send(HTTPRequest(method: "POST", url: url))
        let keys = authorityCache.throttledKeys
        #expect(
            keys.count == 1 && keys.allSatisfy { $0.hasPrefix(url) && !$0.contains("alice") && !$0.contains("app") })
    }

    /// Times that a clock wrote which was wrong, read by one that is right: seconds from now.
    @Test(arguments: [
        (-1.0, false), (0, false), (1, true), (3599, true), (3600, true), (3601, false), (86_400, false),
        (3_153_600_000, false),
    ])
    func storedTimeCountsForAnHourAtMost(ahead: Double, isThrottled: Bool) async throws {
        authorityCache.setThrottled(key, until: clock.wallClock.now().addingTimeInterval(ahead))
        let http = ScriptedHTTP(isThrottled ? [] : [reply(200)])
        #expect(try await send(http).status == (isThrottled ? 429 : 200))
        http.expectAllUsed()
    }

    /// The clock jumps between the response and the next request: back, ahead, and far ahead.
    @Test(arguments: [
        (-31_536_000.0, false), (-3600, false), (-60, true), (30, true), (60, false), (31_536_000, false),
    ])
    func clockThatJumpsBlocksNoRequestForLong(jump: Double, isThrottled: Bool) async throws {
        #expect(try await send(ScriptedHTTP([reply(429, retryAfter: "60")])).status == 429)
        clock.advance(by: jump)
        let http = ScriptedHTTP(isThrottled ? [] : [reply(200)])
        #expect(try await send(http).status == (isThrottled ? 429 : 200))
        http.expectAllUsed()
    }

    /// A code that is not redeemed is a sign-in lost.
    @Test func signInAsksAnywayAndStoresWhatItIsTold() async throws {
        authorityCache.setThrottled(key, until: clock.wallClock.now().addingTimeInterval(600))
        let http = ScriptedHTTP([reply(429, retryAfter: "30"), reply(200)])
        var client = ThrottlingHTTPClient(client: http, authorityCache: authorityCache, clock: clock.wallClock)
        client.ignoresStoredThrottling = true
        #expect(try await client.send(HTTPRequest(method: "POST", url: url)).status == 429)
        #expect(
            authorityCache.throttledUntil(of: key, at: .distantPast) == clock.wallClock.now().addingTimeInterval(30))
        #expect(try await client.send(HTTPRequest(method: "POST", url: url)).status == 200)
        #expect(authorityCache.throttledUntil(of: key, at: clock.wallClock.now()) == nil)
        http.expectAllUsed()
    }

    @Test func noSecretCanBePrinted() {
        let client = ThrottlingHTTPClient(client: ScriptedHTTP(), authorityCache: nil, clock: clock.wallClock)
        var dumped = ""
        dump(client.about(["scope", "RT-secret"]), to: &dumped)
        #expect(!dumped.contains("RT-secret"))
    }

    @Test func throttlingEndsInTimeAndAppliesToOneEndpoint() async throws {
        authorityCache.setThrottled(key, until: clock.wallClock.now().addingTimeInterval(-1))
        #expect(try await send(ScriptedHTTP([reply(200)])).status == 200)
        authorityCache.setThrottled(key, until: clock.wallClock.now().addingTimeInterval(60))
        #expect(try await send(ScriptedHTTP([reply(200)]), to: "https://login.example/other").status == 200)
    }
}
