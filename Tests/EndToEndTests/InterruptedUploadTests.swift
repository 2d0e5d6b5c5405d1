import Foundation
import Synchronization
import Testing

/// Uploads that are interrupted, and the next run.
@Suite struct InterruptedUploadTests {
    /// Two pieces of distinct bytes, so that a misplaced range is noticed.
    private static let bytes: Data = (0..<1_375_000).reduce(into: Data(capacity: 11_000_000)) { data, number in
        withUnsafeBytes(of: number) { data.append(contentsOf: $0) }
    }
    private static let command = "graph -X PUT /me/drive/root:/b.bin:/content --input"

    /// A storage host whose session accepts pieces until it is complete, or stops responding.
    private final class Storage: Sendable {
        struct State {
            var bytes = Data()
            /// The number of pieces to accept before the server stops responding; nil for all.
            var remainingPieces: Int?
            var sessionStatus = 200
        }

        let state = Mutex(State())

        func response(to request: ScriptedServer.Request) -> [ScriptedServer.Step] {
            state.withLock { state in
                guard request.method == "PUT" else {
                    return .response(state.sessionStatus, #"{"nextExpectedRanges":["\#(state.bytes.count)-"]}"#)
                }
                if state.remainingPieces == 0 { return [.silence] }
                state.remainingPieces = state.remainingPieces.map { $0 - 1 }
                guard let range = request.headers["content-range"]?.firstMatch(of: /^bytes (\d+)-(\d+)\/(\d+)$/),
                    Int(range.1) == state.bytes.count
                else { return .response(416) }
                state.bytes += request.body
                return Int(range.3) == state.bytes.count
                    ? .response(201, #"{"id":"done","size":\#(state.bytes.count)}"#)
                    : .response(
                        202,
                        #"{"expirationDateTime":"2099-01-01T00:00:00.123Z","nextExpectedRanges":["\#(state.bytes.count)-"]}"#
                    )
            }
        }

        /// Empties the storage for a new session.
        func clear() { state.withLock { $0.bytes = Data() } }
    }

    private struct Upload: Sendable {
        let sandbox: Sandboxed
        let storage: Storage
        let host, graph: ScriptedServer
        let path: String
        let bytes: Data
        let command: String

        func run() async throws -> Run { try await sandbox.acct(command, [path]) }
    }

    /// Uploads the first piece of several, then interrupts the run.
    ///
    /// - Parameter piece: the size of the first piece in MiB, as it is shown.
    private func withInterruptedUpload(
        by signal: Int32 = SIGINT, _ command: String = Self.command, piece: String = "10.0",
        _ body: @Sendable (Upload) async throws -> Void
    ) async throws {
        try await Sandboxed.run { sandbox in
            let storage = Storage()
            let host = try ScriptedServer { storage.response(to: $0) }
            let graph = try ScriptedServer { [url = host.url] _ in
                storage.clear()
                return .response(200, #"{"uploadUrl":"\#(url)/up?sig=hidden-signature"}"#)
            }
            try await sandbox.add("a", at: graph)
            let bytes = Self.bytes
            let path = "\(sandbox.workspace.folder)/big"
            try bytes.write(to: URL(fileURLWithPath: path))
            storage.state.withLock { $0.remainingPieces = 1 }
            let child = try sandbox.workspace.start(
                [Products.acct] + command.split(separator: " ").map(String.init) + [path, "--json"])
            try await eventually("the second piece is sent") { host.requests.count >= 2 }
            child.signal(signal)
            let run = try await child.run()
            #expect(run.status == 128 + signal && run.output.isEmpty, "\(run)")
            #expect(
                run.error.contains("The server has \(piece) of 10.4 MiB. To resume, run the same command again."),
                "\(run)"
            )
            #expect(try signal == SIGKILL || run.lastErrorLine().kind == "cancelled", "\(run)")
            storage.state.withLock { $0.remainingPieces = nil }
            try await body(
                Upload(
                    sandbox: sandbox, storage: storage, host: host, graph: graph, path: path, bytes: bytes,
                    command: command))
        }
    }

    @Test(arguments: [SIGINT, SIGTERM]) func interruptedUploadIsResumedByTheSameCommand(signal: Int32) async throws {
        try await withInterruptedUpload(by: signal) { upload in
            #expect(!upload.sandbox.workspace.holds("hidden-signature"))
            let before = upload.host.requests.count
            let run = try await upload.run()
            #expect(run.status == 0 && run.text == #"{"id":"done","size":11000000}"#, "\(run)")
            #expect(run.error.contains("Resuming the interrupted upload: the server has 10.0 of 10.4 MiB"), "\(run)")
            #expect(!run.error.contains("hidden"))
            #expect(upload.storage.state.withLock(\.bytes) == upload.bytes)
            #expect(upload.graph.requests.count == 1)
            let rest = upload.host.requests.dropFirst(before)
            #expect(rest.map(\.method) == ["GET", "PUT"])
            #expect(rest.allSatisfy { $0.headers["authorization"] == nil })
            // The upload is complete: no session is left to resume.
            let again = try await upload.run()
            #expect(again.status == 0 && upload.graph.requests.count == 2, "\(again)")
        }
    }

    /// Parts of attachments are smaller, by the documentation.
    @Test func interruptedAttachmentIsResumedByTheSameCommand() async throws {
        try await withInterruptedUpload("graph /me/messages/AAMk/attachments --input", piece: "3.7") { upload in
            let before = upload.host.requests.count
            let run = try await upload.run()
            #expect(run.status == 0, "\(run)")
            #expect(run.error.contains("Resuming the interrupted upload: the server has 3.7 of 10.4 MiB"), "\(run)")
            #expect(upload.storage.state.withLock(\.bytes) == upload.bytes)
            #expect(upload.graph.requests.count == 1)
            let rest = upload.host.requests.dropFirst(before)
            #expect(rest.map(\.method) == ["GET", "PUT", "PUT"])
            #expect(rest.allSatisfy { $0.headers["authorization"] == nil })
        }
    }

    @Test func changedFileIsUploadedFromTheStart() async throws {
        try await withInterruptedUpload { upload in
            var bytes = upload.bytes
            bytes[0] ^= 1
            try bytes.write(to: URL(fileURLWithPath: upload.path))
            let run = try await upload.run()
            #expect(run.status == 0 && run.error.contains("has changed since its upload was interrupted"), "\(run)")
            #expect(upload.storage.state.withLock(\.bytes) == bytes)
            #expect(upload.graph.requests.count == 2)
        }
    }

    /// The server would store a mixture of the two versions as a file.
    @Test func fileThatChangesDuringItsUploadIsNotSentOn() async throws {
        try await Sandboxed.run { sandbox in
            let path = "\(sandbox.workspace.folder)/big"
            let storage = Storage()
            let host = try ScriptedServer { request in
                if request.method == "PUT" { try? Data(Self.bytes.reversed()).write(to: URL(fileURLWithPath: path)) }
                return storage.response(to: request)
            }
            let graph = try ScriptedServer { [url = host.url] _ in .response(200, #"{"uploadUrl":"\#(url)/up"}"#) }
            try await sandbox.add("a", at: graph)
            try Self.bytes.write(to: URL(fileURLWithPath: path))
            let run = try await sandbox.acct(Self.command, [path])
            #expect(run.status == 1 && run.error.contains("changed while it was sent"), "\(run)")
            #expect(host.requests.map(\.method) == ["PUT"])
        }
    }

    @Test(arguments: [404, 410, 401]) func lostSessionIsReplacedByANewOne(status: Int) async throws {
        try await withInterruptedUpload { upload in
            upload.storage.state.withLock { $0.sessionStatus = status }
            let run = try await upload.run()
            #expect(run.status == 0 && run.error.contains("so it starts over"), "\(run)")
            #expect(upload.storage.state.withLock(\.bytes) == upload.bytes)
            #expect(upload.graph.requests.count == 2)
        }
    }

    @Test func sessionIsKeptWhileTheServerIsDown() async throws {
        try await withInterruptedUpload { upload in
            upload.storage.state.withLock { $0.sessionStatus = 500 }
            let down = try await upload.run()
            #expect(down.status == 6 && upload.graph.requests.count == 1, "\(down)")
            upload.storage.state.withLock { $0.sessionStatus = 200 }
            let run = try await upload.run()
            #expect(run.status == 0 && upload.graph.requests.count == 1, "\(run)")
            #expect(upload.storage.state.withLock(\.bytes) == upload.bytes)
        }
    }

    @Test func sessionIsNotUsedForAnotherTargetOrAccount() async throws {
        try await withInterruptedUpload { upload in
            let other = try await upload.sandbox.acct(
                "graph -X PUT /me/drive/root:/c.bin:/content --input", [upload.path])
            #expect(other.status == 0 && upload.graph.requests.count == 2, "\(other)")
            try await upload.sandbox.succeed("sign-out a")
            try await upload.sandbox.succeed("sign-in a", upload.sandbox.browser("alice@contoso.example"))
            let run = try await upload.run()
            #expect(run.status == 0 && upload.graph.requests.count == 3, "\(run)")
            #expect(!run.error.contains("interrupted"), "\(run)")
        }
    }

    @Test func stdinIsUploadedInPieces() async throws {
        try await Sandboxed.run { sandbox in
            let storage = Storage()
            let host = try ScriptedServer { storage.response(to: $0) }
            let graph = try ScriptedServer { [url = host.url] _ in .response(200, #"{"uploadUrl":"\#(url)/up"}"#) }
            try await sandbox.add("a", at: graph)
            let bytes = Self.bytes
            let run = try await sandbox.succeed("\(Self.command) -", input: bytes)
            #expect(run.text == #"{"id":"done","size":11000000}"# && host.requests.count == 2)
            #expect(storage.state.withLock(\.bytes) == bytes)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: sandbox.workspace.folder).sorted() == [
                    "acct", "home", "runs",
                ])
        }
    }
}

extension Workspace {
    /// Whether a file of the store contains this text in the clear.
    func holds(_ text: String) -> Bool {
        let folder = "\(folder)/acct"
        return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).contains { name in
            FileManager.default.contents(atPath: "\(folder)/\(name)")?.range(of: Data(text.utf8)) != nil
        }
    }
}
