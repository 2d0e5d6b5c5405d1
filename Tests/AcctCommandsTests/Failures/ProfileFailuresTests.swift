import AccountProfiles
import Foundation
import Testing

@testable import AcctCommands

/// Errors of profiles, rules, directories and `.acct` files.
@Suite struct ProfileFailuresTests {
    private static func names() throws -> [ExpectedFailure] {
        let (work, home) = (try ProfileName("work"), try ProfileName("home"))
        return [
            ExpectedFailure(ProfileError.invalidName("a b"), .usage, "\"a b\"", "1 to 64"),
            ExpectedFailure(ProfileError.nameInUse(work), .usage, "work", run: "acct sign-in work"),
            ExpectedFailure(
                ProfileError.unknown("x", nearest: [work, home]), .noProfile, "work or home"),
            ExpectedFailure(ProfileError.noProfiles, .noProfile, "no profile yet", run: "acct add NAME"),
            ExpectedFailure(
                SelectionError.unknownInFile(
                    "wrok", Binding(directory: "/src", target: .profile("wrok"), origin: .file), nearest: [work]),
                .noProfile, "/src/.acct names the profile \"wrok\", which does not exist. Did you mean work?"),
            ExpectedFailure(ProfileError.noPrevious, .noProfile, "no previous", run: "acct list"),
            ExpectedFailure(
                ProfileError.changedDuringSignIn(work), .failed, "has changed work during the sign-in",
                run: "acct sign-in work"),
            ExpectedFailure(
                ProfileError.notEditable(work), .failed, "neither the name nor the account of work",
                run: "acct rename work NAME"),
        ]
    }

    private static let directories: [ExpectedFailure] = [
        ExpectedFailure(Failure.noCurrentDirectory, .usage, "no longer exists"),
        ExpectedFailure(Failure.unusableDirectory("x", code: ENOENT), .usage, "\"x\"", "No such file"),
        ExpectedFailure(Failure.notADirectory("/f"), .usage, "/f", run: "acct bind NAME DIRECTORY"),
        ExpectedFailure(
            Failure.notBound("/a/b", nearest: "/a x"), .failed, "/a/b", "/a x", run: "acct unbind '/a x'"),
        ExpectedFailure(Failure.notBound("/a", nearest: nil), .failed, "/a", "nor", run: "acct bind"),
    ]

    private static let files: [ExpectedFailure] = [
        ExpectedFailure(Failure.noAcctFile, .usage, "no .acct", run: "echo NAME > .acct"),
        ExpectedFailure(Failure.missingAcctFile("/a/.acct"), .usage, "/a/.acct"),
        ExpectedFailure(Failure.notAnAcctFile("x"), .usage, "\"x\"", "Rename"),
        ExpectedFailure(AcctFileError.unreadable(path: "/.acct", code: EACCES), .policy, "Permission denied"),
        ExpectedFailure(AcctFileError.irregular(path: "/.acct"), .policy, "not a regular file"),
        ExpectedFailure(
            AcctFileError.foreignOwner(path: "/a b/.acct", userID: 7), .policy, "id 7",
            run: "sudo chown \"$USER\" '/a b/.acct'"),
        ExpectedFailure(AcctFileError.writableByAll(path: "/.acct"), .policy, "Every user", run: "chmod o-w /.acct"),
        ExpectedFailure(AcctFileError.notAllowed(path: "/.acct"), .failed, "not allowed", run: "acct unbind"),
        ExpectedFailure(AcctFileError.edited(path: "/.acct"), .policy, "changed", run: "acct allow /.acct"),
    ]

    private static let contents: [ExpectedFailure] = [
        (AcctFileSyntaxError.tooLong(limit: 4096), "/.acct is longer than 4096 bytes."),
        (.empty, "/.acct names no profile."),
        (.notUTF8(line: 3), "/.acct, line 3: not UTF-8."),
        (.second(line: 2), "/.acct, line 2: more than one statement"),
        (.noName("a b", line: 1), "line 1: \"a b\" is not a valid profile name"),
        (.noTenant("x", line: 9), "line 9: \"x\" is not a GUID or a domain"),
    ].map { ExpectedFailure(AcctFileError.invalid(path: "/.acct", $0), .usage, $1, "one profile name") }

    private static let rules: [ExpectedFailure] = [
        ExpectedFailure(RuleError.noNumber(3), .failed, "number 3", run: "acct rule list"),
        ExpectedFailure(RuleError.noPattern("/a"), .failed, "\"/a\"", run: "acct rule list"),
    ]

    private static let patterns: [RulePatternError] = [
        .empty, .tooLong(limit: 1024), .unprintable, .unknownPart("me"), .twice("/b"), .scheme("http://h"),
        .host("a@b"),
        .tenant("x"), .query("/a?b"),
    ]

    @Test(arguments: try names()) func eachProfileErrorHasAMessage(expected: ExpectedFailure) { expected.check() }
    @Test(arguments: directories) func eachDirectoryErrorHasAMessage(expected: ExpectedFailure) { expected.check() }
    @Test(arguments: files) func eachAcctFileErrorHasAMessage(expected: ExpectedFailure) { expected.check() }
    @Test(arguments: contents) func eachBadContentIsNamedWithItsLine(expected: ExpectedFailure) { expected.check() }
    @Test(arguments: rules) func eachRuleErrorHasAMessage(expected: ExpectedFailure) { expected.check() }

    /// A new case does not compile until it is listed here.
    @Test(arguments: patterns) func badPatternIsShownWithAValidOne(error: RulePatternError) throws {
        let part: String
        switch error {
        case .empty, .unprintable: part = ""
        case .tooLong(let limit): part = "\(limit)"
        case .unknownPart(let text), .twice(let text), .scheme(let text), .host(let text), .tenant(let text),
            .query(let text):
            part = "\"\(text)\""
        }
        let failure = Failure(error)
        #expect(failure.kind == .usage && failure.leadIn == "A valid example:")
        #expect(part.isEmpty || failure.message.contains(part))
        let example = try #require(failure.command?.text.split(separator: "'").dropFirst().first)
        #expect(throws: Never.self) { try RulePattern(String(example)) }
    }

    @Test func hostileTextIsEscapedForTheTerminal() {
        for error: any Error in [
            ProfileError.invalidName(hostile), ProfileError.unknown(hostile, nearest: []),
            AcctFileError.invalid(path: hostile, .noName(hostile, line: 1)),
            Failure.notBound(hostile, nearest: hostile),
            RulePatternError.unknownPart(hostile), RuleError.noPattern(hostile),
        ] {
            checkEscaped(Failure(error))
        }
    }
}
