import Foundation
import Testing

/// A problem, a part of the message in which `acct doctor` reports it, and the way in which its command mends it.
struct DoctorFindingCase: Sendable {
    enum Mend: Sendable {
        /// The command is pasted, with these words after it, into a shell with these variables beside its own.
        case pasted(_ more: String = "", [String: String] = [:])
        /// The command needs a person, a network or another machine. The test undoes what it has prepared.
        case undone(@Sendable (Sandboxed) async throws -> Void = { _ in })
    }

    struct Finding: Decodable {
        let check, level, message: String
        let command: String?
    }

    /// A part of the message.
    let words: String
    /// The beginning of the command; nil where the message alone says what to do.
    let command: String?
    var level = "wrong"
    /// Options of `acct doctor`.
    var options = ""
    var environment: [String: String?] = [:]
    var prepare: @Sendable (Sandboxed) async throws -> Void = { _ in }
    /// A person's part before the command, such as putting a new certificate into a file.
    var before: @Sendable (Sandboxed) async throws -> Void = { _ in }
    /// Made from the sandbox, since its addresses are not known before.
    var mend: @Sendable (Sandboxed) -> Mend = { _ in .pasted() }

    /// Prepares it, and requires that it is found, and gone once it is mended.
    func check(in sandbox: Sandboxed) async throws {
        try await prepare(sandbox)
        let run = try await sandbox.acct("doctor --json \(options)", environment: environment)
        let findings = try run.json([Finding].self)
        #expect(run.status == (findings.contains { $0.level == "wrong" } ? 1 : 0), "\(run)")
        #expect(!run.text.contains("secret@"), "\(words)")
        guard let finding = findings.first(where: { $0.message.contains(words) }) else {
            Issue.record("\"\(words)\" was not found: \(run)")
            return
        }
        #expect(finding.level == level, "\(finding)")
        #expect(
            command.map { finding.command?.hasPrefix($0) == true } ?? (finding.command == nil), "\(finding)")
        try await before(sandbox)
        let after: [Finding]
        switch mend(sandbox) {
        case .pasted(let more, let variables):
            let line = "{ \(finding.command ?? "false") \(more) \n} >/dev/null && exec acct doctor --json \(options)"
            let mended = try await sandbox.workspace.run(
                ["/bin/sh", "-c", line], environment: environment.merging(variables) { $1 })
            try #require(!mended.output.isEmpty, "\(finding): \(mended)")
            after = try mended.json()
        case .undone(let undo):
            try await undo(sandbox)
            after = try await sandbox.acct("doctor --json \(options)").json()
        }
        #expect(!after.contains { $0.message.contains(words) }, "\(finding): \(after)")
    }
}

/// Findings of one sandbox with the profiles alice and bob, one after another: each is mended before the next is prepared.
struct DoctorFindingCases: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let all: [DoctorFindingCase]

    init(_ subject: String, _ all: [DoctorFindingCase]) {
        (testDescription, self.all) = (subject, all)
    }
}

/// Changes to the files of a store.
extension StoreFile {
    func setMode(_ mode: mode_t, of name: String = "") throws {
        try #require(chmod("\(folder)/\(name)", mode) == 0)
    }

    /// Writes a file that looks an hour old.
    func leave(_ name: String, _ content: Data = Data(), age: TimeInterval = 3600) throws {
        let url = URL(filePath: "\(folder)/\(name)")
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        try content.write(to: url)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600, .modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: url.path)
    }

    /// Overwrites bytes of the database.
    func overwrite(at offset: UInt64, count: Int, with byte: UInt8 = 0xA5) async throws {
        try await sqlite("PRAGMA wal_checkpoint(TRUNCATE)")
        let file = try FileHandle(forUpdating: URL(filePath: database))
        try file.seek(toOffset: offset)
        try file.write(contentsOf: Data(repeating: byte, count: count))
        try file.close()
    }
}
