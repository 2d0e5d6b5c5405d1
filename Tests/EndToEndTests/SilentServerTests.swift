import Foundation
import Testing

/// Servers that send nothing, or too slowly. `--max-wait` shortens the timeout.
@Suite struct SilentServerTests {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"

    struct Silence: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let response: [ScriptedServer.Step]
        /// The output so far.
        var output = ""
    }

    @Test(arguments: [
        Silence(testDescription: "never a byte", response: [.silence]),
        Silence(testDescription: "half a head", response: [.text(head), .silence]),
        Silence(
            testDescription: "a head without end, byte by byte",
            response: [.text("\(head)X: "), .slowly(Data(String(repeating: "x", count: 10_000).utf8), pause: 0.05)]),
        Silence(
            testDescription: "half a body", response: [.text("\(head)Content-Length: 9\r\n\r\n{\"a\""), .silence],
            output: "{\"a\""),
    ])
    func silentServerTimesOutAfterMaxWait(silence: Silence) async throws {
        try await Sandboxed.run { sandbox in
            let graph = try ScriptedServer { _ in silence.response }
            try await sandbox.add("a", at: graph)
            let start = ContinuousClock.now
            let run = try await sandbox.acct("graph /me --max-wait 2s")
            let time = ContinuousClock.now - start
            #expect(run.status == 7 && run.error.contains("did not respond within 2 s"), "\(run)")
            #expect(run.text == silence.output)
            // The default timeout is 100 s. The upper limit leaves room for a busy machine.
            #expect(time > .seconds(1.9) && time < .seconds(60), "\(time)")
            #expect(graph.requests.count == 1)
        }
    }

    @Test func silentServerEndsABatchAfterMaxWait() async throws {
        try await Sandboxed.run { sandbox in
            let graph = try ScriptedServer { _ in [.silence] }
            try await sandbox.add("a", at: graph)
            let run = try await sandbox.acct("batch --max-wait 1s", input: Data("GET /me".utf8))
            #expect(run.status == 7 && run.error.contains("did not respond within 1 s"), "\(run)")
            #expect(run.text.hasPrefix(#"{"id":"1","status":null,"error":{"#), "\(run)")
        }
    }

    @Test func slowBodyThatKeepsArrivingIsReadToItsEnd() async throws {
        try await Sandboxed.run { sandbox in
            let graph = try ScriptedServer { _ in
                [.text("\(Self.head)Content-Length: 9\r\n\r\n"), .slowly(Data("{\"a\":123}".utf8), pause: 0.4)]
            }
            try await sandbox.add("a", at: graph)
            #expect(try await sandbox.succeed("graph /me --max-wait 3s").text == "{\"a\":123}")
        }
    }
}
