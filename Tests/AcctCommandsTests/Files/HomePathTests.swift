import Foundation
import HTTPTransport
import Testing

@testable import AcctCommands

@Suite struct HomePathTests {
    private let tree = TemporaryHome()

    private func home(linked: Bool = false) throws -> (path: HomePath, resolved: String) {
        let folder = tree.folder.appending(path: "home")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let link = tree.folder.appending(path: "link")
        if linked { try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder) }
        let variable = (linked ? link : folder).path
        return (HomePath(Environment(["HOME": variable])), try #require(ResolvedPath.of(folder.path)))
    }

    @Test(arguments: [true, false])
    func pathsBelowTheHomeDirectoryBeginWithATilde(linked: Bool) throws {
        let (home, folder) = try home(linked: linked)
        #expect(home.shortened("\(folder)/src/a") == "~/src/a")
        #expect(home.expanded("~/src/a") == "\(folder)/src/a")
        for path in [folder, "\(folder)-2/src", "/elsewhere"] {
            #expect(home.shortened(path) == path)
            #expect(home.expanded(path) == path)
        }
        #expect(home.expanded("src") == nil && home.expanded("~bob/src") == nil)
    }

    /// A slash with an accent behind it is a single `Character`, and the same letter in two forms is two names.
    @Test func pathsAreComparedByBytes() throws {
        let (home, folder) = try home()
        #expect(home.shortened("\(folder)/\u{301}x") == "~/\u{301}x")
        #expect(home.expanded("~/\u{301}x") == "\(folder)/\u{301}x")
        #expect(home.expanded("/\u{301}x") == "/\u{301}x")
        let accented = tree.folder.appending(path: "caf\u{E9}")
        try FileManager.default.createDirectory(at: accented, withIntermediateDirectories: true)
        let path = try #require(ResolvedPath.of(accented.path))
        let other = path.replacing("\u{E9}", with: "e\u{301}") + "/src"
        #expect(HomePath(Environment(["HOME": path])).shortened(other).utf8.elementsEqual(other.utf8))
    }

    @Test(arguments: [[:], ["HOME": "/nowhere/at/all"]])
    func withoutAHomeDirectoryNoPathIsBelowIt(environment: [String: String]) {
        let home = HomePath(Environment(environment))
        #expect(home.shortened("/nowhere/at/all/src") == "/nowhere/at/all/src")
        #expect(home.expanded("~/src") == nil)
    }
}
