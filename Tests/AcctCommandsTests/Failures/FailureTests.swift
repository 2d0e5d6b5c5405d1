import AccountProfiles
import AccountStore
import ArgumentParser
import AuthCore
import Foundation
import HTTPTransport
import HostileInput
import MicrosoftGraph
import Testing

@testable import AcctCommands

/// An error with its expected kind, message and command.
struct ExpectedFailure: Sendable, CustomTestStringConvertible {
    let error: any Error
    let kind: Failure.Kind
    /// Parts of the message.
    let words: [String]
    var command: SuggestedCommand?

    init(_ error: any Error, _ kind: Failure.Kind, _ words: String..., run command: SuggestedCommand? = nil) {
        self.error = error
        self.kind = kind
        self.words = words
        self.command = command
    }

    var testDescription: String { "\(error)" }

    func check(sourceLocation: SourceLocation = #_sourceLocation) {
        let failure = Failure(error)
        #expect(failure.kind == kind, sourceLocation: sourceLocation)
        #expect(failure.command == command, sourceLocation: sourceLocation)
        let text = [failure.message, failure.leadIn].compactMap(\.self).joined(separator: " ")
        for word in words { #expect(text.contains(word), "\(text)", sourceLocation: sourceLocation) }
        checkForm(failure, sourceLocation: sourceLocation)
    }

    /// Checks that the message ends as a sentence, and that a command follows the words that lead to it.
    private func checkForm(_ failure: Failure, sourceLocation: SourceLocation) {
        let message = failure.message
        #expect([".", "?", ")"].contains(message.last), "\(message)", sourceLocation: sourceLocation)
        let isLeading = failure.leadIn.map { $0.hasSuffix(":") && failure.command != nil }
        #expect(isLeading != false, "\(failure)", sourceLocation: sourceLocation)
        #expect(!message.contains(".."), "\(message)", sourceLocation: sourceLocation)
        #expect(!message.contains("Optional("), "\(message)", sourceLocation: sourceLocation)
        #expect(!message.contains("  "), "\(message)", sourceLocation: sourceLocation)
    }
}

/// Checks that text of a server is escaped for the terminal.
func checkEscaped(_ failure: Failure, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(!failure.message.safeForTerminal.hasControlCharacters, sourceLocation: sourceLocation)
    #expect(failure.command?.text.safeForTerminal.hasControlCharacters != true, sourceLocation: sourceLocation)
    #expect(!failure.json.hasControlCharacters, sourceLocation: sourceLocation)
}

@Suite struct FailureTests {
    @Test func kindsHaveTheirDocumentedExitCodes() {
        let codes = Dictionary(uniqueKeysWithValues: Failure.Kind.allCases.map { ($0.rawValue, $0.exitCode) })
        #expect(
            codes == [
                "failed": 1, "cancelled": 2, "no_profile": 3, "ambiguous": 3, "sign_in_required": 4, "policy": 5,
                "api": 6, "network": 7, "usage": 64,
            ])
    }

    @Test func errorOfAProfileNamesIt() throws {
        let account = AccountID(homeAccountID: "a.b", environment: "e")
        let cause = AuthError.interactionRequired(.init(account: account, scopes: [], reason: .noTokens))
        let failure = Failure(ActingError(profile: try ProfileName("work"), cause: cause))
        #expect(failure.kind == .signInRequired)
        #expect(failure.message == "work is signed out.")
        #expect(failure.command == "acct sign-in work")
        #expect(failure.profile == "work")
        let lost = ActingError(profile: try ProfileName("work"), cause: HTTPError.cannotResolve(host: "h"))
        #expect(Failure(lost).kind == .network)
        #expect(Failure(lost).profile == "work")
    }

    @Test func wordsThatLeadToTheCommandAreNoPartOfTheMessage() {
        let failure = Failure(
            .noProfile, "There is no profile yet.", leadIn: "To create one:", command: "acct add NAME")
        #expect(failure.sentence(withCommand: true) == "There is no profile yet. To create one: acct add NAME")
        #expect(failure.sentence(withCommand: false) == "There is no profile yet. To create one:")
        #expect(failure.json.contains(#""message":"There is no profile yet.""#), "\(failure.json)")
        var remarked = Failure(.failed, "No.", command: "acct x")
        remarked.remarks = [Remark("Because.")]
        #expect(remarked.sentence(withCommand: true) == "No. Because. Run: acct x")
        #expect(remarked.sentence(withCommand: false) == "No. Because.")
    }

    @Test func failureIsKeptUnchanged() {
        let failure = Failure(.policy, "No.", command: "c", profile: "p")
        #expect(Failure(failure) == failure)
    }

    @Test func unknownErrorHasAMessage() {
        struct Odd: Error {}
        #expect(Failure(Odd()).kind == .failed)
        #expect(Failure(Odd()).message.hasPrefix("An unexpected error occurred (Odd)."))
        #expect(Failure(ValidationError("Give a name.")) == Failure(.usage, "Give a name."))
        #expect(Failure(CancellationError()).kind == .cancelled)
    }

    @Test(arguments: ["plain", hostile, "line\nbreak\r\n\u{2028}\u{2029}", "ü 山 😀", "", "\"}]{[\\"])
    func jsonErrorIsASingleLine(text: String) throws {
        let command = SuggestedCommand(stringLiteral: text)
        for failure in [
            Failure(.failed, text), Failure(.usage, text, command: command), Failure(.api, text, profile: text),
            Failure(.api, text, command: command, profile: text),
        ] {
            let line = failure.json
            #expect(!line.contains { $0.isNewline })
            #expect(!line.hasControlCharacters)
            let parsed = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: [String: String]]
            let fields = try #require(parsed?["error"])
            #expect(parsed?.count == 1)
            #expect(fields["kind"] == failure.kind.rawValue)
            #expect(fields["message"].map { Array($0.utf8) } == Array(text.utf8))
            #expect(fields["command"] == failure.command?.text)
            #expect(fields["profile"] == failure.profile)
            #expect(fields.keys.contains("command") == (failure.command != nil))
            #expect(fields.keys.contains("profile") == (failure.profile != nil))
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func randomMessageIsASingleLineOfJSON(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let text = generator.text(upTo: 40)
            let line = Failure(.failed, text).json
            #expect(!line.contains { $0.isNewline })
            #expect(!line.hasControlCharacters)
            let parsed = try JSONDecoder().decode([String: [String: String]].self, from: Data(line.utf8))
            #expect(parsed["error"]?["message"].map { Array($0.utf8) } == Array(text.utf8))
        }
    }
}
