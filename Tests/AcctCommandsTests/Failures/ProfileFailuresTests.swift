import AccountProfiles
import Foundation
import Testing

@testable import AcctCommands

/// The sentences for directories, `.acct` files and rules.
@Suite struct FailureTargetsTests {
    private static let directories: [Said] = [
        Said(DirectoryError.nowhere, .usage, "removed"),
        Said(DirectoryError.unusable(path: "x", code: ENOENT), .usage, "“x”", "No such file"),
        Said(DirectoryError.notADirectory(path: "/f"), .usage, "/f", run: "acct bind NAME DIRECTORY"),
        Said(
            DirectoryError.notBound(path: "/a/b", nearest: "/a x"), .failed, "/a/b", "/a x", run: "acct unbind '/a x'"),
        Said(DirectoryError.notBound(path: "/a", nearest: nil), .failed, "/a", "nor", run: "acct bind"),
    ]

    private static let files: [Said] = [
        Said(AcctFileError.nowhere, .usage, "no .acct", run: "echo NAME > .acct"),
        Said(AcctFileError.missing(path: "/a/.acct"), .usage, "/a/.acct"),
        Said(AcctFileError.otherName(path: "x"), .usage, "“x”", "Rename"),
        Said(AcctFileError.unreadable(path: "/.acct", code: EACCES), .policy, "Permission denied"),
        Said(AcctFileError.irregular(path: "/.acct"), .policy, "no regular file"),
        Said(
            AcctFileError.foreignOwner(path: "/a b/.acct", userID: 7), .policy, "id 7",
            run: "sudo chown \"$USER\" '/a b/.acct'"),
        Said(AcctFileError.writableByAll(path: "/.acct"), .policy, "Everybody", run: "chmod o-w /.acct"),
        Said(AcctFileError.notAllowed(path: "/.acct"), .failed, "not allowed", run: "acct unbind"),
        Said(AcctFileError.edited(path: "/.acct"), .policy, "changed", run: "acct allow /.acct"),
    ]

    private static let contents: [Said] = [
        (DirectoryFileError.tooLong(limit: 4096), "/.acct is longer than 4096 bytes."),
        (.empty, "/.acct says nothing."),
        (.notUTF8(line: 3), "/.acct, line 3: this is not UTF-8."), (.second(line: 2), "/.acct, line 2: there is more"),
        (.noName("a b", line: 1), "line 1: “a b” cannot be"), (.noTenant("x", line: 9), "line 9: “x” is neither"),
    ].map { Said(AcctFileError.invalid(path: "/.acct", $0), .usage, $1, "one profile name") }

    private static let rules: [Said] = [
        Said(RuleError.noNumber(3), .failed, "number 3", run: "acct rule list"),
        Said(RuleError.noPattern("/a"), .failed, "“/a”", run: "acct rule list"),
    ]

    private static let patterns: [RulePatternError] = [
        .empty, .tooLong(limit: 1024), .unprintable, .unknownPart("me"), .twice("/b"), .scheme("http://h"),
        .host("a@b"),
        .tenant("x"), .query("/a?b"),
    ]

    @Test(arguments: directories) func ofDirectories(said: Said) { said.check() }
    @Test(arguments: files) func ofFiles(said: Said) { said.check() }
    @Test(arguments: contents) func ofWhatIsInThem(said: Said) { said.check() }
    @Test(arguments: rules) func ofRules(said: Said) { said.check() }

    /// A new case does not compile until it stands here.
    @Test(arguments: patterns) func aBadPatternIsToldWithOneThatWorks(error: RulePatternError) throws {
        let part: String
        switch error {
        case .empty, .unprintable: part = ""
        case .tooLong(let limit): part = "\(limit)"
        case .unknownPart(let text), .twice(let text), .scheme(let text), .host(let text), .tenant(let text),
            .query(let text):
            part = "“\(text)”"
        }
        let failure = Failure(error)
        #expect(failure.kind == .usage && failure.message.hasSuffix(":"))
        #expect(part.isEmpty || failure.message.contains(part))
        let example = try #require(failure.command?.split(separator: "'").dropFirst().first)
        #expect(throws: Never.self) { try RulePattern(String(example)) }
    }

    @Test func nothingHostileSteersTheTerminal() {
        for error: any Error in [
            AcctFileError.invalid(path: hostile, .noName(hostile, line: 1)),
            DirectoryError.notBound(path: hostile, nearest: hostile),
            RulePatternError.unknownPart(hostile), RuleError.noPattern(hostile),
        ] {
            let failure = Failure(error)
            #expect(!failure.message.safeForTerminal.steersTerminal)
            #expect(failure.command?.safeForTerminal.steersTerminal != true)
            #expect(!failure.json.steersTerminal)
        }
    }
}
