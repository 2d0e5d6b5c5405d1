import Foundation
import Synchronization
import Testing

@testable import AcctCommands

@Suite struct OutputFileTests {
    @Test func fileAppearsOnceComplete() throws {
        let folder = try Folder()
        let file = try OutputFile(folder.path("new"))
        try file.write(Data("one ".utf8))
        #expect(!FileManager.default.fileExists(atPath: folder.path("new")))
        try file.write(Data("two".utf8))
        try file.commit()
        #expect(try folder.read("new") == "one two")
        #expect(try folder.names() == ["new"])
    }

    @Test func replacedFileKeepsItsContentUntilThenAndItsMode() throws {
        let folder = try Folder()
        try folder.write("old", "before", mode: 0o640)
        do {
            let abandoned = try OutputFile(folder.path("old"))
            try abandoned.write(Data("half".utf8))
        }
        #expect(try folder.read("old") == "before")
        #expect(try folder.names() == ["old"])
        let file = try OutputFile(folder.path("old"))
        try file.write(Data("after".utf8))
        try file.commit()
        #expect(try folder.read("old") == "after")
        #expect(try folder.mode("old") == 0o640)
    }

    @Test func symbolicLinkIsKept() throws {
        let folder = try Folder()
        try folder.write("real", "before", mode: 0o600)
        try FileManager.default.createSymbolicLink(atPath: folder.path("link"), withDestinationPath: "real")
        let file = try OutputFile(folder.path("link"))
        try file.write(Data("after".utf8))
        try file.commit()
        #expect(try folder.read("real") == "after")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")) == "real")
    }

    @Test func failedWriteLeavesCompletePiecesAndNoFile() throws {
        let folder = try Folder()
        try folder.write("old", "before", mode: 0o644)
        let file = try OutputFile(folder.path("old"))
        try file.write(Data("one\n".utf8))
        try file.open.withLock { open in
            let draft = try #require(open.draft)
            close(open.descriptor)
            open.descriptor = Glibc.open(draft, O_RDONLY)
        }
        #expect(throws: OutputFileError.cannotWrite(path: file.path, code: EBADF)) {
            try file.write(Data("two\n".utf8))
        }
        #expect(throws: OutputFileError.cannotWrite(path: file.path, code: EBADF)) { try file.commit() }
        #expect(try folder.read("old") == "before")
        #expect(file.savePartial() == folder.path("old.partial"))
        #expect(try folder.read("old.partial") == "one\n")
    }

    /// Another file would get the bytes, one with U+FFFD in its name.
    @Test func linkToANameThatIsNotTextIsRefused() throws {
        let folder = try Folder()
        let target = Array(folder.path("real-").utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 0]
        let descriptor = creat(target, 0o600)
        #expect(descriptor >= 0)
        close(descriptor)
        #expect(symlink(target, folder.path("link")) == 0)
        #expect(throws: OutputFileError.unsuitable(path: folder.path("link"), code: EILSEQ)) {
            try OutputFile(folder.path("link"))
        }
    }

    @Test func fileWithSecretsIsReadableByItsOwnerOnly() throws {
        let folder = try Folder()
        try folder.write("old", "before", mode: 0o644)
        for name in ["new", "old"] {
            let file = try OutputFile(folder.path(name), mode: 0o600)
            try file.write(Data("tokens".utf8))
            try file.commit()
            #expect(try folder.read(name) == "tokens")
            #expect(try folder.mode(name) == 0o600)
        }
        #expect(throws: OutputFileError.nameInUse(path: folder.path("old"))) {
            try OutputFile(folder.path("old"), replaces: false, mode: 0o600)
        }
    }

    /// A planted link must not redirect the secrets to another file, whether that exists or not.
    @Test(arguments: [true, false]) func fileWithSecretsTakesThePlaceOfALink(exists: Bool) throws {
        let folder = try Folder()
        if exists { try folder.write("elsewhere", "before", mode: 0o644) }
        let link = folder.path("link")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "elsewhere")
        #expect(throws: OutputFileError.nameInUse(path: link)) {
            try OutputFile(link, replaces: false, mode: 0o600)
        }
        let file = try OutputFile(link, mode: 0o600)
        try file.write(Data("tokens".utf8))
        try file.commit()
        #expect(try folder.read("link") == "tokens")
        #expect(try folder.names().sorted() == (exists ? ["elsewhere", "link"] : ["link"]))
        #expect(try !exists || folder.read("elsewhere") == "before")
    }

    /// A slash with an accent behind it is a single `Character`, and two bytes of a path.
    @Test func draftOfANameThatBeginsWithAnAccentIsInItsFolder() throws {
        let folder = try Folder()
        try FileManager.default.createDirectory(atPath: folder.path("sub"), withIntermediateDirectories: false)
        let file = try OutputFile(folder.path("sub/\u{301}x"))
        try file.write(Data("text".utf8))
        #expect(try folder.names() == ["sub"])
        try file.commit()
        #expect(try folder.read("sub/\u{301}x") == "text")
    }

    @Test func fileWhoseCommitFailsIsNotCommitted() throws {
        let folder = try Folder()
        let file = try OutputFile(folder.path("new"))
        try file.write(Data("200".utf8))
        try FileManager.default.createDirectory(atPath: folder.path("new"), withIntermediateDirectories: false)
        #expect(throws: OutputFileError.cannotWrite(path: folder.path("new"), code: EISDIR)) { try file.commit() }
        #expect(!file.isCommitted)
        try FileManager.default.removeItem(atPath: folder.path("new"))
        try file.commit()
        #expect(file.isCommitted)
        #expect(try folder.read("new") == "200")
    }

    @Test func emptyBodyIsAnEmptyFile() throws {
        let folder = try Folder()
        try OutputFile(folder.path("empty")).commit()
        #expect(try folder.read("empty") == "")
    }

    @Test func foldersAndMissingParentsAreRefusedBeforehand() throws {
        let folder = try Folder()
        for path in [folder.path(""), folder.path("none/file"), folder.path("new/"), ""] {
            let error = #expect(throws: OutputFileError.self) { _ = try OutputFile(path) }
            let failure = Failure(try #require(error))
            #expect(failure.kind == .usage && failure.message.contains("Nothing was sent"), "\(path)")
        }
    }

    @Test func leftDraftCanBeResumed() throws {
        let folder = try Folder()
        let first = try OutputFile(folder.path("new"))
        #expect(first.leaveDraft() == nil)
        try first.write(Data("one ".utf8))
        let draft = try #require(first.leaveDraft())
        #expect(draft.size == 4)
        try Data("one and what was not on the disk".utf8).write(to: URL(fileURLWithPath: draft.path))
        let second = try OutputFile(folder.path("new"))
        #expect(second.resume(draft))
        // Two runs do not write into one file.
        #expect(try !OutputFile(folder.path("new")).resume(draft))
        try second.write(Data("two".utf8))
        try second.commit()
        #expect(try folder.read("new") == "one two")
        #expect(try folder.names() == ["new"])
    }

    @Test func otherFileIsNotUsedAsADraft() throws {
        let folder = try Folder()
        try folder.write("precious", "precious", mode: 0o600)
        try folder.write(".acct-short", "a", mode: 0o600)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path(".acct-link"), withDestinationPath: folder.path("precious"))
        try FileManager.default.linkItem(atPath: folder.path("precious"), toPath: folder.path(".acct-hard"))
        try FileManager.default.createDirectory(atPath: folder.path(".acct-dir"), withIntermediateDirectories: false)
        for name in ["precious", ".acct-short", ".acct-link", ".acct-hard", ".acct-dir", ".acct-none"] {
            let file = try OutputFile(folder.path("new"))
            #expect(!file.resume(OutputFile.Draft(path: folder.path(name), size: 4)), "\(name)")
        }
        #expect(try folder.read("precious") == "precious")
    }

    @Test func completeFileHasNoAbandonedDrafts() throws {
        let folder = try Folder()
        let killed = try OutputFile(folder.path("new"))
        try killed.write(Data("half".utf8))
        #expect(killed.leaveDraft() != nil)
        let ofAnother = try OutputFile(folder.path("another"))
        try ofAnother.write(Data("half".utf8))
        #expect(ofAnother.leaveDraft() != nil)
        let running = try OutputFile(folder.path("new"))
        try running.write(Data("running".utf8))
        let complete = try OutputFile(folder.path("new"))
        try complete.write(Data("complete".utf8))
        try complete.commit()
        #expect(try folder.names().filter { $0.hasPrefix(".acct-") }.count == 2)
        try running.commit()
        #expect(try folder.names().filter { $0.hasPrefix(".acct-") }.count == 1)
        #expect(try folder.read("new") == "running")
    }

    @Test func savedDraftGrowsWithTheFile() throws {
        let folder = try Folder()
        let file = try OutputFile(folder.path("new"))
        #expect(file.savedDraft() == nil)
        try file.write(Data("one".utf8))
        #expect(file.savedDraft()?.size == 3)
        try file.write(Data("two".utf8))
        #expect(file.savedDraft()?.size == 6)
        try file.commit()
        #expect(file.savedDraft() == nil)
    }

    @Test func discardedDraftMakesRoomForAnother() throws {
        let folder = try Folder()
        let first = try OutputFile(folder.path("new"))
        try first.write(Data("old".utf8))
        let draft = try #require(first.leaveDraft())
        let second = try OutputFile(folder.path("new"))
        #expect(second.resume(draft))
        second.discardDraft()
        #expect(try folder.names() == [])
        try second.write(Data("new".utf8))
        try second.commit()
        #expect(try folder.read("new") == "new")
    }

    @Test func deviceIsWrittenDirectlyAndAFullOneIsAFailure() throws {
        try OutputFile("/dev/null").write(Data("x".utf8))
        #expect(FileManager.default.isWritableFile(atPath: "/dev/null"))
        let full = try OutputFile("/dev/full")
        let error = #expect(throws: OutputFileError.cannotWrite(path: "/dev/full", code: ENOSPC)) {
            try full.write(Data("x".utf8))
        }
        let failure = Failure(try #require(error))
        #expect(failure.kind == .failed && failure.message.contains("name another file"))
    }
}

/// A temporary folder, removed with its content.
private final class Folder {
    private let root: String

    init() throws {
        root = NSTemporaryDirectory() + "acct-output-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: root)
    }

    func path(_ name: String) -> String { "\(root)/\(name)" }

    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: root) }

    func read(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

    func write(_ name: String, _ text: String, mode: Int) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: path(name)))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(name))
    }

    func mode(_ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
    }
}
