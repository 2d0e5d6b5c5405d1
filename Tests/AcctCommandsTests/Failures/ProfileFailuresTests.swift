import AccountProfiles
import Foundation
import Testing

@testable import AcctCommands

/// Errors of profiles, rules, directories and `.acct` files.
@Suite struct ProfileFailuresTests {
    private static func names() throws -> [Said] {
        let (work, home) = (try ProfileName("work"), try ProfileName("home"))
        return [
            Said(ProfileError.invalidName("a b"), .usage, "\"a b\"", "1 to 64"),
            Said(ProfileError.nameInUse(work), .usage, "work", run: "acct sign-in work"),
            Said(ProfileError.unknown("x", nearest: [work, home]), .noProfile, "work or home", run: "acct list"),
            Said(ProfileError.noPrevious, .noProfile, "no previous", run: "acct list"),
        ]
    }

    private static let directories: [Said] = [
        Said(DirectoryError.nowhere, .usage, "no longer exists"),
        Said(DirectoryError.unusable(path: "x", code: ENOENT), .usage, "\"x\"", "No such file"),
        Said(DirectoryError.notADirectory(path: "/f"), .usage, "/f", run: "acct bind NAME DIRECTORY"),
        Said(
            DirectoryError.notBound(path: "/a/b", nearest: "/a x"), .failed, "/a/b", "/a x", run: "acct unbind '/a x'"),
        Said(DirectoryError.notBound(path: "/a", nearest: nil), .failed, "/a", "nor", run: "acct bind"),
    ]

    private static let files: [Said] = [
        Said(AcctFileError.nowhere, .usage, "no .acct", run: "echo NAME > .acct"),
        Said(AcctFileError.missing(path: "/a/.acct"), .usage, "/a/.acct"),
        Said(AcctFileError.otherName(path: "x"), .usage, "\"x\"", "Rename"),
        Said(AcctFileError.unreadable(path: "/.acct", code: EACCES), .policy, "Permission denied"),
        Said(AcctFileError.irregular(path: "/.acct"), .policy, "not a regular file"),
        Said(
            AcctFileError.foreignOwner(path: "/a b/.acct", userID: 7), .policy, "id 7",
            run: "sudo chown \"$USER\" '/a b/.acct'"),
        Said(AcctFileError.writableByAll(path: "/.acct"), .policy, "Every user", run: "chmod o-w /.acct"),
        Said(AcctFileError.notAllowed(path: "/.acct"), .failed, "not allowed", run: "acct unbind"),
        Said(AcctFileError.edited(path: "/.acct"), .policy, "changed", run: "acct allow /.acct"),
    ]

    private static let contents: [Said] = [
        (DirectoryFileError.tooLong(limit: 4096), "/.acct is longer than 4096 bytes."),
        (.empty, "/.acct names no profile."),
        (.notUTF8(line: 3), "/.acct, line 3: not UTF-8."),
        (.second(line: 2), "/.acct, line 2: more than one statement"),
        (.noName("a b", line: 1), "line 1: \"a b\" is not a valid profile name"),
        (.noTenant("x", line: 9), "line 9: \"x\" is not a GUID or a domain"),
    ].map { Said(AcctFileError.invalid(path: "/.acct", $0), .usage, $1, "one profile name") }

    private static let rules: [Said] = [
        Said(RuleError.noNumber(3), .failed, "number 3", run: "acct rule list"),
        Said(RuleError.noPattern("/a"), .failed, "\"/a\"", run: "acct rule list"),
    ]

    private static let patterns: [RulePatternError] = [
        .empty, .tooLong(limit: 1024), .unprintable, .unknownPart("me"), .twice("/b"), .scheme("http://h"),
        .host("a@b"),
        .tenant("x"), .query("/a?b"),
    ]

    @Test(arguments: try names()) func eachProfileErrorHasASentence(said: Said) { said.check() }
    @Test(arguments: directories) func eachDirectoryErrorHasASentence(said: Said) { said.check() }
    @Test(arguments: files) func eachAcctFileErrorHasASentence(said: Said) { said.check() }
    @Test(arguments: contents) func eachBadContentIsNamedWithItsLine(said: Said) { said.check() }
    @Test(arguments: rules) func eachRuleErrorHasASentence(said: Said) { said.check() }

    /// A new case does not compile until it stands here.
    @Test(arguments: patterns) func aBadPatternIsShownWithAValidOne(error: RulePatternError) throws {
        let part: String
        switch error {
        case .empty, .unprintable: part = ""
        case .tooLong(let limit): part = "\(limit)"
        case .unknownPart(let text), .twice(let text), .scheme(let text), .host(let text), .tenant(let text),
            .query(let text):
            part = "\"\(text)\""
        }
        let failure = Failure(error)
        #expect(failure.kind == .usage && failure.message.hasSuffix(":"))
        #expect(part.isEmpty || failure.message.contains(part))
        let example = try #require(failure.command?.split(separator: "'").dropFirst().first)
        #expect(throws: Never.self) { try RulePattern(String(example)) }
    }

    @Test func nothingHostileSteersTheTerminal() {
        for error: any Error in [
            ProfileError.invalidName(hostile), ProfileError.unknown(hostile, nearest: []),
            AcctFileError.invalid(path: hostile, .noName(hostile, line: 1)),
            DirectoryError.notBound(path: hostile, nearest: hostile),
            RulePatternError.unknownPart(hostile), RuleError.noPattern(hostile),
        ] {
            checkHarmless(Failure(error))
        }
    }
}
