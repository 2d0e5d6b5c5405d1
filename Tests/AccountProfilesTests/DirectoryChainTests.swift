import HostileInput
import Testing

@testable import AccountProfiles

@Suite struct DirectoryChainTests {
    @Test(
        arguments: [
            ("/", nil, ["/"]), ("/a", nil, ["/a", "/"]), ("/a/b/c", nil, ["/a/b/c", "/a/b", "/a", "/"]),
            ("/a/", nil, ["/a", "/"]), ("", nil, []), ("a/b", nil, []),
            ("/wt/x", "/src/repo", ["/wt/x", "/wt", "/", "/src/repo", "/src"]),
            ("/wt/x/deep", "/r", ["/wt/x/deep", "/wt/x", "/wt", "/", "/r"]),
            ("/wt", "/src/a/repo", ["/wt", "/", "/src/a/repo", "/src/a", "/src"]),
            // A worktree within its repository.
            ("/repo/wt", "/repo", ["/repo/wt", "/repo", "/"]), ("/a", "/a", ["/a", "/"]),
        ] as [(String, String?, [String])])
    func ownDirectoriesComeBeforeThoseOfTheRepositoryAndTheDeepestFirst(
        directory: String, main: String?, directories: [String]
    ) {
        #expect(DirectoryChain(from: directory, worktreeOf: main).directories == directories)
    }

    @Test(
        arguments: [
            ("/data/x", [["/data/x", "/work/x"], ["/work"], ["/"]], ["/data/x", "/work/x", "/data", "/work", "/"]),
            (
                "/vol/u/x", [["/home/u/x"], ["/vol/u", "/home/u"]],
                ["/vol/u/x", "/home/u/x", "/vol/u", "/home/u", "/vol", "/"]
            ),
            ("/a", [[], []], ["/a", "/"]),
        ] as [(String, [[String]], [String])])
    func pathsOfTheSameLevelFollowTheRealOne(directory: String, typed: [[String]], directories: [String]) {
        #expect(DirectoryChain(from: directory, typedAs: typed).directories == directories)
    }

    @Test func differentUnicodeFormsAreDifferentDirectories() {
        let chain = DirectoryChain(from: "/\u{E9}/x", worktreeOf: "/e\u{301}/y")
        #expect(chain.directories.count == 5)
        #expect(chain.nearest(among: [bound("/e\u{301}/x", "a")]) == nil)
        #expect(chain.nearest(among: [bound("/e\u{301}", "a")])?.target == .profile("a"))
    }

    @Test(
        arguments: [
            ("/a/b", nil, "b"), ("/a/b/c", nil, "b"), ("/a", nil, "a"), ("/a/x", nil, "a"), ("/x", nil, nil),
            ("/a/bb", nil, "a"), ("/wt", "/a/b", "b"), ("/wt/deep/er", "/a", "a"), ("/a/x", "/a/b", "a"),
            ("/d/e", "/a/b", "e"),
        ] as [(String, String?, String?)])
    func nearestBindingDecides(directory: String, main: String?, profile: String?) {
        let bindings = [bound("/a", "a"), bound("/a/b", "b"), bound("/d/e", "e"), bound("/other", "o")]
        let nearest = DirectoryChain(from: directory, worktreeOf: main).nearest(among: bindings)
        #expect(nearest?.target == profile.map { .profile($0) })
    }

    @Test func bindingPrecedesTheFileOfTheSameDirectory() {
        let file = Binding(directory: "/a", target: .tenant("t.example"), origin: .file)
        let chain = DirectoryChain(from: "/a/b")
        #expect(chain.nearest(among: [file, bound("/a", "own")])?.origin == .command)
        #expect(chain.nearest(among: [file, bound("/", "own")])?.origin == .file)
    }

    @Test(arguments: SeededGenerator.seeds)
    func chainEndsAtTheRootWithoutDuplicates(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let paths = [generator.text(upTo: 8), generator.text(upTo: 8)].map { "/" + $0 }
            let chain = DirectoryChain(from: paths[0], worktreeOf: paths[1])
            let own = DirectoryChain(from: paths[0]).directories
            #expect(own.last == "/")
            #expect(Array(chain.directories.prefix(own.count)) == own)
            #expect(Set(chain.directories.map { Array($0.utf8) }).count == chain.directories.count)
        }
    }

    private func bound(_ directory: String, _ profile: String) -> Binding {
        Binding(directory: directory, target: .profile(profile), origin: .command)
    }
}
