import Foundation
import HTTPTransport
import HostileInput
import Synchronization
import Testing

@testable import MicrosoftGraph

@Suite final class BatchSenderTests: Sendable {
    private let waits = Mutex<[Duration]>([])

    private func sender(_ http: ScriptedHTTP, maxWait: Duration = .seconds(60)) -> BatchSender {
        let client = GraphClient(endpoint: "https://graph.example", http: http, token: TokenDesk().source)
        return BatchSender(
            client, policy: RetryPolicy(maxWait: maxWait),
            clock: WallClock(now: { Date() }, sleep: { wait in self.waits.withLock { $0.append(wait) } }))
    }

    /// Requests as `METHOD id` or `METHOD id<other`.
    private func requests(_ words: String...) -> [BatchRequest] {
        words.map { word in
            let parts = word.split(whereSeparator: { " <".contains($0) }).map(String.init)
            return BatchRequest(
                id: parts[1], method: parts[0], url: "/\(parts[1])", place: .line(1),
                dependsOn: Array(parts.dropFirst(2)))
        }
    }

    /// A response with these statuses by id, the last id first; a second number is the value of `Retry-After`.
    private func reply(_ answers: (String, Int, String?)...) -> ScriptedHTTP.Reply {
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
        let answers = try await sender(http).responses(to: requests("GET a", "DELETE b"))
        #expect(answers.map(\.request.id) == ["a", "b"])
        #expect(answers.map(\.status) == [200, 404])
        #expect(http.requests.map(\.url) == ["https://graph.example/v1.0/$batch"])
    }

    @Test func onlyThrottledRequestsAreRepeatedAfterTheLongestWait() async throws {
        let http = ScriptedHTTP([
            reply(("a", 200, nil), ("b", 429, "2"), ("c", 429, "7.5"), ("d", 404, nil)),
            reply(("b", 201, nil), ("c", 429, "1")), reply(("c", 200, nil)),
        ])
        let answers = try await sender(http).responses(to: requests("GET a", "POST b", "GET c", "GET d"))
        #expect(answers.map(\.status) == [200, 201, 200, 404])
        #expect(try sent(http) == ["a b c d", "b c", "c"])
        #expect(waits.withLock { $0 } == [.milliseconds(7500), .seconds(1)])
    }

    @Test func aReadIsRepeatedWhereAWriteIsNot() async throws {
        let http = ScriptedHTTP([
            reply(("a", 503, "1"), ("b", 504, "1"), ("c", 503, "1"), ("d", 500, nil)), reply(("a", 200, nil)),
        ])
        let answers = try await sender(http).responses(to: requests("GET a", "POST b", "PATCH c", "GET d"))
        #expect(answers.map(\.status) == [200, 504, 503, 500])
        #expect(try sent(http) == ["a b c d", "a"])
    }

    @Test func aThrottledRequestIsRepeatedWithItsDependents() async throws {
        let http = ScriptedHTTP([
            reply(("a", 200, nil), ("b", 429, "1"), ("c", 424, nil)), reply(("b", 200, nil), ("c", 200, nil)),
        ])
        let answers = try await sender(http).responses(to: requests("POST a", "POST b<a", "POST c<b"))
        #expect(answers.map(\.status) == [200, 200, 200])
        #expect(try sent(http) == ["a b<a c<b", "b c<b"])
    }

    @Test func dependentsOfAFailedRequestAreNotRepeated() async throws {
        let http = ScriptedHTTP([reply(("a", 403, nil), ("b", 424, nil))])
        #expect(try await sender(http).responses(to: requests("POST a", "POST b<a")).map(\.status) == [403, 424])
    }

    @Test func aWaitBeyondTheLimitEndsTheRepetition() async throws {
        let http = ScriptedHTTP([reply(("a", 429, "61"), ("b", 429, "2")), reply(("b", 429, "59"))])
        #expect(try await sender(http).responses(to: requests("GET a", "GET b")).map(\.status) == [429, 429])
        #expect(try sent(http) == ["a b", "b"])
        #expect(waits.withLock { $0 } == [.seconds(2)])
    }

    @Test func waitsForTheBatchAndItsRequestsAreOneSum() async throws {
        let throttled = ScriptedHTTP.Reply.answer(status: 503, headers: ["Retry-After": "40"], body: "")
        let http = ScriptedHTTP([throttled, reply(("a", 429, "30"))])
        #expect(try await sender(http).responses(to: requests("GET a")).map(\.status) == [429])
        let delay = RetryDelay(
            policy: RetryPolicy(maxWait: .seconds(60)), clock: WallClock(now: { Date() }, sleep: { _ in }))
        let envelope = ScriptedHTTP([
            .answer(status: 429, headers: ["Retry-After": "40"], body: ""), reply(("a", 429, "30")),
        ])
        let client = GraphClient(
            endpoint: "https://graph.example", http: RetryingHTTPClient(envelope, delay: delay),
            token: TokenDesk().source)
        let sender = BatchSender(client, policy: RetryPolicy(maxWait: .seconds(60)), clock: .instant)
        #expect(try await sender.responses(to: requests("GET a")).map(\.status) == [429])
        envelope.expectAllUsed()
    }

    @Test func aBatchOfReadsIsRepeatedAsAWhole() async throws {
        let lost = ScriptedHTTP.Reply.failure(.connectionLost(host: "graph.example", reason: "reset"))
        for failure in [lost, .status(503), .status(504)] {
            let reads = ScriptedHTTP([failure, failure, reply(("a", 200, nil))])
            #expect(try await sender(reads).responses(to: requests("GET a")).map(\.status) == [200])
            reads.expectAllUsed()
            let writes = ScriptedHTTP([failure])
            await #expect(throws: (any Error).self) {
                try await sender(writes).responses(to: requests("GET a", "POST b"))
            }
        }
        let endless = ScriptedHTTP([lost, lost, lost])
        await #expect(throws: HTTPError.self) { try await sender(endless).responses(to: requests("GET a")) }
    }

    @Test func aRefusedBatchAndMissingResponsesAreErrors() async throws {
        await #expect {
            try await sender(ScriptedHTTP([.status(400, "{}")])).responses(to: requests("GET a"))
        } throws: {
            guard case BatchError.refused(let answer, "a") = $0 else { return false }
            return answer.status == 400
        }
        await #expect(throws: BatchError.missingResponses(ids: ["b"])) {
            try await sender(ScriptedHTTP([reply(("a", 200, nil), ("x", 200, nil))])).responses(
                to: requests("GET a", "GET b"))
        }
        for body in ["", "[]", "{}", "{\"responses\":{}}"] {
            await #expect(throws: GraphError.notJSON(status: 200)) {
                try await sender(ScriptedHTTP([.page(body)])).responses(to: requests("GET a"))
            }
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func aDamagedResponseIsAnErrorOrALine(seed: UInt64) async {
        var random = SeededGenerator(seed: seed)
        let good = Array(#"{"responses":[{"id":"a","status":200,"headers":{"x":"y"},"body":{"n":[1.0,"\\"]}}]}"#.utf8)
        for _ in 0..<300 {
            var bytes = good
            for _ in 0...Int.random(in: 0...2, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = random.bytes(upTo: 1).first ?? 0x22
            }
            let http = ScriptedHTTP([.page(String(decoding: bytes, as: UTF8.self))])
            guard let answer = try? await sender(http, maxWait: .zero).responses(to: requests("GET a")).first else {
                continue
            }
            #expect(JSONObjectText(answer.line) != nil, "\(String(decoding: bytes, as: UTF8.self))")
            #expect(!answer.line.contains(0x0A))
        }
    }

    @Test func aLineHasTheBytesOfTheServerAndNoLineBreaks() async throws {
        let body = "{\"big\": 12345678901234567890,\r\n\t\"x\":1.10,\"a\\nb\":\"\\u00e9\"}"
        let http = ScriptedHTTP([.page("{\"responses\":[{\"body\":\(body),\"status\":200,\"id\":\"a\"}]}")])
        let answer = try #require(try await sender(http).responses(to: requests("GET a")).first)
        let shown = body.replacingOccurrences(of: "\r\n", with: "  ")
        #expect(
            String(decoding: answer.line, as: UTF8.self)
                == "{\"id\":\"a\",\"status\":200,\"headers\":{},\"body\":\(shown)}")
    }
}
