import Foundation
import Synchronization
import Testing

/// Uploads in pieces, downloads that break, and long-running operations.
@Suite struct TransferTests {
    /// A storage host that stores the bytes of an upload session in order.
    private final class Storage: Sendable {
        let bytes = Mutex(Data())
        let failures: Mutex<[Int]>

        /// - Parameter failures: the statuses of the responses to the first pieces.
        init(failures: [Int] = []) {
            self.failures = Mutex(failures)
        }

        func response(to request: ScriptedServer.Request) -> [ScriptedServer.Step] {
            guard request.headers["authorization"] == nil else { return .response(401) }
            guard request.method == "PUT" else { return ranges(200) }
            if let failure = failures.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
                return failure == 0 ? [] : .response(failure)
            }
            guard let range = request.headers["content-range"]?.firstMatch(of: /^bytes (\d+)-(\d+)\/(\d+)$/),
                let first = Int(range.1), let last = Int(range.2), let total = Int(range.3),
                last - first + 1 == request.body.count
            else { return .response(400) }
            let have = bytes.withLock { bytes in
                if bytes.count == first { bytes += request.body }
                return bytes.count
            }
            guard have > first, have == last + 1 else { return .response(416) }
            return have == total ? .response(201, #"{"id":"done","size":\#(total)}"#) : ranges(202)
        }

        private func ranges(_ status: Int) -> [ScriptedServer.Step] {
            .response(status, #"{"nextExpectedRanges":["\#(bytes.withLock(\.count))-"]}"#)
        }
    }

    @Test func sandboxDriveStoresAndCopiesFiles() async throws {
        struct Item: Decodable { let id: String; let size: Int }
        struct Copy: Decodable { let status, resourceId: String }
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", ["--scope", "Files.ReadWrite"])
            let text = String(repeating: "0123456789abcdef", count: 700_000)
            let file = try sandbox.workspace.file("big.txt", text)
            let item = try await sandbox.succeed("graph -X PUT /me/drive/root:/big.txt:/content --input \(file)")
                .json(Item.self)
            #expect(item.size == text.utf8.count)
            #expect(try await sandbox.succeed("graph /me/drive/items/\(item.id)/content").text == text)
            let copy = try await sandbox.succeed("graph -X POST /me/drive/items/\(item.id)/copy --wait").json(Copy.self)
            #expect(copy.status == "completed")
            #expect(try await sandbox.succeed("graph /me/drive/items/\(copy.resourceId)/content").text == text)
        }
    }

    private func graph(opening url: String) throws -> ScriptedServer {
        try ScriptedServer { _ in .response(200, #"{"uploadUrl":"\#(url)/up"}"#) }
    }

    /// A file of distinct bytes, so that a misplaced range is noticed.
    private func file(_ size: Int, in workspace: Workspace) throws -> (path: String, bytes: Data) {
        var bytes = Data(capacity: size)
        for number in 0..<(size / 8 + 1) { withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) } }
        bytes = bytes.prefix(size)
        let path = "\(workspace.folder)/big"
        try bytes.write(to: URL(fileURLWithPath: path))
        return (path, bytes)
    }

    @Test func largeFileIsUploadedInPieces() async throws {
        try await Sandboxed.run { sandbox in
            let storage = Storage()
            let other = try ScriptedServer { storage.response(to: $0) }
            let graph = try graph(opening: other.url)
            try await sandbox.add("a", at: graph)
            let (path, bytes) = try file(25_000_001, in: sandbox.workspace)
            let run = try await sandbox.succeed("graph -X PUT /me/drive/root:/b.bin:/content --input \(path)")
            #expect(run.text == #"{"id":"done","size":25000001}"#)
            #expect(storage.bytes.withLock(\.self) == bytes)
            #expect(
                other.requests.map { $0.headers["content-range"] ?? "" } == [
                    "bytes 0-10485759/25000001", "bytes 10485760-20971519/25000001", "bytes 20971520-25000000/25000001",
                ])
            let opening = try #require(graph.requests.last)
            #expect(opening.method == "POST")
            #expect(opening.target == "/v1.0/me/drive/root:/b.bin:/createUploadSession")
            #expect(opening.headers["content-type"] == "application/json")
            #expect(
                String(decoding: opening.body, as: UTF8.self)
                    == #"{"item":{"@microsoft.graph.conflictBehavior":"replace"}}"#)
        }
    }

    /// 0 stands for a lost connection.
    @Test(arguments: [[500], [503], [0], [416], [502, 0]])
    func uploadSurvivesServerErrors(failures: [Int]) async throws {
        try await Sandboxed.run { sandbox in
            let storage = Storage(failures: failures)
            let other = try ScriptedServer { storage.response(to: $0) }
            let graph = try graph(opening: other.url)
            try await sandbox.add("a", at: graph)
            let (path, bytes) = try file(11_000_000, in: sandbox.workspace)
            let run = try await sandbox.succeed("graph -X PUT /me/drive/items/1/content --input \(path)")
            #expect(storage.bytes.withLock(\.self) == bytes)
            #expect(graph.requests.count == 1)
            #expect(run.error.contains("Waiting") == (failures != [416]), "\(run)")
        }
    }

    @Test func lostUploadSessionIsReplacedOnce() async throws {
        try await Sandboxed.run { sandbox in
            let storage = Storage(failures: [404])
            let other = try ScriptedServer { storage.response(to: $0) }
            let graph = try graph(opening: other.url)
            try await sandbox.add("a", at: graph)
            let (path, bytes) = try file(5_000_000, in: sandbox.workspace)
            try await sandbox.succeed("graph -X PUT /me/drive/items/1/content --input \(path)")
            #expect(storage.bytes.withLock(\.self) == bytes)
            #expect(graph.requests.count == 2)
            storage.failures.withLock { $0 = [404, 404] }
            let run = try await sandbox.acct("graph -X PUT /me/drive/items/1/content --input \(path)")
            #expect(run.status == 1 && run.error.contains("lost the upload session twice"), "\(run)")
        }
    }

    /// A proxy answers in the place of the storage host.
    @Test func pieceThatAProxyAnswersIsNotStored() async throws {
        try await Sandboxed.run { sandbox in
            let other = try ScriptedServer { .response(200, $0.method == "PUT" ? "<html>" : "{}") }
            let graph = try graph(opening: other.url)
            try await sandbox.add("a", at: graph)
            let (path, _) = try file(5_000_000, in: sandbox.workspace)
            let run = try await sandbox.acct("graph -X PUT /me/drive/items/1/content --input \(path)")
            #expect(run.status == 1 && run.error.contains("0 of 5000000 bytes"), "\(run)")
        }
    }

    @Test(arguments: [(409, "failed with status 409"), (507, "The drive is full"), (403, "status 403 of 127.0.0.1.\n")])
    func refusedPieceIsTheError(status: Int, words: String) async throws {
        try await Sandboxed.run { sandbox in
            let storage = Storage(failures: [status])
            let other = try ScriptedServer { storage.response(to: $0) }
            let graph = try graph(opening: other.url)
            try await sandbox.add("a", at: graph)
            let (path, _) = try file(5_000_000, in: sandbox.workspace)
            let run = try await sandbox.acct("graph -X PUT /me/drive/items/1/content --input \(path)")
            #expect(run.status == 6 && run.error.contains(words), "\(run)")
            // The host got no token, so no scope is missing.
            #expect(graph.requests.count == 1 && !run.error.contains("acct scopes"), "\(run)")
        }
    }

    @Test func brokenDownloadIsResumed() async throws {
        try await Sandboxed.run { sandbox in
            let text = (0..<4000).map { "line \($0)\n" }.joined()
            let other = try ScriptedServer { request in
                let from = request.headers["range"]?.firstMatch(of: /bytes=(\d+)-/).flatMap { Int($0.1) } ?? 0
                let rest = Data(text.utf8.dropFirst(from))
                let range = "Content-Range: bytes \(from)-\(text.utf8.count - 1)/\(text.utf8.count)\r\n"
                let head =
                    "HTTP/1.1 \(from == 0 ? "200 OK" : "206 Partial")\r\nETag: \"1\"\r\n"
                    + "Content-Length: \(rest.count)\r\n\(from == 0 ? "" : range)\r\n"
                return [.text(head), .send(rest.prefix(15_000))]
            }
            let graph = try ScriptedServer { [url = other.url] _ in
                .response(302, headers: ["Location: \(url)/x?sig=1"])
            }
            try await sandbox.add("a", at: graph)
            let run = try await sandbox.succeed("graph /me/drive/items/1/content")
            #expect(run.text == text)
            #expect(other.requests.count == 3)
            #expect(other.requests.dropFirst().allSatisfy { $0.headers["if-range"] == "\"1\"" })
            #expect(other.requests.allSatisfy { $0.headers["authorization"] == nil })
            #expect(graph.requests.count == 1)
        }
    }

    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nother 789", "HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 206 P\r\nContent-Range: bytes 0-8/9\r\nContent-Length: 9\r\n\r\nother 789",
        "HTTP/1.1 206 P\r\nContent-Range: bytes 5-9/10\r\nContent-Length: 5\r\n\r\nother",
    ])
    func downloadIsNotResumedFromAnotherFile(second: String) async throws {
        try await Sandboxed.run { sandbox in
            let other = try ScriptedServer { request in
                guard request.headers["range"] == nil else { return [.text(second)] }
                return [.text("HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: 9\r\n\r\n01234")]
            }
            let graph = try ScriptedServer { [url = other.url] _ in .response(302, headers: ["Location: \(url)/x"]) }
            try await sandbox.add("a", at: graph)
            let run = try await sandbox.acct("graph /me/drive/items/1/content")
            #expect(run.status == 7 && run.text == "01234", "\(run)")
            #expect(graph.requests.count == 1 && other.requests.count == 2)
        }
    }

    @Test func waitPollsALongRunningOperation() async throws {
        try await Sandboxed.run { sandbox in
            let polls = Mutex(0)
            let other = try ScriptedServer { _ in
                let poll = polls.withLock {
                    $0 += 1; return $0
                }
                return poll < 3
                    ? .response(
                        202, #"{"status":"inProgress","percentageComplete":20}"#, headers: ["Retry-After: 0.01"])
                    : .response(200, #"{"status":"completed","resourceId":"1"}"#)
            }
            let graph = try ScriptedServer { [url = other.url] _ in
                .response(202, headers: ["Location: \(url)/monitor/1", "Retry-After: 0.01"])
            }
            try await sandbox.add("a", at: graph)
            let run = try await sandbox.succeed("graph -X POST /me/drive/items/1/copy --wait")
            #expect(run.text == #"{"status":"completed","resourceId":"1"}"#)
            let withoutWait = try await sandbox.succeed("graph -X POST /me/drive/items/1/copy")
            #expect(withoutWait.output.isEmpty && withoutWait.error.contains("--wait"))
            #expect(other.requests.count == 3)
        }
    }

    @Test func failedOperationOnGraphIsAnError() async throws {
        try await Sandboxed.run { sandbox in
            let graph = try ScriptedServer { request in
                request.method == "POST"
                    ? .response(202, headers: ["Location: /teams('1')/operations('2')", "Retry-After: 0.01"])
                    : .response(200, #"{"status":"failed","error":{"code":"Full","message":"No room."}}"#)
            }
            try await sandbox.add("a", at: graph)
            let run = try await sandbox.acct("graph -X POST /beta/teams --wait")
            #expect(run.status == 6 && run.error.contains("failed: Full: No room"), "\(run)")
            #expect(run.text.contains("No room"))
            #expect(graph.requests.map(\.target) == ["/beta/teams", "/beta/teams('1')/operations('2')"])
            #expect(graph.requests.allSatisfy { $0.headers["authorization"]?.hasPrefix("Bearer ") == true })
        }
    }

    /// Exit code 6 says that the body of the response is on stdout.
    @Test func responseOfAMonitorThatFailsIsPrinted() async throws {
        try await Sandboxed.run { sandbox in
            let graph = try ScriptedServer { request in
                request.method == "POST"
                    ? .response(202, headers: ["Location: /operations/1", "Retry-After: 0.01"])
                    : .response(404, #"{"error":{"code":"itemNotFound"}}"#)
            }
            try await sandbox.add("a", at: graph)
            let run = try await sandbox.acct("graph -X POST /me/drive/items/1/copy --wait")
            #expect(run.status == 6 && run.text == #"{"error":{"code":"itemNotFound"}}"#, "\(run)")
            #expect(run.error.contains("but its monitor does not say how it ended."), "\(run)")
        }
    }

    @Test func redirectOfAMonitorPrintsTheResource() async throws {
        try await Sandboxed.run { sandbox in
            let place = Mutex("")
            let other = try ScriptedServer { _ in .response(303, headers: ["Location: \(place.withLock(\.self))"]) }
            let graph = try ScriptedServer { [url = other.url] request in
                request.method == "GET"
                    ? .response(200, #"{"id":"new"}"#)
                    : .response(202, headers: ["Location: \(url)/monitor/1", "Retry-After: 0.01"])
            }
            place.withLock { $0 = "\(graph.url)/v1.0/me/drive/items/new" }
            try await sandbox.add("a", at: graph)
            #expect(try await sandbox.succeed("graph -X POST /me/x --wait").text == #"{"id":"new"}"#)
            #expect(graph.requests.last?.headers["authorization"]?.hasPrefix("Bearer ") == true)
        }
    }

    @Test func operationLongerThanMaxWaitIsReportedAsRunning() async throws {
        try await Sandboxed.run { sandbox in
            let graph = try ScriptedServer { _ in
                .response(202, headers: ["Location: /operations/1?sig=hidden", "Retry-After: 90"])
            }
            try await sandbox.add("a", at: graph)
            let run = try await sandbox.acct("graph -X POST /me/x --wait --max-wait 60s --json")
            #expect(run.status == 7 && run.error.contains("look again in 90 s"), "\(run)")
            #expect(try run.lastErrorLine().profile == "a", "\(run)")
            #expect(!run.error.contains("hidden"))
            #expect(graph.requests.count == 1)
        }
    }

    @Test func acceptedRequestWithoutAMonitorIsNotWaitedFor() async throws {
        try await Sandboxed.run { sandbox in
            let graph = try ScriptedServer { _ in .response(202) }
            try await sandbox.add("a", at: graph)
            let run = try await sandbox.succeed("graph -X POST /me/x --wait")
            #expect(run.error.contains("names no monitor, so there is nothing to wait for"), "\(run)")
            #expect(!(try await sandbox.succeed("graph -X POST /me/x")).error.contains("monitor"))
        }
    }

    @Test func operationWithAnUnknownWordIsWaitedFor() async throws {
        try await Sandboxed.run { sandbox in
            let words = Mutex(["queued", "copying", "completed"])
            let graph = try ScriptedServer { request in
                guard request.method == "GET" else {
                    return .response(202, headers: ["Location: /operations/1", "Retry-After: 0.01"])
                }
                let word = words.withLock { $0.removeFirst() }
                return .response(200, #"{"status":"\#(word)"}"#, headers: ["Retry-After: 0.01"])
            }
            try await sandbox.add("a", at: graph)
            #expect(try await sandbox.succeed("graph -X POST /me/x --wait").text == #"{"status":"completed"}"#)
        }
    }

    @Test func createdResponseWithALocationIsPrinted() async throws {
        try await Sandboxed.run { sandbox in
            let other = try ScriptedServer { _ in .response(200) }
            let graph = try ScriptedServer { [url = other.url] _ in
                .response(201, #"{"id":"1"}"#, headers: ["Location: \(url)/v2/1"])
            }
            try await sandbox.add("a", at: graph)
            #expect(try await sandbox.succeed("graph -X POST /me/x --wait").text == #"{"id":"1"}"#)
            #expect(other.requests.isEmpty)
        }
    }
}
