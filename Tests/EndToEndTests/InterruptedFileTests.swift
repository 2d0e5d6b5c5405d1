import Foundation
import Testing

/// `acct graph --output` and `acct batch --output` that a signal ends: the file is unchanged, and no draft is left but
/// the items of whole pages and the results that arrived.
@Suite struct InterruptedFileTests {
    @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func interruptedDownloadLeavesTheFileUnchanged(signal: Int32)
        async throws
    {
        try await Sandboxed.run { sandbox in
            let head = "HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: 9\r\n\r\n"
            let graph = try ScriptedServer { _ in [.text(head + "half"), .silence] }
            try await sandbox.add("a", at: graph)
            try await expectUnchangedFile(by: signal, from: "graph /me/photo/$value", sandbox)
        }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func interruptedRunOverPagesLeavesTheFileUnchanged(signal: Int32)
        async throws
    {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", ["--scope", "User.Read.All"])
            try await sandbox.inject(.init(on: .graph, skip: 1, hold: true))
            try await expectUnchangedFile(
                by: signal, from: "graph /users --top 9 --ndjson", sandbox, besides: ["file.partial"])
        }
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP]) func interruptedBatchLeavesTheFileUnchanged(signal: Int32) async throws
    {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let requests = try sandbox.workspace.file(
                "requests", String(repeating: "GET /me?$select=id\n", count: 100))
            // Four batches of twenty are sent at a time: the last one follows when the first rows are there.
            try await sandbox.inject(.init(on: .graph, skip: 4, hold: true))
            try await expectUnchangedFile(by: signal, from: "batch \(requests)", sandbox, besides: ["file.partial"])
        }
    }

    @Test(.needsJQ)
    func interruptedJQProgramLeavesTheFileUnchanged() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", ["--scope", "User.Read.All"])
            try await expectUnchangedFile(by: SIGINT, from: "graph /me --jq range(infinite)", sandbox)
        }
    }

    private func expectUnchangedFile(
        by signal: Int32, from line: String, _ sandbox: Sandboxed, besides others: [String] = []
    ) async throws {
        let folder = "\(sandbox.workspace.folder)/files"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try "before".write(toFile: "\(folder)/file", atomically: true, encoding: .utf8)
        let child = try sandbox.workspace.start(
            [Products.acct] + line.split(separator: " ").map(String.init) + ["-o", "\(folder)/file"])
        try await eventually("the draft has bytes") {
            try FileManager.default.contentsOfDirectory(atPath: folder).contains { name in
                name != "file" && (FileManager.default.contents(atPath: "\(folder)/\(name)")?.isEmpty == false)
            }
        }
        child.signal(signal)
        let run = try await child.run()
        #expect(run.status == 128 + signal && run.output.isEmpty, "\(run)")
        #expect(others.allSatisfy { run.error.contains("are in \(folder)/\($0).") }, "\(run)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["file"] + others)
        #expect(try String(contentsOfFile: "\(folder)/file", encoding: .utf8) == "before")
    }
}
