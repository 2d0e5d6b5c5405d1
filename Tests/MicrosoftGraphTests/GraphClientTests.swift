import Foundation
import HTTPTransport
import Testing

@testable import MicrosoftGraph

@Suite struct GraphClientTests {
    private static let renewal = GraphClient.TokenRequest(forceRefresh: true)

    private let tokens = RecordingTokenSource()

    private func client(_ http: ScriptedHTTP) -> GraphClient {
        GraphClient(endpoint: "https://graph.example", http: http, token: tokens.source)
    }

    @Test func requestIsSentWithATokenAndAnID() async throws {
        let http = ScriptedHTTP([.page("{}")])
        let request = GraphRequest(
            method: "post", path: "/me/sendMail", headers: ["Prefer": "x"], body: .bytes(Data("{}".utf8)))
        _ = try await client(http).send(request)
        let sent = try #require(http.requests.first)
        #expect(sent.method == "POST")
        #expect(sent.url == "https://graph.example/v1.0/me/sendMail")
        #expect(sent.body == .bytes(Data("{}".utf8)))
        #expect(sent.headers["Prefer"] == "x")
        #expect(sent.headers["Accept"] == "application/json")
        #expect(UUID(uuidString: sent.headers["client-request-id"] ?? "") != nil)
        #expect(sent.bearer == "Bearer kept")
        #expect(!"\(sent.headers)".contains("kept"))
    }

    @Test func headersOfTheCallerComeBeforeTheDefaults() async throws {
        let http = ScriptedHTTP([.page("{}")])
        let headers: HTTPHeaders = [
            "accept": "text/plain", "Client-Request-Id": "mine", "Authorization": "Bearer theirs",
        ]
        _ = try await client(http).send(GraphRequest(path: "/me", headers: headers))
        let sent = try #require(http.requests.first)
        #expect(sent.headers.values("Accept") == ["text/plain"])
        #expect(sent.headers.values("client-request-id") == ["mine"])
        #expect(sent.bearer == "Bearer kept")
        #expect(sent.headers.values("Authorization").isEmpty)
    }

    @Test(arguments: [true, false])
    func unauthorizedRequestIsSentOnceMoreWithANewToken(streams: Bool) async throws {
        for (replies, status, expected) in [
            ([ScriptedHTTP.Reply.status(401), .page("{}")], 200, [GraphClient.TokenRequest(), Self.renewal]),
            ([.status(401), .status(401)], 401, [.init(), Self.renewal]), ([.status(403)], 403, [.init()]),
        ] {
            let (http, tokens) = (ScriptedHTTP(replies), RecordingTokenSource())
            let client = GraphClient(endpoint: "https://graph.example", http: http, token: tokens.source)
            let request = GraphRequest(path: "/me")
            let found = streams ? try await client.stream(request).status : try await client.send(request).status
            #expect(found == status)
            #expect(tokens.requests == expected)
            http.expectAllUsed()
        }
    }

    @Test(arguments: [true, false], [401, 403])
    func challengeIsAnsweredOnceWithATokenForItsClaims(streams: Bool, status: Int) async throws {
        let challenge: HTTPHeaders = [
            "WWW-Authenticate": #"Bearer realm="", error="insufficient_claims", claims="eyJhIjoxfQ==""#
        ]
        let refusal = ScriptedHTTP.Reply.response(status: status, headers: challenge, body: "")
        let (http, tokens) = (ScriptedHTTP([refusal, refusal]), RecordingTokenSource())
        let client = GraphClient(endpoint: "https://graph.example", http: http, token: tokens.source)
        let request = GraphRequest(path: "/me")
        let found = streams ? try await client.stream(request).status : try await client.send(request).status
        #expect(found == status)
        #expect(tokens.requests == [.init(), .init(forceRefresh: true, claims: #"{"a":1}"#)])
        http.expectAllUsed()
    }

    @Test(arguments: [
        ([ScriptedHTTP.Reply.status(503), .status(401), .status(404)], true), ([.status(401), .status(404)], false),
    ])
    func newTokenDoesNotHideAnOpenAttempt(replies: [ScriptedHTTP.Reply], isOpen: Bool) async throws {
        let http = ScriptedHTTP(replies + replies)
        let retrying = RetryingHTTPClient(http, delay: RetryDelay(clock: .instant))
        let client = GraphClient(endpoint: "https://graph.example", http: retrying, token: tokens.source)
        let request = GraphRequest(method: "DELETE", path: "/me/messages/1")
        let stream = try await client.stream(request)
        #expect(stream.status == 404)
        #expect(stream.previousAttemptMayHaveSucceeded == isOpen)
        let response = try await client.send(request)
        #expect(response.status == 404)
        #expect(response.previousAttemptMayHaveSucceeded == isOpen)
        http.expectAllUsed()
    }

    @Test(arguments: [true, false])
    func challengeOfAnotherHostIsTheResponse(streams: Bool) async throws {
        let challenge: HTTPHeaders = ["WWW-Authenticate": #"Bearer error="insufficient_claims", claims="eyJhIjoxfQ==""#]
        let refusal = ScriptedHTTP.Reply.response(status: 401, headers: challenge, body: "")
        let http = ScriptedHTTP([refusal], redirectedHost: "files.example")
        let (client, request) = (client(http), GraphRequest(path: "/me/drive/items/1/content"))
        let found = streams ? try await client.stream(request).status : try await client.send(request).status
        #expect(found == 401)
        #expect(tokens.requests == [.init()])
        http.expectAllUsed()
    }

    @Test func noTokenIsRequestedForAnotherHost() async throws {
        let http = ScriptedHTTP()
        await #expect(throws: GraphError.self) {
            try await client(http).send(GraphRequest(path: "https://evil.example/me"))
        }
        await #expect(throws: GraphError.self) {
            try await client(http).stream(GraphRequest(path: "https://evil.example/me"))
        }
        #expect(tokens.requests.isEmpty)
        #expect(http.requests.isEmpty)
    }

    @Test func errorOfTheTokenSourceIsPassedOn() async throws {
        let http = ScriptedHTTP()
        let client = GraphClient(endpoint: "https://graph.example", http: http) { _ in throw CancellationError() }
        await #expect(throws: CancellationError.self) { try await client.send(GraphRequest(path: "/me")) }
        #expect(http.requests.isEmpty)
    }

    @Test(arguments: [
        ("GET", "/me", true), ("PUT", "/x", true), ("DELETE", "/x", true), ("POST", "/me/events", false),
        ("PATCH", "/me", false), ("POST", "/me/calendar/getSchedule", true), ("POST", "/search/query", true),
        ("POST", "/x/query", false), ("POST", "/directoryObjects/microsoft.graph.getByIds", true),
        ("POST", "/me/drive/root:/a.b:/createUploadSession?x=1", true), ("PATCH", "/me/calendar/getSchedule", false),
        ("POST", "", false),
        ("PUT", "/me/drive/root:/a:/content?@microsoft.graph.conflictBehavior=rename", false),
        ("PUT", "/me/drive/root:/a:/content?%40microsoft.graph.conflictBehavior=fail", false),
        ("PUT", "/me/drive/root:/a:/content?@microsoft.graph.conflictBehavior=replace", true),
    ])
    func repetitionIsSafeForReadsAndForWhatReplaces(method: String, path: String, isSafe: Bool) async throws {
        let request = GraphRequest(method: method, path: path)
        #expect(request.isSafeToRepeat == isSafe)
        let http = ScriptedHTTP([.page("{}")])
        _ = try await client(http).send(request)
        #expect(http.requests.first?.isSafeToRepeat == isSafe)
    }

    @Test(arguments: [
        ("GET", false), ("get", false), ("HEAD", false), ("POST", true), ("patch", true), ("QUERY", true),
    ])
    func everyOtherMethodIsAWrite(method: String, isWrite: Bool) {
        #expect(GraphRequest(method: method, path: "/me").isWrite == isWrite)
    }
}
