import Foundation
import HTTPTransport
import HostileInput
import Synchronization
import Testing

@testable import MicrosoftGraph

/// Sessions across runs, and responses that no server should send.
@Suite struct LargeUploadTaskTests {
    private final class MemoryStore: UploadSessionStore {
        let stored: Mutex<UploadSession?>
        let count = Mutex(0)

        init(_ url: String? = nil) {
            stored = Mutex(url.map { UploadSession(url: Secret($0), expires: nil) })
        }

        func session() -> UploadSession? { stored.withLock(\.self) }
        func save(_ session: UploadSession) {
            stored.withLock { $0 = session }
            count.withLock { $0 += 1 }
        }
        func delete() { stored.withLock { $0 = nil } }
        var url: String? { session()?.url.expose() }
    }

    private func upload(
        _ http: ScriptedHTTP, _ store: MemoryStore, maxWait: Duration = .seconds(300)
    ) async throws -> (status: Int, events: [UploadEvent]) {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(count: 11 << 20).write(to: file)
        let upload = try #require(
            LargeUpload(GraphRequest(method: "PUT", path: "/me/drive/items/1/content", body: .file(path: file.path))))
        let events = Mutex<[UploadEvent]>([])
        let client = GraphClient(
            endpoint: "https://graph.example", http: http, clock: .instant, token: RecordingTokenSource().source)
        let answer = try await client.upload(upload, store: store, maxWait: maxWait) { event in
            events.withLock { $0.append(event) }
        }
        return (answer.status, events.withLock(\.self))
    }

    private let opening = ScriptedHTTP.Reply.page(
        #"{"uploadUrl":"https://h/new","expirationDateTime":"2030-01-01T00:00:00Z"}"#)
    private let item = ScriptedHTTP.Reply.status(201, #"{"id":"1","size":11534336}"#)
    private let half = ScriptedHTTP.Reply.status(
        202, #"{"nextExpectedRanges":["10485760-"],"expirationDateTime":"2030-01-01T00:01:00.5Z"}"#)

    @Test func theSessionIsStoredUntilTheUploadEnds() async throws {
        let store = MemoryStore()
        let http = ScriptedHTTP([
            opening, half, .status(500), .page(#"{"nextExpectedRanges":["10485760-"]}"#), item,
        ])
        #expect(try await upload(http, store).status == 201)
        #expect(store.url == nil && store.count.withLock(\.self) == 1)
        for (status, isKept) in [(503, true), (429, true), (507, true), (409, false), (401, false), (400, false)] {
            #expect(try await upload(ScriptedHTTP([opening, half, .status(status)]), store).status == status)
            #expect((store.url == "https://h/new") == isKept, "\(status)")
            store.delete()
        }
    }

    @Test func theStoredExpiryMovesWithTheParts() async throws {
        let store = MemoryStore()
        let later = #"{"nextExpectedRanges":["10485760-"],"expirationDateTime":"2031-01-01T00:00:00Z"}"#
        _ = try await upload(ScriptedHTTP([opening, .status(202, later), .status(503)]), store)
        #expect(store.count.withLock(\.self) == 2)
        #expect(store.session()?.expires == ISO8601DateFormatter().date(from: "2031-01-01T00:00:00Z"))
    }

    /// 1 s, 2 s and 4 s after failures in a row. A part that was stored begins the count anew.
    @Test(arguments: [(0, 0), (2, 1), (3, 2), (7, 3)])
    func waitsAreLimited(seconds: Int, waits: Int) async throws {
        let status = ScriptedHTTP.Reply.page(#"{"nextExpectedRanges":["0-"]}"#)
        let failing = Array(repeating: [ScriptedHTTP.Reply.status(500), status], count: waits).flatMap(\.self)
        let http = ScriptedHTTP([opening] + failing + [.status(502)])
        let (code, events) = try await upload(http, MemoryStore(), maxWait: .seconds(seconds))
        http.expectAllUsed()
        #expect(code == 502 && events.count { if case .waiting = $0 { true } else { false } } == waits)
        let later = ScriptedHTTP([
            opening, .status(500), status, half, .status(500), .page(#"{"nextExpectedRanges":["10485760-"]}"#), item,
        ])
        if seconds == 2 { #expect(try await upload(later, MemoryStore(), maxWait: .seconds(1)).status == 201) }
    }

    /// Each time the server has lost what it had.
    @Test func uploadThatGoesBackAndForthEnds() async throws {
        let lost = [half, .page(#"{"nextExpectedRanges":["0-"]}"#), .page(#"{"nextExpectedRanges":["0-"]}"#)]
        let http = ScriptedHTTP([opening] + (0..<7).flatMap { _ in lost })
        let error = await #expect(throws: GraphError.self) { try await upload(http, MemoryStore()) }
        #expect(error == .uploadStatusUnknown(confirmed: 10_485_760, size: 11_534_336))
        #expect(http.requests.count < 20)
    }

    /// A proxy answers a part in the place of the server, and the upload goes on.
    @Test(arguments: [
        ScriptedHTTP.Reply.page("<html>"), .page(""), .page(#"{"id":"1","size":11534336}"#), .status(201), .status(204),
        .status(304), .status(202, "<html>"),
    ])
    func successBeforeTheLastPartIsNoProgress(reply: ScriptedHTTP.Reply) async throws {
        let store = MemoryStore()
        let http = ScriptedHTTP([opening, reply, .page(#"{"nextExpectedRanges":["0-"]}"#), half, item])
        #expect(try await upload(http, store).status == 201)
        http.expectAllUsed()
        let stuck = [reply, .page(#"{"nextExpectedRanges":["0-"]}"#)]
        let error = await #expect(throws: GraphError.self) {
            try await upload(ScriptedHTTP([opening] + (0..<6).flatMap { _ in stuck }), store)
        }
        #expect(error == .uploadStatusUnknown(confirmed: 0, size: 11_534_336) && store.url == "https://h/new")
    }

    @Test(arguments: [
        ScriptedHTTP.Reply.page("<html>"), .page("{}"), .page(#"{"id":"1","size":11534335}"#), .status(201),
        .status(204),
    ])
    func lastResponseWithoutTheItemIsNotTheEnd(reply: ScriptedHTTP.Reply) async throws {
        let store = MemoryStore()
        let error = await #expect(throws: GraphError.self) {
            try await upload(ScriptedHTTP([opening, half, reply, .page("{}")]), store)
        }
        #expect(error == .uploadStatusUnknown(confirmed: 10_485_760, size: 11_534_336) && store.url == "https://h/new")
        let again = ScriptedHTTP([opening, half, reply, .page(#"{"nextExpectedRanges":["10485760-"]}"#), item])
        #expect(try await upload(again, MemoryStore()).status == 201)
    }

    @Test func pageInPlaceOfTheStatusKeepsTheStoredSession() async throws {
        let store = MemoryStore("https://h/old")
        let error = await #expect(throws: GraphError.self) {
            try await upload(ScriptedHTTP([.page("<html>")]), store)
        }
        #expect(error == .notJSON(status: 200) && store.url == "https://h/old")
    }

    @Test(arguments: ["http://h/new", "/new", "https://u:p@h/new", "https://h/\\u0007", ""])
    func sessionThatCannotBeUsedIsNotStored(url: String) async throws {
        let store = MemoryStore()
        let http = ScriptedHTTP([.page(#"{"uploadUrl":"\#(url)"}"#), .status(400)])
        _ = try? await upload(http, store)
        #expect(store.count.withLock(\.self) == 0)
    }

    @Test func storedSessionThatCannotBeUsedIsReplaced() async throws {
        let http = ScriptedHTTP([opening, half, item])
        #expect(try await upload(http, MemoryStore("http://h/old")).status == 201)
        http.expectAllUsed()
    }

    @Test func aStoredSessionIsResumed() async throws {
        let http = ScriptedHTTP([.page(#"{"nextExpectedRanges":["10485760-11534335"]}"#), item])
        let (status, events) = try await upload(http, MemoryStore("https://h/old"))
        #expect(status == 201 && events.first == .resumed(10_485_760))
        #expect(http.requests.map(\.url) == ["https://h/old", "https://h/old"])
        #expect(http.requests.last?.headers["Content-Range"] == "bytes 10485760-11534335/11534336")
        #expect(http.requests.allSatisfy { $0.bearer == nil })
    }

    @Test(arguments: [
        ScriptedHTTP.Reply.status(404), .status(410), .status(401), .status(400), .page(""), .page("[]"),
        .page(#"{"nextExpectedRanges":[]}"#), .page(#"{"nextExpectedRanges":"0-"}"#),
        .page(#"{"nextExpectedRanges":["-5-"]}"#.replacingOccurrences(of: "-5-", with: "x")),
        .page(#"{"nextExpectedRanges":["99999999999-"]}"#), .page(#"{"nextExpectedRanges":["99999999999999999999-"]}"#),
    ])
    func anUnusableStoredSessionIsReplaced(reply: ScriptedHTTP.Reply) async throws {
        let store = MemoryStore("https://h/old")
        let http = ScriptedHTTP([reply, opening, half, item])
        let (status, events) = try await upload(http, store)
        #expect(status == 201 && events.first == .restarted && store.url == nil)
        http.expectAllUsed()
    }

    @Test(arguments: [
        (#"{"id":"1","size":11534336,"lastModifiedDateTime":"2029-01-01T00:00:01Z"}"#, true),
        (#"{"id":"1","size":11534336,"lastModifiedDateTime":"2028-12-31T23:59:59Z"}"#, false),
        (#"{"id":"1","size":11534335,"lastModifiedDateTime":"2029-01-01T00:00:01Z"}"#, false), ("{}", false),
    ])
    func aSessionThatEndedWithTheItemIsNotStartedAgain(found: String, isStored: Bool) async throws {
        let dated = ScriptedHTTP.Reply.response(
            status: 200, headers: ["Date": "Mon, 01 Jan 2029 00:00:00 GMT"], body: #"{"uploadUrl":"https://h/new"}"#)
        let again = [opening, half, item]
        let http = ScriptedHTTP([dated, half, .status(404), .page(found)] + (isStored ? [] : again))
        let store = MemoryStore()
        let (status, events) = try await upload(http, store)
        #expect(status == (isStored ? 200 : 201) && events.contains(.restarted) != isStored)
        #expect(http.requests[3].url == "https://graph.example/v1.0/me/drive/items/1" && store.url == nil)
        http.expectAllUsed()
    }

    @Test(arguments: [429, 500, 503]) func aTransientFailureKeepsTheStoredSession(status: Int) async throws {
        let store = MemoryStore("https://h/old")
        #expect(try await upload(ScriptedHTTP([.status(status)]), store).status == status)
        #expect(store.url == "https://h/old")
    }

    @Test(arguments: SeededGenerator.seeds)
    func aDamagedStatusNeverTraps(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let good = Array(#"{"expirationDateTime":"2030-01-01T00:01:00.5Z","nextExpectedRanges":["10485760-"]}"#.utf8)
        for _ in 0..<500 {
            var bytes = good
            for _ in 0...2 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = random.bytes(upTo: 1).first ?? 0x22
            }
            _ = UploadSession.expiry(in: Data(bytes))
            _ = try? UploadSession(GraphResponse(status: 200, headers: [:], body: Data(bytes)), now: Date())
        }
    }
}
