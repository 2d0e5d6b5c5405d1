import Foundation
import Testing

/// Responses that are truncated, malformed or too large. Each ends with a message and an exit code, and the bytes that
/// had arrived are printed.
@Suite struct MalformedResponseTests {
    struct Malformed: Sendable, CustomTestStringConvertible {
        let name: String
        let response: [ScriptedServer.Step]
        let status: Int32
        /// The beginning of stdout.
        var output = ""
        /// A part of stderr.
        var error = ""

        var testDescription: String { name }
    }

    private static func text(_ text: String) -> [ScriptedServer.Step] { [.text(text)] }

    /// `{"value":["a","b"]}`
    private static let gzip =
        Data(base64Encoded: "H4sIAAAAAAACA6tWKkvMKU1VsopWSlTSUUpSiq3lAgAV+hRIFAAAAA==") ?? Data()

    private static let ok = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"

    @Test(arguments: [
        Malformed(name: "empty body", response: text("\(ok)Content-Length: 0\r\n\r\n"), status: 0),
        Malformed(name: "no response", response: [], status: 7, error: "was lost"),
        Malformed(
            name: "truncated", response: text("\(ok)Content-Length: 90\r\n\r\n{\"value\":[1,"), status: 7,
            output: "{\"value\":[1,", error: "was lost"),
        Malformed(
            name: "truncated in a chunk", response: text("\(ok)Transfer-Encoding: chunked\r\n\r\n9\r\n{\"val"),
            status: 7,
            output: "{\"val", error: "was lost"),
        Malformed(
            name: "more than its length", response: text("\(ok)Content-Length: 2\r\n\r\n{}{}"), status: 0, output: "{}"),
        Malformed(
            name: "HTML with 200", response: text("\(ok)Content-Length: 13\r\n\r\n<html></html>"), status: 7,
            output: "<html></html>", error: "got a web page (status 200) instead of JSON"),
        Malformed(
            name: "JSON cut short", response: text("\(ok)Content-Length: 11\r\n\r\n{\"value\":[1"), status: 1,
            output: "{\"value\":[1", error: "not a complete JSON document"),
        Malformed(
            name: "invalid gzip",
            response: text("\(ok)Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope"), status: 7,
            error: "did not respond with valid HTTP"),
        Malformed(
            name: "a header of a megabyte",
            response: text("\(ok)X-Long: \(String(repeating: "a", count: 1 << 20))\r\n\r\n"), status: 7,
            error: "did not respond with valid HTTP"),
        Malformed(
            name: "invalid UTF-8",
            response: [.text("\(ok)Content-Length: 4\r\n\r\n"), .send(Data([0x22, 0xff, 0xfe, 0x22]))], status: 0),
        Malformed(
            name: "deep JSON",
            response: text(
                "\(ok)Content-Length: 20000\r\n\r\n" + String(repeating: "[", count: 10_000)
                    + String(repeating: "]", count: 10_000)), status: 0, output: "[[["),
        Malformed(
            name: "deep JSON in an object",
            response: text(
                "\(ok)Content-Length: 20010\r\n\r\n{\"value\":" + String(repeating: "[", count: 10_000)
                    + String(repeating: "]", count: 10_000) + "}"), status: 0, output: "{\"value\":[[["),
        Malformed(
            name: "another protocol", response: text("SSH-2.0-OpenSSH_9.2\r\n"), status: 7, error: "with valid HTTP"),
        Malformed(
            name: "an error that is HTML", response: text("HTTP/1.1 502 X\r\nContent-Length: 6\r\n\r\n<html>"),
            status: 6, output: "<html>", error: "failed with status 502"),
        Malformed(
            name: "gzip cut short",
            response: [
                .text("\(ok)Content-Encoding: gzip\r\nContent-Length: 20\r\n\r\n"), .send(gzip.prefix(20)),
            ], status: 7, error: "its compressed body was cut short"),
    ])
    func malformedResponseEndsWithAnErrorMessage(malformed: Malformed) async throws {
        try await Sandboxed.run { sandbox in
            let graph = try ScriptedServer { _ in malformed.response }
            try await sandbox.add("a", at: graph)
            let run = try await sandbox.acct("graph /me --max-wait 0")
            #expect(run.status == malformed.status, "\(run)")
            #expect(run.text.hasPrefix(malformed.output), "\(run)")
            #expect(malformed.error.isEmpty || run.error.contains(malformed.error), "\(run)")
            #expect(graph.requests.count == 1)
        }
    }

    /// A network with a sign-in page of its own responds to every request with it.
    @Test func pageIsNoSuccess() async throws {
        try await Sandboxed.run { sandbox in
            let graph = try ScriptedServer { _ in
                .response(200, "<html>Sign in</html>", headers: ["Content-Type: text/html"])
            }
            try await sandbox.add("a", at: graph)
            let file = try sandbox.workspace.file("kept", "before")
            let write = try await sandbox.acct("graph /me/sendMail -d {}")
            #expect(
                write.status == 7 && write.error.contains("POST /me/sendMail may have been carried out"), "\(write)")
            for line in [
                "-X PUT /me/drive/items/1/content -d x", "/me", "/me --jq .", "/me -o \(file)", "/me --silent",
            ] {
                let run = try await sandbox.acct("graph \(line)")
                #expect(run.status == 7 && run.error.contains("got a web page (status 200)"), "\(line): \(run)")
            }
            #expect(try String(contentsOfFile: file, encoding: .utf8) == "before")
            for line in ["/me/onenote/pages/1/content", "/me/drive/items/1/content", "/me/messages/1/$value"] {
                try await sandbox.succeed("graph \(line)")
            }
            #expect(try await sandbox.acct("graph /me --cache 1h").status == 7)
            let count = graph.requests.count
            #expect(try await sandbox.acct("graph /me --cache 1h").status == 7)
            #expect(graph.requests.count == count + 1)
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

    /// 512 MiB of zeros in half a mebibyte.
    @Test func compressedBodyIsStreamedInConstantMemory() async throws {
        try await Sandboxed.run { sandbox in
            let mebibyte = Data(
                base64Encoded: "H4sIAAAAAAACA+3BMQEAAADCoPVPbQhfo" + String(repeating: "A", count: 1355)
                    + "PgMc6jinAAAQAA==")
            let piece = try #require(mebibyte)
            let graph = try ScriptedServer { _ in
                let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(piece.count * 512)\r\n\r\n"
                return [.text(head), .repeat(piece, times: 512)]
            }
            try await sandbox.add("a", at: graph)
            let run = try await sandbox.workspace.run([
                "/bin/sh", "-c", "ulimit -d 196608; \(Products.acct) graph /me/photo/\\$value | wc -c",
            ])
            #expect(run.line.trimmingCharacters(in: .whitespaces) == "\(512 << 20)", "\(run)")
            let filtered = try await sandbox.acct("graph /x --jq .")
            #expect(filtered.status == 1 && filtered.error.contains("larger than 256 MiB"), "\(filtered)")
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
            // A process that buffered the body would exceed this limit of 192 MiB.
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
