import AccountProfiles
import Foundation
import Testing

@testable import AcctCommands

@Suite struct AcctFileTests {
    private let tree: TemporaryTree

    init() throws {
        tree = try TemporaryTree()
    }

    private func problem() -> AcctFileError? {
        do throws(AcctFileError) {
            _ = try AcctFile(in: tree.path)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [0o644, 0o600, 0o664, 0o755] as [mode_t])
    func fileOfTheUserIsRead(mode: mode_t) throws {
        try tree.file(".acct", "work\n", mode: mode)
        let file = try #require(try AcctFile(in: tree.path))
        #expect(try file.binding() == Binding(directory: tree.path, target: .profile("work"), origin: .file))
        #expect(file.path == "\(tree.path)/.acct")
    }

    @Test(arguments: [0o666, 0o602, 0o777] as [mode_t])
    func worldWritableFileIsRejected(mode: mode_t) throws {
        let path = try tree.file(".acct", "work", mode: mode)
        #expect(problem() == .writableByAll(path: path))
    }

    @Test(.enabled(if: getuid() == 0, "Only root can give files away.")) func fileOfAnotherUserIsRejected() throws {
        let path = try tree.file(".acct", "work")
        try #require(chown(path, 12345, 12345) == 0)
        #expect(problem() == .foreignOwner(path: path, userID: 12345))
    }

    @Test func pipeIsRejectedAndADirectoryIgnored() throws {
        let path = "\(tree.path)/.acct"
        #expect(try AcctFile(in: tree.path) == nil)
        try #require(mkfifo(path, 0o600) == 0)
        #expect(problem() == .irregular(path: path))
        #expect(AcctFile.exists(in: tree.path))
        try FileManager.default.removeItem(atPath: path)
        try tree.folder(".acct")
        #expect(try AcctFile(in: tree.path) == nil)
        #expect(!AcctFile.exists(in: tree.path))
    }

    /// The file applies to the directory of the link, not to that of its target.
    @Test func symbolicLinkIsFollowed() throws {
        try tree.link(".acct", to: tree.file("elsewhere/x", "work"))
        #expect(try AcctFile(in: tree.path)?.binding().directory == tree.path)
        try tree.file("elsewhere/x", "work", mode: 0o666)
        #expect(problem() == .writableByAll(path: "\(tree.path)/.acct"))
    }

    @Test func longFileIsReadUpToTheLimit() throws {
        try tree.file(".acct", [UInt8](repeating: 0x23, count: 1 << 20))
        let file = try #require(try AcctFile(in: tree.path))
        #expect(file.bytes.count == AcctFileContents.sizeLimit + 1)
        #expect(throws: AcctFileError.invalid(path: file.path, .tooLong(limit: 4096))) { try file.binding() }
    }
}
