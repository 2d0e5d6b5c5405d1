import Foundation
import HTTPTransport
import HostileInput
import Synchronization
import Testing

@testable import MicrosoftGraph

@Suite final class BatchSenderTests: Sendable {
    private let waits = Mutex<[Duration]>([])

    private let tokens = RecordingTokenSource()

    private func sender(_ http: ScriptedHTTP, maxWait: Duration = .seconds(60)) -> BatchSender {
        let client = GraphClient(
            endpoint: "https://graph.example", http: http,
            clock: WallClock(now: { Date() }, sleep: { wait in self.waits.withLock { $0.append(wait) } }),
            token: tokens.source)
        return BatchSender(client, policy: RetryPolicy(maxWait: maxWait))
    }

    /// Requests as `METHOD id` or `METHOD id<other`.
    private func requests(_ words: String...) -> [BatchRequest] { requests(words) }

    private func requests(_ words: [String]) -> [BatchRequest] {
        words.map { word in
            let parts = word.split(whereSeparator: { " <".contains($0) }).map(String.init)
            return BatchRequest(
                id: parts[1], method: parts[0], url: "/\(parts[1])", place: .line(1),
                dependsOn: Array(parts.dropFirst(2)))
        }
    }

    /// The responses of a batch that got one for each request.
    private func responses(
        _ http: ScriptedHTTP, maxWait: Duration = .seconds(60), _ requests: [BatchRequest]
    ) async throws -> [BatchResponse] {
        let end = await sender(http, maxWait: maxWait).results(of: requests)
        if let failure = end.failure { throw failure }
        return try end.results.map { try $0.outcome.get() }
    }

    /// A response with these statuses by id, the last id first; a second number is the value of `Retry-After`.
    private func reply(_ answers: (String, Int, String?)...) -> ScriptedHTTP.Reply { reply(answers) }

    private func reply(_ answers: [(String, Int, String?)]) -> ScriptedHTTP.Reply {
        let items = answers.reversed().map { id, status, wait in
            let headers = wait.map { "{\"retry-after\":\"\($0)\"}" } ?? "{}"
            return "{\"id\":\"\(id)\",\"status\":\(status),\"headers\":\(headers),\"body\":{\"n\":1.0}}"
        }
        return .page("{\"responses\":[\(items.joined(separator: ","))]}")
    }

    /// The ids that each batch held, with what they waited for there.
    private func sent(_ http: ScriptedHTTP) throws -> [String] {
        struct Body: Decodable { let requests: [Item] }
        struct Item: Decodable {
            let id: String
            let dependsOn: [String]?
        }
        return try http.requests.map { request in
            guard case .bytes(let body) = request.body else { return "" }
            let items = try JSONDecoder().decode(Body.self, from: body).requests
            return items.map { $0.id + ($0.dependsOn ?? []).map { "<\($0)" }.joined() }.joined(separator: " ")
        }
    }

    @Test func responsesComeInTheOrderOfTheRequests() async throws {
        let http = ScriptedHTTP([reply(("a", 200, nil), ("B", 404, nil))])
        let answers = try await responses(http, requests("GET a", "DELETE b"))
        #expect(answers.map(\.request.id) == ["a", "b"])
        #expect(answers.map(\.status) == [200, 404])
        #expect(http.requests.map(\.url) == ["https://graph.example/v1.0/$batch"])
    }

    @Test func onlyThrottledRequestsAreRepeatedAfterTheLongestWait() async throws {
        let http = ScriptedHTTP([
            reply(("a", 200, nil), ("b", 429, "2"), ("c", 429, "7.5"), ("d", 404, nil)),
            reply(("b", 201, nil), ("c", 429, "1")), reply(("c", 200, nil)),
        ])
        let answers = try await responses(http, requests("GET a", "POST b", "GET c", "GET d"))
        #expect(answers.map(\.status) == [200, 201, 200, 404])
        #expect(try sent(http) == ["a b c d", "b c", "c"])
        #expect(waits.withLock { $0 } == [.milliseconds(7500), .seconds(1)])
    }

    @Test func readIsRepeatedWhereAWriteIsNot() async throws {
        let http = ScriptedHTTP([
            reply(("a", 503, "1"), ("b", 504, "1"), ("c", 503, "1"), ("d", 500, nil)), reply(("a", 200, nil)),
        ])
        let answers = try await responses(http, requests("GET a", "POST b", "PATCH c", "GET d"))
        #expect(answers.map(\.status) == [200, 504, 503, 500])
        #expect(try sent(http) == ["a b c d", "a"])
    }

    /// As for requests that are sent alone: actions that only read, and a PUT that must not replace an item.
    @Test func requestIsRepeatedWhereItsRepetitionIsSafe() async throws {
        let requests = [
            ("a", "POST", "/directoryObjects/getByIds"), ("b", "PUT", "/me/drive/root:/x:/content"),
            ("c", "PUT", "/me/drive/root:/x:/content?@microsoft.graph.conflictBehavior=rename"),
        ].map { BatchRequest(id: $0.0, method: $0.1, url: $0.2, place: .line(1)) }
        let http = ScriptedHTTP([
            reply(("a", 503, "1"), ("b", 503, "1"), ("c", 503, "1")), reply(("a", 200, nil), ("b", 201, nil)),
        ])
        #expect(try await responses(http, requests).map(\.status) == [200, 201, 503])
        #expect(try sent(http) == ["a b c", "a b"])
    }

    @Test func requestsWhoseTokenWasRefusedAreRepeatedOnceWithANewOne() async throws {
        let http = ScriptedHTTP([
            reply(("a", 200, nil), ("b", 401, nil), ("c", 424, nil), ("d", 401, nil)),
            reply(("b", 200, nil), ("c", 200, nil), ("d", 401, nil)),
        ])
        let answers = try await responses(http, requests("GET a", "POST b", "POST c<b", "POST d"))
        #expect(answers.map(\.status) == [200, 200, 200, 401])
        #expect(try sent(http) == ["a b c<b d", "b c<b d"])
        #expect(http.requests.map(\.bearer) == ["Bearer kept", "Bearer fresh"])
        #expect(waits.withLock { $0 }.isEmpty)
    }

    @Test func claimsThatOneRequestDemandsAreInTheNewToken() async throws {
        let challenge = #"Bearer error=\"insufficient_claims\", claims=\"eyJhIjoxfQ==\""#
        let refused = ScriptedHTTP.Reply.page(
            """
            {"responses":[{"id":"a","status":401,"headers":{}},
            {"id":"b","status":403,"headers":{"WWW-Authenticate":"\(challenge)"}},{"id":"c","status":403,"headers":{}}]}
            """)
        let http = ScriptedHTTP([refused, reply(("a", 200, nil), ("b", 200, nil))])
        let answers = try await responses(http, requests("GET a", "GET b", "GET c"))
        #expect(answers.map(\.status) == [200, 200, 403])
        #expect(tokens.requests == [.init(), .init(forceRefresh: true, claims: #"{"a":1}"#)])
    }

    @Test func batchHoldsAtMostFourMegabytes() async throws {
        func request(_ id: String, megabytes: Int) -> BatchRequest {
            let body = Data("\"\(String(repeating: "x", count: megabytes << 20))\"".utf8)
            return BatchRequest(id: id, method: "POST", url: "/x", place: .line(1), body: body)
        }
        let requests = (0..<5).map { request("\($0)", megabytes: $0 == 4 ? 2 : 1) }
        let http = ScriptedHTTP([
            reply(["0", "1", "2"].map { ($0, 200, nil) }), reply([("3", 200, nil), ("4", 200, nil)]),
        ])
        #expect(try await responses(http, requests).count == 5)
        #expect(try sent(http) == ["0 1 2", "3 4"])
        #expect(BatchPlan.first(of: [request("a", megabytes: 5), requests[0]]).count == 1)
    }

    @Test func throttledRequestIsRepeatedWithItsDependents() async throws {
        let http = ScriptedHTTP([
            reply(("a", 200, nil), ("b", 429, "1"), ("c", 424, nil)), reply(("b", 200, nil), ("c", 200, nil)),
        ])
        let answers = try await responses(http, requests("POST a", "POST b<a", "POST c<b"))
        #expect(answers.map(\.status) == [200, 200, 200])
        #expect(try sent(http) == ["a b<a c<b", "b c<b"])
    }

    @Test func dependentsOfAFailedRequestAreNotRepeated() async throws {
        let http = ScriptedHTTP([reply(("a", 403, nil), ("b", 424, nil))])
        #expect(try await responses(http, requests("POST a", "POST b<a")).map(\.status) == [403, 424])
    }

    @Test func waitBeyondTheLimitEndsTheRepetition() async throws {
        let http = ScriptedHTTP([reply(("a", 429, "61"), ("b", 429, "2")), reply(("b", 429, "59"))])
        #expect(try await responses(http, requests("GET a", "GET b")).map(\.status) == [429, 429])
        #expect(try sent(http) == ["a b", "b"])
        #expect(waits.withLock { $0 } == [.seconds(2)])
    }

    @Test func waitsForTheBatchAndItsRequestsAreOneSum() async throws {
        let throttled = ScriptedHTTP.Reply.response(status: 503, headers: ["Retry-After": "40"], body: "")
        let http = ScriptedHTTP([throttled, reply(("a", 429, "30"))])
        #expect(try await responses(http, requests("GET a")).map(\.status) == [429])
        let delay = RetryDelay(
            policy: RetryPolicy(maxWait: .seconds(60)), clock: WallClock(now: { Date() }, sleep: { _ in }))
        let envelope = ScriptedHTTP([
            .response(status: 429, headers: ["Retry-After": "40"], body: ""), reply(("a", 429, "30")),
        ])
        let client = GraphClient(
            endpoint: "https://graph.example", http: RetryingHTTPClient(envelope, delay: delay), clock: .instant,
            token: RecordingTokenSource().source)
        let sender = BatchSender(client, policy: RetryPolicy(maxWait: .seconds(60)))
        #expect(await sender.results(of: requests("GET a")).results.map(\.response?.status) == [429])
        envelope.expectAllUsed()
    }

    @Test func batchOfReadsIsRepeatedAsAWhole() async throws {
        let lost = ScriptedHTTP.Reply.failure(.connectionLost(host: "graph.example", reason: "reset"))
        for failure in [lost, .status(503), .status(504)] {
            let reads = ScriptedHTTP([failure, failure, reply(("a", 200, nil))])
            #expect(try await responses(reads, requests("GET a")).map(\.status) == [200])
            reads.expectAllUsed()
            let writes = ScriptedHTTP([failure])
            let end = await sender(writes).results(of: requests("GET a", "POST b"))
            #expect(end.failure != nil && end.results.allSatisfy { $0.response == nil })
        }
        let endless = ScriptedHTTP([lost, lost, lost])
        await #expect(throws: HTTPError.self) { try await responses(endless, requests("GET a")) }
    }

    @Test func refusedBatchHasNoResults() async throws {
        let end = await sender(ScriptedHTTP([.status(400, "{}")])).results(of: requests("GET a"))
        guard case BatchError.refused(let answer, "a")? = end.failure else {
            Issue.record("\(String(describing: end.failure))")
            return
        }
        #expect(answer.status == 400 && end.results.isEmpty)
    }

    /// Each request of a batch whose response is missing, damaged or cut off has a result of its own.
    @Test(
        arguments: [
            (#"{"responses":[{"id":"x","status":200},{"id":"b","status":200}]}"#, [.failure(.missing), .success(200)]),
            (
                #"{"responses":[{"id":"a","status":200,"body":{"n":01}},{"id":"b","status":201}]}"#,
                [.failure(.malformed), .success(201)]
            ),
            (#"{"responses":[{"id":"a"},{"id":"b","status":200}],"more":[}"#, [.failure(.malformed), .success(200)]),
            (#"{"responses":[{"id":"a","status":200},{"id":"b","sta"#, [.success(200), .failure(.missing)]),
            (
                #"{"responses":[{"id":"a","status":200,"body":"\ud83d"},{"id":"b","status":204}]}"#,
                [.success(200), .success(204)]
            ),
            (
                #"{"responses":[{"id":"a","status":200,"body":\#(nested)},{"id":"b","status":204}]}"#,
                [.success(200), .success(204)]
            ),
            ("", [.failure(.notABatch), .failure(.notABatch)]), ("[]", [.failure(.notABatch), .failure(.notABatch)]),
            (#"{"responses":{}}"#, [.failure(.notABatch), .failure(.notABatch)]),
        ] as [(String, [Result<Int, BatchLoss>])])
    func eachResponseStandsAlone(body: String, expected: [Result<Int, BatchLoss>]) async {
        let results = await sender(ScriptedHTTP([.page(body)])).results(of: requests("GET a", "POST b")).results
        #expect(results.map { $0.outcome.map(\.status) } == expected)
    }

    private static let nested = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)

    @Test func invalidByteStaysInItsOwnLine() async throws {
        let body = Data(#"{"responses":[{"id":"a","status":200,"body":{"n":""#.utf8) + [0xFF] + Data(#""}}]}"#.utf8)
        let result = try #require(try BatchResult.all(in: body, to: requests("GET a")).first)
        #expect(
            result.line() == Data(#"{"id":"a","status":200,"headers":{},"body":{"n":""#.utf8) + [0xFF]
                + Data(#""}}"#.utf8))
    }

    @Test func writesOfABrokenBatchAreOpen() async throws {
        let lost = HTTPError.connectionLost(host: "graph.example", reason: "reset")
        let broken = await sender(ScriptedHTTP([.failure(lost)])).results(of: requests("GET a", "POST b"))
        #expect(broken.failure as? HTTPError == lost)
        #expect(
            broken.results.map { $0.outcome.map(\.status) } == [.failure(.network(lost)), .failure(.network(lost))])
        let unsent = await sender(ScriptedHTTP([.failure(.cannotResolve(host: "graph.example"))]))
            .results(of: requests("POST b"))
        #expect(unsent.results.isEmpty && unsent.failure != nil)
        // The responses before the break remain.
        let late = ScriptedHTTP([reply(("a", 201, nil), ("b", 429, "1")), .failure(lost)])
        let results = await sender(late).results(of: requests("POST a", "POST b")).results
        #expect(results.map { $0.outcome.map(\.status) } == [.success(201), .failure(.network(lost))])
        let line = String(decoding: results[1].line(error: Data("{}".utf8)), as: UTF8.self)
        #expect(line == #"{"id":"b","status":null,"error":{}}"#)
    }

    /// More requests than a batch holds depend on each other: the next batch waits for the one before it.
    @Test func requestsBeyondABatchWaitForTheirPredecessor() async throws {
        let chain = (1...22).map { $0 == 1 ? "POST 1" : "POST \($0)<\($0 - 1)" }
        let star = (1...22).map { $0 == 1 ? "POST 1" : "POST \($0)<1" }
        func replies(_ first: ClosedRange<Int>, _ status: Int) -> ScriptedHTTP.Reply {
            reply(first.map { (String($0), $0 == first.upperBound ? status : 200, nil) })
        }
        let http = ScriptedHTTP([replies(1...20, 200), replies(21...22, 200)])
        #expect(try await responses(http, requests(chain)).map(\.status) == Array(repeating: 200, count: 22))
        #expect(try sent(http).last == "21 22<21")
        let failing = ScriptedHTTP([replies(1...20, 403)])
        let failed = try await responses(failing, requests(chain))
        #expect(failed.suffix(3).map(\.status) == [403, 424, 424])
        let fan = ScriptedHTTP([replies(1...20, 403), replies(21...22, 200)])
        #expect(try await responses(fan, requests(star)).suffix(3).map(\.status) == [403, 200, 200])
        #expect(try sent(fan).last == "21 22")
    }

    @Test func followedPagesAreJoinedInTheResponse() async throws {
        func page(_ items: String, _ link: String?) -> String {
            #"{"value":[\#(items)]\#(link.map { #","@odata.nextLink":"\#($0)""# } ?? "")}"#
        }
        func answer(_ link: String, then replies: [ScriptedHTTP.Reply]) async throws -> (BatchResponse, String) {
            let first = #"{"responses":[{"id":"a","status":200,"body":\#(page("1.0", link))}]}"#
            let client = GraphClient(
                endpoint: "https://graph.example", http: ScriptedHTTP([.page(first)] + replies),
                token: RecordingTokenSource().source)
            let result = await BatchSender(client, followsPages: true).results(of: requests("GET a")).results[0]
            let line = String(decoding: result.line(), as: UTF8.self)
            return (try result.outcome.get(), line)
        }
        let next = "https://graph.example/v1.0/a?$skiptoken=x"
        let (whole, line) = try await answer(next, then: [.page(page("2", nil))])
        #expect(line.hasSuffix(#""body":{"value":[1.0,2]}}"#) && whole.pagingError == nil && !whole.hasMorePages)
        let (looped, _) = try await answer(next, then: [.page(page("2", next))])
        #expect(looped.pagingError as? GraphError == .repeatedLink(next) && !looped.hasMorePages)
        let (foreign, kept) = try await answer("https://evil.example/a", then: [])
        #expect(foreign.pagingError is GraphError && kept.contains("evil.example"))
    }

    @Test(arguments: SeededGenerator.seeds)
    func damagedResponseIsAnErrorOrALine(seed: UInt64) async {
        var random = SeededGenerator(seed: seed)
        let good = Array(#"{"responses":[{"id":"a","status":200,"headers":{"x":"y"},"body":{"n":[1.0,"\\"]}}]}"#.utf8)
        for _ in 0..<300 {
            var bytes = good
            for _ in 0...Int.random(in: 0...2, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = random.bytes(upTo: 1).first ?? 0x22
            }
            let http = ScriptedHTTP([.page(String(decoding: bytes, as: UTF8.self))])
            guard let result = await sender(http, maxWait: .zero).results(of: requests("GET a")).results.first else {
                continue
            }
            #expect(JSONObjectText(result.line()) != nil, "\(String(decoding: bytes, as: UTF8.self))")
            #expect(!result.line().contains(0x0A))
        }
    }

    @Test func lineHasTheBytesOfTheServerAndNoLineBreaks() async throws {
        let body = "{\"big\": 12345678901234567890,\r\n\t\"x\":1.10,\"a\\nb\":\"\\u00e9\"}"
        let http = ScriptedHTTP([.page("{\"responses\":[{\"body\":\(body),\"status\":200,\"id\":\"a\"}]}")])
        let answer = try #require(await sender(http).results(of: requests("GET a")).results.first)
        let shown = body.replacingOccurrences(of: "\r\n", with: "  ")
        #expect(
            String(decoding: answer.line(), as: UTF8.self)
                == "{\"id\":\"a\",\"status\":200,\"headers\":{},\"body\":\(shown)}")
    }
}
