import Foundation
import HTTPTransport
import Synchronization
import Testing

@testable import MicrosoftGraph

@Suite struct BatchRunTests {
    /// Answers every request of every batch with 200, in any order, but refuses a batch that holds an id.
    private final class Graph: HTTPClient {
        let refused: String?
        let width = Mutex((now: 0, most: 0))

        init(refusing id: String? = nil) {
            refused = id
        }

        func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
            struct Body: Decodable { let requests: [Item] }
            struct Item: Decodable { let id: String }
            width.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            // Lets those that were sent later come first, without a clock.
            for _ in 0..<Int.random(in: 0...50) { await Task.yield() }
            width.withLock { $0.now -= 1 }
            guard case .bytes(let data) = request.body, let body = try? JSONDecoder().decode(Body.self, from: data)
            else {
                throw .cancelled
            }
            let isRefused = body.requests.contains { $0.id == refused }
            let items = body.requests.map { "{\"id\":\"\($0.id)\",\"status\":200}" }.joined(separator: ",")
            return HTTPResponse(
                status: isRefused ? 400 : 200, body: Data("{\"responses\":[\(items)]}".utf8), url: request.url)
        }

        func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPStreamedResponse { throw .cancelled }
    }

    private func run(_ text: String, _ graph: Graph = Graph(), head: Int? = nil) async -> (ids: [String], (any Error)?)
    {
        let chunks = Chunks([Data(text.utf8)])
        let reader = BatchReader(version: "v1.0") { chunks.next() }
        let client = GraphClient(endpoint: "https://graph.example", http: graph, token: RecordingTokenSource().source)
        var ids: [String] = []
        do {
            _ = try await reader.head(limit: head)
            try await BatchRun(reader, over: client).forEachResult { ids.append($0.request.id) }
            return (ids, nil)
        } catch {
            return (ids, error)
        }
    }

    @Test(arguments: [nil, 1, 100])
    func responsesComeInTheOrderOfTheRequests(head: Int?) async {
        let graph = Graph()
        let (ids, error) = await run(String(repeating: "GET /me\n", count: 500), graph, head: head)
        #expect(ids == (1...500).map(String.init))
        #expect(error == nil)
        #expect((1...4).contains(graph.width.withLock { $0.most }))
    }

    @Test func responsesOfSeparateBatchesComeInTheOrderOfTheRequests() async {
        let get = #"{"method":"GET","url":"/me""#
        let lines = (1...30).map { "\(get),\"id\":\"\($0)\"\($0 % 10 == 0 ? ",\"dependsOn\":[\"\($0 / 10)\"]" : "")}" }
        let (ids, error) = await run(lines.joined(separator: "\n"))
        #expect(ids == (1...30).map(String.init))
        #expect(error == nil)
    }

    @Test func afterARefusalOnlyBatchesUnderWayAreCompleted() async throws {
        let (ids, error) = await run(String(repeating: "GET /me\n", count: 500), Graph(refusing: "45"))
        guard case BatchError.refused(_, "41")? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(Array(ids.prefix(40)) == (1...40).map(String.init))
        #expect(!ids.contains("45") && ids.count <= 40 + 3 * 20)
        #expect(ids.compactMap(Int.init) == ids.compactMap(Int.init).sorted())
    }

    @Test func invalidLineEndsTheRunAfterTheRequestsBeforeIt() async {
        let (ids, error) = await run(String(repeating: "GET /me\n", count: 45) + "nonsense\nGET /me\n", head: 20)
        #expect(ids == (1...45).map(String.init))
        #expect(error as? BatchError == .invalid(.line(46), .notARequest))
    }
}
