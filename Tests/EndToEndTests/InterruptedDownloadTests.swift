import Foundation
import Synchronization
import Testing

/// Downloads to a file that are interrupted, and the next run.
@Suite struct InterruptedDownloadTests {
    private static let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
    private static let half = 100_000

    /// The responses of the storage host after the first one.
    private struct LaterResponse: Sendable {
        var tag = "\"1\""
        var servesRanges = true
        /// The difference between the first byte that is sent and the requested one.
        var shift = 0
    }

    private static func whole(_ tag: String) -> [ScriptedServer.Step] {
        [.text("HTTP/1.1 200 OK\r\nETag: \(tag)\r\nContent-Length: \(bytes.count)\r\n\r\n"), .send(bytes)]
    }

    private static func response(to request: ScriptedServer.Request, _ later: LaterResponse) -> [ScriptedServer.Step] {
        guard let from = request.headers["range"]?.firstMatch(of: /^bytes=(\d+)-$/).flatMap({ Int($0.1) }),
            request.headers["if-range"] == later.tag, later.servesRanges
        else { return whole(later.tag) }
        let first = from + later.shift
        return [
            .text(
                "HTTP/1.1 206 P\r\nETag: \(later.tag)\r\nContent-Length: \(bytes.count - first)\r\n"
                    + "Content-Range: bytes \(first)-\(bytes.count - 1)/\(bytes.count)\r\n\r\n"),
            .send(bytes.dropFirst(first)),
        ]
    }

    private struct Download: Sendable {
        let sandbox: Sandboxed
        let host, graph: ScriptedServer
        let folder: String

        func run() async throws -> Run {
            try await sandbox.acct("graph /me/drive/items/1/content -o", ["\(folder)/file"])
        }

        func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }

        func content() -> Data? { FileManager.default.contents(atPath: "\(folder)/file") }

        func draft() throws -> String { try "\(folder)/" + #require(names().first { $0 != "file" }) }
    }

    /// Sends a third of the file with these headers, then nothing more, and interrupts the run.
    private func withInterruptedDownload(
        _ headers: String = "ETag: \"1\"\r\nAccept-Ranges: bytes\r\n", then later: LaterResponse = LaterResponse(),
        by signal: Int32 = SIGINT, redirects: Bool = true, waitsForState: Bool = false,
        _ body: @Sendable (Download, Run) async throws -> Void
    ) async throws {
        try await Sandboxed.run { sandbox in
            let isFirst = Mutex(true)
            let serve: @Sendable (ScriptedServer.Request) -> [ScriptedServer.Step] = { request in
                let first = isFirst.withLock { isFirst in
                    defer { isFirst = false }
                    return isFirst
                }
                guard first else { return Self.response(to: request, later) }
                let head = "HTTP/1.1 200 OK\r\n\(headers)Content-Length: \(Self.bytes.count)\r\n\r\n"
                return [.text(head), .send(Self.bytes.prefix(Self.half)), .silence]
            }
            let host = try ScriptedServer(serve)
            let graph = try ScriptedServer { [url = host.url] request in
                redirects ? .response(302, headers: ["Location: \(url)/x?sig=1"]) : serve(request)
            }
            try await sandbox.add("a", at: graph)
            let folder = "\(sandbox.workspace.folder)/files"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
            try "before".write(toFile: "\(folder)/file", atomically: true, encoding: .utf8)
            let download = Download(sandbox: sandbox, host: host, graph: graph, folder: folder)
            let child = try sandbox.workspace.start(
                [Products.acct, "graph", "/me/drive/items/1/content", "--json", "-o", "\(folder)/file"])
            try await eventually("a third has arrived") {
                let draft = try download.names().first { $0 != "file" }
                let size = draft.flatMap { FileManager.default.contents(atPath: "\(folder)/\($0)")?.count }
                return size == Self.half
            }
            if waitsForState {
                try await eventually("the state is stored") {
                    try await sandbox.store.sqlite("SELECT count(*) FROM unfinished_transfer").hasPrefix("1")
                }
            }
            child.signal(signal)
            let run = try await child.run()
            #expect(run.status == 128 + signal, "\(run)")
            #expect(try signal == SIGKILL || run.lastErrorLine().kind == "cancelled", "\(run)")
            #expect(download.content() == Data("before".utf8))
            try await body(download, run)
        }
    }

    @Test func downloadShowsProgressOnATerminal() async throws {
        try await Sandboxed.run { sandbox in
            let body = Data(repeating: 0, count: 10_000)
            let graph = try ScriptedServer { _ in
                [.text("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n"), .slowly(body, pause: 0.05)]
            }
            try await sandbox.add("a", at: graph)
            let terminal = try PseudoTerminal()
            let child = try sandbox.workspace.start(
                [Products.acct, "graph", "/me/drive/items/1/content", "-o", "\(sandbox.workspace.folder)/file"],
                input: .terminal(path: terminal.path), environment: ["TERM": "xterm"])
            try await eventually("progress is shown") {
                terminal.plainText.contains("Downloaded 0.0 of 0.0 MiB (0 %)")
            }
            child.signal(SIGINT)
            #expect(try await child.finish(within: .seconds(50)) == 128 + SIGINT)
        }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP], [true, false])
    func interruptedDownloadIsResumedByTheSameCommand(signal: Int32, redirects: Bool) async throws {
        try await withInterruptedDownload(by: signal, redirects: redirects) { download, first in
            let draft = try download.draft()
            #expect(
                first.error.contains("100000 of 300000 bytes are in \(draft). To resume, run the same command again."),
                "\(first)")
            let run = try await download.run()
            #expect(run.status == 0 && run.error.contains("Resuming the interrupted download"), "\(run)")
            #expect(download.content() == Self.bytes)
            #expect(try download.names() == ["file"])
            let rest = try #require((redirects ? download.host : download.graph).requests.last)
            #expect(rest.headers["range"] == "bytes=100000-" && rest.headers["if-range"] == "\"1\"")
            #expect(download.host.requests.allSatisfy { $0.headers["authorization"] == nil })
            // No draft is left to resume.
            let again = try await download.run()
            #expect(again.status == 0 && again.error.isEmpty, "\(again)")
            #expect(download.graph.requests.last?.headers["range"] == nil)
        }
    }

    @Test(.needs(.sqlite3)) func killedDownloadIsResumedByTheSameCommand() async throws {
        try await withInterruptedDownload(by: SIGKILL, waitsForState: true) { download, _ in
            #expect(try download.names().count == 2)
            let run = try await download.run()
            #expect(run.status == 0 && run.error.contains("Resuming the interrupted download"), "\(run)")
            #expect(download.content() == Self.bytes)
            #expect(try download.names() == ["file"])
            #expect(download.host.requests.last?.headers["range"] == "bytes=100000-")
        }
    }

    /// Its response cannot be resumed, so no run knows the draft.
    @Test func draftOfAKilledRunIsRemovedWithTheNextOne() async throws {
        try await withInterruptedDownload("", by: SIGKILL) { download, _ in
            let left = try download.names()
            let run = try await download.run()
            #expect(left.count == 2 && run.status == 0, "\(run)")
            #expect(try download.names() == ["file"])
        }
    }

    @Test(arguments: [
        "", "ETag: \"1\"\r\n", "ETag: W/\"1\"\r\nAccept-Ranges: bytes\r\n", "ETag: \"1\"\r\nAccept-Ranges: none\r\n",
        "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\nAccept-Ranges: bytes\r\n",
    ])
    func draftThatCannotBeResumedIsRemoved(headers: String) async throws {
        try await withInterruptedDownload(headers) { download, first in
            let names = try download.names()
            #expect(names == ["file"])
            #expect(!first.error.contains("same command"), "\(first)")
            let run = try await download.run()
            #expect(run.status == 0, "\(run)")
            #expect(download.graph.requests.last?.headers["range"] == nil)
        }
    }

    @Test(arguments: 0..<4)
    func changedFileIsDownloadedFromTheStart(number: Int) async throws {
        let later = [
            LaterResponse(tag: "\"2\""), LaterResponse(servesRanges: false), LaterResponse(shift: 1),
            LaterResponse(shift: -1),
        ][number]
        try await withInterruptedDownload(then: later) { download, _ in
            let run = try await download.run()
            #expect(run.status == 0 && run.error.contains("so it starts over"), "\(run)")
            #expect(download.content() == Self.bytes)
            #expect(try download.names() == ["file"])
        }
    }

    @Test func replacedDraftIsNotTouched() async throws {
        try await withInterruptedDownload { download, _ in
            let draft = try download.draft()
            try FileManager.default.removeItem(atPath: draft)
            let other = try download.sandbox.workspace.file("other", String(repeating: "x", count: 200_000))
            try FileManager.default.createSymbolicLink(atPath: draft, withDestinationPath: other)
            let run = try await download.run()
            #expect(run.status == 0 && download.content() == Self.bytes, "\(run)")
            #expect(FileManager.default.contents(atPath: other)?.count == 200_000)
        }
    }

    /// A third of the file in each response, whatever range the 206 announces: the transport takes that for a whole body.
    @Test(arguments: ["Content-Length: 100000\r\n", "Transfer-Encoding: chunked\r\n", ""], [true, false])
    func partThatEndsEarlyIsNotTheRemainder(framing: String, redirects: Bool) async throws {
        try await Sandboxed.run { sandbox in
            let serve: @Sendable (ScriptedServer.Request) -> [ScriptedServer.Step] = { request in
                let tag = "ETag: \"1\"\r\nAccept-Ranges: bytes\r\n"
                guard let from = request.headers["range"]?.firstMatch(of: /^bytes=(\d+)-$/).flatMap({ Int($0.1) })
                else {
                    let head = "HTTP/1.1 200 OK\r\n\(tag)Content-Length: 300000\r\n\r\n"
                    return [.text(head), .send(Self.bytes.prefix(Self.half))]
                }
                let head =
                    "HTTP/1.1 206 P\r\n\(tag)Content-Range: bytes \(from)-299999/300000\r\n\(framing)\r\n"
                let third = Self.bytes.dropFirst(from).prefix(Self.half)
                return framing.contains("chunked")
                    ? [.text(head + "186a0\r\n"), .send(third), .text("\r\n0\r\n\r\n")] : [.text(head), .send(third)]
            }
            let host = try ScriptedServer(serve)
            let graph = try ScriptedServer { [url = host.url] request in
                redirects ? .response(302, headers: ["Location: \(url)/x?sig=1"]) : serve(request)
            }
            try await sandbox.add("a", at: graph)
            let file = "\(sandbox.workspace.folder)/file"
            for size in redirects ? [] : [100_000, 200_000] {
                let run = try await sandbox.acct("graph /me/drive/items/1/content -o", [file])
                #expect(run.status == 7 && run.error.contains("\(size) of 300000 bytes are in"), "\(run)")
                #expect(FileManager.default.contents(atPath: file) == nil)
            }
            let run = try await sandbox.acct("graph /me/drive/items/1/content -o", [file])
            #expect(run.status == 0, "\(run)")
            #expect(FileManager.default.contents(atPath: file) == Self.bytes)
        }
    }

    @Test func lostConnectionLeavesAResumableDraft() async throws {
        try await Sandboxed.run { sandbox in
            let graph = try ScriptedServer { request in
                guard request.headers["range"] == nil else { return Self.response(to: request, LaterResponse()) }
                let head = "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nAccept-Ranges: bytes\r\nContent-Length: 300000\r\n\r\n"
                return [.text(head), .send(Self.bytes.prefix(Self.half))]
            }
            try await sandbox.add("a", at: graph)
            let file = "\(sandbox.workspace.folder)/file"
            let run = try await sandbox.acct("graph /me/photo/$value -o", [file])
            #expect(run.status == 7 && run.error.contains("To resume, run the same command again"), "\(run)")
            #expect(try await sandbox.acct("graph /me/photo/$value -o", [file]).status == 0)
            #expect(FileManager.default.contents(atPath: file) == Self.bytes)
        }
    }
}
