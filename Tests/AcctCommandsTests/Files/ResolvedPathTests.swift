import Foundation
import Testing

@testable import AcctCommands

@Suite struct ResolvedPathTests {
    @Test func linksAreResolvedInMissingPathsToo() throws {
        let tree = try TemporaryTree()
        let real = try tree.folder("real/deep")
        let link = try tree.link("link", to: "real")
        #expect(ResolvedPath.of("\(link)/deep/../deep/") == real)
        #expect(ResolvedPath.of("\(link)/gone") == nil)
        #expect(ResolvedPath.evenIfMissing("\(link)/deep") == real)
        #expect(ResolvedPath.evenIfMissing("\(link)/gone/too/") == "\(tree.path)/real/gone/too")
    }

    @Test(arguments: ["", "\u{0}", "/nowhere/..", "/nowhere/.", "/dev/null/x", "/tmp\u{0}x"])
    func invalidPathIsNil(path: String) {
        #expect(ResolvedPath.of(path) == nil)
        #expect(ResolvedPath.evenIfMissing(path) == nil)
    }

    @Test func pathThatIsNotUTF8IsNil() throws {
        let tree = try TemporaryTree()
        let bytes: [CChar] = Array("\(tree.path)/".utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 0]
        try #require(mkdir(bytes, 0o755) == 0)
        try #require(symlink(bytes, "\(tree.path)/link") == 0)
        #expect(ResolvedPath.of("\(tree.path)/link") == nil)
        #expect(errno == EILSEQ)
    }

    @Test func currentDirectoryIsResolved() throws {
        let current = try #require(ResolvedPath.current)
        #expect(ResolvedPath.of(".") == current)
    }

    @Test(arguments: [
        ("/a/b", "/a", "b"), ("/a", "/", "a"), ("/", "/", ""), ("a/b", "a", "b"), ("/a/\u{301}b", "/a", "\u{301}b"),
    ])
    func pathsAreSplitByBytes(path: String, parent: String, name: String) {
        #expect(ResolvedPath.parent(path) == parent)
        #expect(ResolvedPath.lastName(path).utf8.elementsEqual(name.utf8))
    }

    @Test(arguments: [("/a", "b", "/a/b"), ("/", "b", "/b"), ("/a", "/b", "/b"), ("/a", "../b", "/a/../b")])
    func absolutePathIsNotJoined(directory: String, path: String, joined: String) {
        #expect(ResolvedPath.joined(directory, path) == joined)
    }
}
