import Foundation
import Testing

@testable import AcctCommands

@Suite struct RequestFailuresTests {
    private static let fields: [Said] = [
        Said(FieldError.name("a["), .usage, "\"a[\"", "name[]"), Said(FieldError.noValue("a"), .usage, "a=value"),
        Said(FieldError.repeated("a"), .usage, "\"a\"", "twice"), Said(FieldError.conflict("a[b]"), .usage, "\"a[b]\""),
        Said(FieldError.notJSON("a"), .usage, "\"a\"", "-F a:='[1,2]'"),
        Said(FieldError.unreadable(name: "a", file: "/f"), .usage, "/f", "use -f"),
        Said(FieldError.notText(name: "a", file: "/f"), .usage, "/f", "--input"),
        Said(FieldError.stdinTwice, .usage, "stdin"),
        Said(FieldError.nestedInQuery("a[b]"), .usage, "\"a[b]\"", "-X POST"),
    ]

    @Test(arguments: fields) func eachFieldErrorHasASentence(said: Said) { said.check() }

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
    func eachJQErrorHasASentence(error: JQError, kind: Failure.Kind, words: String) {
        let failure = Failure(error as any Error)
        #expect(failure.kind == kind && failure.message.contains(words))
    }

    @Test func aMissingLibjqNamesItsPackage() {
        #expect(Failure(JQError.libraryMissing(reason: "")).command == "sudo apt-get install libjq1")
    }

    private static let outputFiles = [
        Said(OutputFileError.unsuitable(path: "/f", code: EACCES), .usage, "/f: Permission denied. Nothing was sent"),
        Said(OutputFileError.cannotWrite(path: "/f", code: ENOSPC), .failed, "No space left", "is unchanged"),
    ]

    @Test(arguments: outputFiles) func eachOutputFileErrorHasASentence(said: Said) { said.check() }
}
