import Testing

@testable import AcctCommands

@Suite struct FailureJQTests {
    @Test(arguments: [
        (JQError.libraryMissing(reason: "libjq.so.1: no such file"), Failure.Kind.failed, "needs libjq"),
        (.badProgram(message: "syntax error"), .usage, "nothing was sent. syntax error"),
        (.notJSON(reason: "Invalid literal"), .failed, "See it without --jq"),
        (.failed(message: "Cannot index number"), .failed, "Cannot index number"),
        (.failed(message: "Cannot index number"), .failed, "See the answer without --jq"),
    ])
    func eachErrorIsASentence(error: JQError, kind: Failure.Kind, words: String) {
        let failure = Failure(error as any Error)
        #expect(failure.kind == kind && failure.message.contains(words))
    }

    @Test func aMissingLibraryNamesItsPackage() {
        #expect(Failure(JQError.libraryMissing(reason: "")).command == "sudo apt-get install libjq1")
    }
}
