import Foundation
import HostileInput
import Testing

/// Numbers that no server should send: each run ends with a result or a message, and none with a crash.
@Suite struct HostileNumbersTests {
    private static let texts = [
        "-1", "nan", "1e400", "9000000000000000000", "9223372036854775807", "99999999999999999999999999",
    ]

    @Test(arguments: texts)
    func hostileNumberEndsNoRun(text: String) async throws {
        try await Sandboxed.run { sandbox in
            let graph = try ScriptedServer { request in
                switch request.target {
                case "/v1.0/retry": .response(429, headers: ["Retry-After: \(text)"])
                case "/v1.0/start": .response(202, headers: ["Location: /v1.0/monitor", "Retry-After: 0.01"])
                case "/v1.0/monitor" where Double(text)?.isFinite == true:
                    .response(200, #"{"status":"succeeded","percentageComplete":\#(text)}"#)
                case "/v1.0/monitor": .response(200, #"{"status":"succeeded","percentageComplete":"\#(text)"}"#)
                case "/v1.0/length": [.text("HTTP/1.1 200 OK\r\nContent-Length: \(text)\r\n\r\n{}")]
                case "/v1.0/status": [.text("HTTP/1.1 \(text) OK\r\nContent-Length: 0\r\n\r\n")]
                default: .response(206, "{}", headers: ["ETag: \"1\"", "Content-Range: bytes \(text)-\(text)/\(text)"])
                }
            }
            try await sandbox.add("a", at: graph)
            let file = "\(sandbox.workspace.folder)/out"
            for (line, statuses) in [
                ("graph /retry --max-wait 0", [7]), ("graph -X POST /start --wait", [0]), ("graph /length", [0, 7]),
                ("graph /status", [7]), ("graph /part", [7]), ("graph /part --output \(file)", [7]),
                ("graph /part -H Range:bytes=0-1 --output \(file)", [0]),
            ] as [(String, [Int32])] {
                let run = try await sandbox.acct(line)
                #expect(statuses.contains(run.status), "\(run)")
            }
        }
    }

    /// The progress line appears after half a second.
    @Test func partBeyondEveryFileHasAProgressLine() async throws {
        try await Sandboxed.run { sandbox in
            let graph = try ScriptedServer { request in
                let range = "Content-Range: bytes 9000000000000000000-9000000000000000003/9000000000000000004"
                let head = "HTTP/1.1 206 P\r\nETag: \"1\"\r\n\(range)\r\nContent-Length: 4\r\n\r\n"
                return [.text(head), .slowly(Data("abcd".utf8), pause: 0.3)]
            }
            try await sandbox.add("a", at: graph)
            let file = "\(sandbox.workspace.folder)/out"
            let whole = try await sandbox.acct("graph /part --output \(file) --max-wait 0")
            #expect(whole.status == 7 && whole.error.contains("no part was requested"), "\(whole)")
            try await sandbox.succeed("graph /part -H Range:bytes=0-3 --output \(file)")
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "abcd")
        }
    }
}
