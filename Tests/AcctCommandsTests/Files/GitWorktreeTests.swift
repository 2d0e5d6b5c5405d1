import Foundation
import HostileInput
import Testing

@testable import AcctCommands

/// The files of git worktrees, valid and hostile. The end-to-end tests use a real git.
@Suite struct GitWorktreeTests {
    private let tree: TemporaryTree

    init() throws {
        tree = try TemporaryTree()
    }

    /// A worktree `wt/x` of the repository `repo`, whose files are in `git`.
    private func makeWorktree(
        git: String = "repo/.git", own: String? = nil, link: String? = nil, common: String = "../..\n",
        place: String? = nil
    ) throws {
        let own = own ?? "\(git)/worktrees/x"
        try tree.file("wt/x/.git", link ?? "gitdir: \(tree.path)/\(own)\n")
        try tree.file("\(own)/commondir", common)
        try tree.file("\(own)/gitdir", place ?? "\(tree.path)/wt/x/.git\n")
        try tree.folder("wt/x/deep/er")
    }

    private func main(_ directory: String = "wt/x/deep/er") -> String? {
        GitWorktree.mainDirectory(of: "\(tree.path)/\(directory)")
    }

    @Test func worktreeHasItsMainDirectory() throws {
        try makeWorktree()
        #expect(main() == "\(tree.path)/repo/deep/er")
        #expect(main("wt/x") == "\(tree.path)/repo")
        #expect(main("wt") == nil)
        #expect(main("repo") == nil)
        #expect(main("repo/.git/worktrees/x") == nil)
    }

    @Test func relativePathsAreResolved() throws {
        try makeWorktree(link: "gitdir: ../../repo/.git/worktrees/x\r\n", place: "../../../../wt/x/.git")
        #expect(main() == "\(tree.path)/repo/deep/er")
    }

    @Test func bareRepositoryIsItsOwnDirectory() throws {
        try makeWorktree(git: "project/bare.git")
        #expect(main() == "\(tree.path)/project/bare.git/deep/er")
    }

    @Test func submoduleIsNotAWorktree() throws {
        try tree.file("wt/x/.git", "gitdir: ../../repo/.git/modules/x\n")
        try tree.file("repo/.git/modules/x/HEAD", "ref: refs/heads/main\n")
        try tree.folder("wt/x/deep/er")
        #expect(main() == nil)
    }

    @Test func clonesAndSubmodulesWithinAWorktreeAreBelowIt() throws {
        try makeWorktree()
        try tree.folder("wt/x/deep/.git")
        #expect(main() == "\(tree.path)/repo/deep/er")
        try tree.file("wt/x/deep/er/.git", "gitdir: ../../../../repo/.git/worktrees/x/modules/er\n")
        #expect(main() == "\(tree.path)/repo/deep/er")
    }

    /// A foreign `.git` file can name this repository, but the repository does not list that worktree.
    @Test func unregisteredWorktreeIsIgnored() throws {
        try makeWorktree()
        try tree.file("evil/.git", "gitdir: \(tree.path)/repo/.git/worktrees/x\n")
        #expect(main("evil") == nil)
        try tree.file("evil/git/worktrees/y/commondir", "\(tree.path)/repo/.git\n")
        try tree.file("evil/git/worktrees/y/gitdir", "\(tree.path)/evil/.git\n")
        try tree.file("evil/.git", "gitdir: git/worktrees/y\n")
        #expect(main("evil") == nil)
    }

    @Test(arguments: [
        "", "\n", "gitdir: ", "gitdir: \n", "gitdir:", "gitdir: .", "gitdir: .git", "gitdir: /", "gitdir: /dev/zero",
        "gitdir: /nowhere/.git/worktrees/x", "gitdir: a\u{0}b", "GITDIR: x", "gitdir: ../../repo/.git",
        "gitdir: \(String(repeating: "../", count: 1000))", "gitdir: \(String(repeating: "a", count: 100_000))",
    ])
    func hostileGitFileIsIgnored(content: String) throws {
        try makeWorktree(link: content)
        #expect(main() == nil)
    }

    @Test(arguments: [
        "", "\n", ".", "..", "../../..", "/", "/nowhere", "/dev/zero", "\u{0}", String(repeating: "x", count: 9000),
    ])
    func hostileRepositoryIsIgnored(content: String) throws {
        try makeWorktree(common: content)
        #expect(main() == nil)
        try makeWorktree(place: content)
        #expect(main() == nil)
    }

    @Test func linkLoopsAndPipesAreIgnored() throws {
        try makeWorktree()
        let files = ["wt/x/.git", "repo/.git/worktrees/x/commondir", "repo/.git/worktrees/x/gitdir"]
        for name in files {
            try FileManager.default.removeItem(atPath: "\(tree.path)/\(name)")
            try tree.link(name, to: "\(tree.path)/\(name)")
            #expect(main() == nil)
            try FileManager.default.removeItem(atPath: "\(tree.path)/\(name)")
            try #require(mkfifo("\(tree.path)/\(name)", 0o600) == 0)
            #expect(main() == nil)
            try FileManager.default.removeItem(atPath: "\(tree.path)/\(name)")
            try makeWorktree()
            #expect(main() != nil)
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func acceptsAnyBytes(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        try makeWorktree()
        for _ in 0..<20 {
            try tree.file("wt/x/.git", Array("gitdir: ".utf8) + generator.bytes(upTo: 60))
            #expect(main() == nil)
        }
    }
}
