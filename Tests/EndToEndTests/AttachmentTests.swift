import Foundation
import Testing

/// `acct graph …/attachments --input FILE`.
@Suite struct AttachmentTests {
    private struct List: Decodable {
        struct Item: Decodable {
            let name: String
            let size: Int
        }

        let value: [Item]
    }

    @Test(arguments: ["/me/messages/AAMk1=/attachments", "/me/events/AAMk2=/attachments"])
    func filesBecomeAttachments(path: String) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add(
                "alice", as: "alice@contoso.example", ["--scope", "Mail.ReadWrite", "--scope", "Calendars.ReadWrite"])
            let small = try sandbox.workspace.file("small.pdf", "%PDF-1.7")
            let large = try sandbox.workspace.file("large.pdf", String(repeating: "x", count: 9_000_000))
            let json = try sandbox.workspace.file(
                "body", ##"{"@odata.type":"#microsoft.graph.fileAttachment","name":"typed","contentBytes":"aGk="}"##)
            try await sandbox.succeed("graph \(path) -d @\(small)")
            let run = try await sandbox.succeed("graph \(path) --input \(large)")
            #expect(run.error.contains("Attached large.pdf.") && run.output.isEmpty, "\(run)")
            try await sandbox.succeed("graph \(path) --input \(json)")
            let list = try JSONDecoder().decode(List.self, from: try await sandbox.succeed("graph \(path)").output)
            #expect(list.value.map(\.name) == ["small.pdf", "large.pdf", "typed"])
            #expect(list.value.map(\.size) == [8, 9_000_000, 2])
            // A run that another program sees: the dry run shows the session.
            let dry = try await sandbox.succeed("graph \(path) --input \(large) --dry-run")
            #expect(
                dry.text.contains("/attachments/createUploadSession") && dry.text.contains("9000000 bytes"), "\(dry)")
        }
    }
}
