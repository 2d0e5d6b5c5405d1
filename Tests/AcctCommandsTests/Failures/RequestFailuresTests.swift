import Foundation
import Testing

@testable import AcctCommands

@Suite struct RequestFailuresTests {
    private static let fields: [ExpectedFailure] = [
        ExpectedFailure(Failure.invalidFieldName("a["), .usage, "\"a[\"", "name[]"),
        ExpectedFailure(Failure.fieldWithoutValue("a"), .usage, "a=value"),
        ExpectedFailure(Failure.repeatedField("a"), .usage, "\"a\"", "twice"),
        ExpectedFailure(Failure.conflictingField("a[b]"), .usage, "\"a[b]\""),
        ExpectedFailure(Failure.fieldNotJSON("a"), .usage, "\"a\"", "-F a:='[1,2]'"),
        ExpectedFailure(
            Failure.unreadableField("a", UnreadableFile(path: "/f", code: ENOENT)), .usage,
            "Cannot read /f: No such file or directory.", "use -f"),
        ExpectedFailure(Failure.fieldNotText("a", file: "/f"), .usage, "/f", "--input"),
        ExpectedFailure(Failure.stdinReadTwice, .usage, "stdin"),
        ExpectedFailure(Failure.nestedFieldInQuery("a[b]"), .usage, "\"a[b]\"", "-X POST"),
    ]

    @Test(arguments: fields) func eachFieldErrorHasAMessage(expected: ExpectedFailure) { expected.check() }

    @Test(arguments: [
        (JQError.libraryMissing(reason: "libjq.so.1: no such file"), Failure.Kind.failed, "--jq needs libjq"),
        (
            .badProgram(message: "syntax error"), .usage,
            "--jq is not a valid jq program; nothing was sent. syntax error"
        ),
        (.notJSON(reason: "Invalid literal"), .failed, "To see it, leave --jq out"),
        (.failed(message: "Cannot index number"), .failed, "Cannot index number"),
        (.failed(message: "Cannot index number"), .failed, "To see the response, leave --jq out"),
    ])
    func eachJQErrorHasAMessage(error: JQError, kind: Failure.Kind, words: String) {
        let failure = Failure(error as any Error)
        #expect(failure.kind == kind && failure.message.contains(words))
    }

    @Test func missingLibjqNamesItsPackage() {
        #expect(Failure(JQError.libraryMissing(reason: "")).command == "sudo apt-get install libjq1")
    }

    private static let outputFiles = [
        ExpectedFailure(
            OutputFileError.unsuitable(path: "/f", code: EACCES), .usage, "/f: Permission denied. Nothing was sent"),
        ExpectedFailure(
            OutputFileError.cannotWrite(path: "/f", code: ENOSPC), .failed, "No space left", "is unchanged"),
        ExpectedFailure(OutputFileError.nameInUse(path: "f"), .failed, "f exists already", "add --force"),
    ]

    @Test(arguments: outputFiles) func eachOutputFileErrorHasAMessage(expected: ExpectedFailure) { expected.check() }
}
