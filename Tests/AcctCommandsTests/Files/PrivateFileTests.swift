import Foundation
import HTTPTransport
import Testing

@testable import AcctCommands

@Suite struct PrivateFileTests {
    private let home = TemporaryHome()
    private var path: String { home.folder.appending(path: "cache.json").path }

    init() throws {
        try FileManager.default.createDirectory(at: home.folder, withIntermediateDirectories: true)
    }

    private func content() -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func fileIsReadableByItsOwnerOnly() throws {
        try PrivateFile.write(Secret("tokens"), to: path, replacing: false)
        #expect(content() == "tokens")
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    }

    @Test func existingFileIsKeptUnlessReplaced() throws {
        _ = FileManager.default.createFile(
            atPath: path, contents: Data("old".utf8), attributes: [.posixPermissions: 0o644])
        #expect(throws: InteropError.fileExists(path: path)) {
            try PrivateFile.write(Secret("new"), to: path, replacing: false)
        }
        #expect(content() == "old")
        try PrivateFile.write(Secret("new"), to: path, replacing: true)
        #expect(content() == "new")
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: home.folder.path) == ["cache.json"], "no draft")
    }

    /// A planted symbolic link must not redirect the tokens to another file.
    @Test func symbolicLinkIsNotFollowed() throws {
        let target = home.folder.appending(path: "elsewhere").path
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
        #expect(throws: InteropError.fileExists(path: path)) {
            try PrivateFile.write(Secret("new"), to: path, replacing: false)
        }
        try PrivateFile.write(Secret("new"), to: path, replacing: true)
        #expect(!FileManager.default.fileExists(atPath: target) && content() == "new")
    }

    @Test func missingFolderIsAnError() {
        #expect(throws: InteropError.cannotWrite(path: "\(path)/x", code: ENOENT)) {
            try PrivateFile.write(Secret("new"), to: "\(path)/x", replacing: true)
        }
    }
}
