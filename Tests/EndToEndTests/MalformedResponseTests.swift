import Foundation
import Testing

/// Answers that are cut short, lie about themselves or are too much. Each ends with a sentence and an exit code, and what
/// had come is not lost.
@Suite struct MalformedResponseTests {
    struct Bad: Sendable, CustomTestStringConvertible {
        let name: String
        let response: [ScriptedServer.Step]
        let status: Int32
        /// What stdout begins with.
        var output = ""
        /// What stderr holds.
        var error = ""

        var testDescription: String { name }
    }

    private static func text(_ text: String) -> [ScriptedServer.Step] { [.text(text)] }

    private static let ok = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"

    @Test(arguments: [
        Bad(name: "empty body", response: text("\(ok)Content-Length: 0\r\n\r\n"), status: 0),
        Bad(name: "no answer at all", response: [], status: 7, error: "was lost"),
        Bad(
            name: "cut", response: text("\(ok)Content-Length: 90\r\n\r\n{\"value\":[1,"), status: 7,
            output: "{\"value\":[1,", error: "was lost"),
        Bad(
            name: "cut in a chunk", response: text("\(ok)Transfer-Encoding: chunked\r\n\r\n9\r\n{\"val"), status: 7,
            output: "{\"val", error: "was lost"),
        Bad(
            name: "more than its length", response: text("\(ok)Content-Length: 2\r\n\r\n{}{}"), status: 0, output: "{}"),
        Bad(
            name: "HTML with 200", response: text("\(ok)Content-Length: 13\r\n\r\n<html></html>"), status: 0,
            output: "<html></html>"),
        Bad(
            name: "gzip that is none",
            response: text("\(ok)Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope"), status: 7,
            error: "did not respond with valid HTTP"),
        Bad(
            name: "a header of a megabyte",
            response: text("\(ok)X-Long: \(String(repeating: "a", count: 1 << 20))\r\n\r\n"), status: 7,
            error: "did not respond with valid HTTP"),
        Bad(
            name: "no UTF-8",
            response: [.text("\(ok)Content-Length: 4\r\n\r\n"), .send(Data([0x22, 0xff, 0xfe, 0x22]))], status: 0),
        Bad(
            name: "deep JSON",
            response: text(
                "\(ok)Content-Length: 20000\r\n\r\n" + String(repeating: "[", count: 10_000)
                    + String(repeating: "]", count: 10_000)), status: 0, output: "[[["),
        Bad(
            name: "deep JSON in an object",
            response: text(
                "\(ok)Content-Length: 20010\r\n\r\n{\"value\":" + String(repeating: "[", count: 10_000)
                    + String(repeating: "]", count: 10_000) + "}"), status: 0, output: "{\"value\":[[["),
        Bad(name: "another protocol", response: text("SSH-2.0-OpenSSH_9.2\r\n"), status: 7, error: "with valid HTTP"),
        Bad(
            name: "an error that is HTML", response: text("HTTP/1.1 502 X\r\nContent-Length: 6\r\n\r\n<html>"),
            status: 6, output: "<html>", error: "failed with status 502"),
    ])
    func malformedResponseEndsWithAnErrorMessage(bad: Bad) async throws {
        try await Sandboxed.run { sandbox in
            let graph = try ScriptedServer { _ in bad.response }
            try await sandbox.add("a", at: graph)
            let run = try await sandbox.acct("graph /me --max-wait 0")
            #expect(run.status == bad.status, "\(run)")
            #expect(run.text.hasPrefix(bad.output), "\(run)")
            #expect(bad.error.isEmpty || run.error.contains(bad.error), "\(run)")
            #expect(graph.requests.count == 1)
        }
    }

    @Test func truncatedPageEndsTheRunWithAnError() async throws {
        try await Sandboxed.run { sandbox in
            let graph = try ScriptedServer { request in
                guard request.target.contains("skiptoken") else {
                    return .response(
                        200,
                        #"{"value":[1],"@odata.nextLink":"http://\#(request.headers["host"] ?? "")/v1.0/u?$skiptoken=2"}"#
                    )
                }
                return [.text("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{\"value\":[2,")]
            }
            try await sandbox.add("a", at: graph)
            let run = try await sandbox.acct("graph /u --paginate --max-wait 0")
            #expect(run.status == 7 && run.error.contains("was lost"), "\(run)")
            #expect(graph.requests.count == 2)
        }
    }

    @Test func largeBodyIsStreamedInConstantMemory() async throws {
        try await Sandboxed.run { sandbox in
            let size = 2 << 30
            let piece = Data(repeating: 0x61, count: 1 << 20)
            let graph = try ScriptedServer { _ in
                [.text("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n"), .repeat(piece, times: 2048)]
            }
            try await sandbox.add("a", at: graph)
            // A process that kept the body could not have it in 192 MiB of data.
            for (ending, count) in [("| wc -c", "\(size)"), ("--output /dev/null", "")] {
                let run = try await sandbox.workspace.run([
                    "/bin/sh", "-c", "ulimit -d 196608; \(Products.acct) graph /me/photo/\\$value \(ending)",
                ])
                #expect(run.status == 0 && run.line.trimmingCharacters(in: .whitespaces) == count, "\(run)")
            }
            #expect(graph.requests.count == 2)
        }
    }
}
