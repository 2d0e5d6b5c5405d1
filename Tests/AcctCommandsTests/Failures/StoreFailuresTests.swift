import AuthCore
import Foundation
import Testing

@testable import AccountStore
@testable import AcctCommands

@Suite struct StoreFailuresTests {
    private static let store: [ExpectedFailure] = [
        ExpectedFailure(StoreError.noHome, .failed, "HOME"),
        ExpectedFailure(StoreError.relativeHome("x"), .usage, "\"x\"", "absolute"),
        ExpectedFailure(StoreError.foreignOwner(path: "/p", userID: 5), .policy, "/p", "5"),
        ExpectedFailure(StoreError.newer(found: 9, known: 1), .failed, "version 9", "Nothing was changed"),
        ExpectedFailure(StoreError.corrupt(path: "/p"), .failed, "/p", "Nothing was changed", run: "acct store repair"),
        ExpectedFailure(
            StoreError.databaseMissing(path: "/p"), .failed, "/p is missing", "Nothing was changed",
            run: "acct store repair"),
        ExpectedFailure(StoreError.foreignDatabase(path: "/p"), .failed, "another program"),
        ExpectedFailure(StoreError.full(path: "/p"), .failed, "full", "Nothing was changed"),
        ExpectedFailure(StoreError.readOnly(path: "/p"), .failed, "cannot be written"),
        ExpectedFailure(StoreError.busy(path: "/p"), .failed, "locked", "Try again"),
        ExpectedFailure(StoreError.system(path: "/p", code: ENOENT), .failed, "/p", "No such file"),
        ExpectedFailure(StoreError.database(code: 11, message: "odd"), .failed, "odd", "11"),
        ExpectedFailure(StoreError.denied(path: "/p"), .failed, "This user may not use /p"),
        ExpectedFailure(StoreError.keyMissing(path: "/k"), .failed, "/k, the key", run: "acct store repair"),
        ExpectedFailure(StoreError.keyMissing(path: nil), .failed, "desktop's keyring", run: "acct store repair"),
        ExpectedFailure(StoreError.keyDamaged(path: "/k"), .failed, "/k", run: "acct store repair"),
        ExpectedFailure(StoreError.wrongKey(path: "/k"), .failed, "/k is not the key", run: "acct store repair"),
        ExpectedFailure(
            StoreError.wrongKey(path: nil), .failed, "desktop's keyring is not the one", run: "acct store repair"),
        ExpectedFailure(StoreError.alteredProfile("a b"), .policy, "profile a b", run: "acct remove 'a b'"),
        ExpectedFailure(
            StoreError.browserForgotten("a b"), .failed, "the browser of profile a b was forgotten",
            run: "acct edit 'a b' --browser COMMAND"),
        ExpectedFailure(StoreError.changeableLink(path: "/l"), .policy, "/l", "symbolic link"),
        ExpectedFailure(StoreError.missingTarget(path: "/l"), .failed, "/l", "leads nowhere"),
        ExpectedFailure(StoreError.notAFile(path: "/f"), .failed, "/f is not a regular file"),
        ExpectedFailure(StoreError.unsupportedFileSystem(path: "/p"), .failed, "/p", "local disk"),
        ExpectedFailure(
            StoreError.setAside(because: .full(path: "/p")), .failed, "/p is full", "are kept", run: "acct list"),
        ExpectedFailure(StoreError.unsavedTokens(path: "/s"), .failed, "/s", "earlier sign-in", run: "acct list"),
        ExpectedFailure(StoreError.unknownKeyStore("x"), .failed, "\"x\"", "newer acct"),
        ExpectedFailure(StoreError.lost(because: .full(path: "/p")), .failed, "/p is full", "sign in again"),
        ExpectedFailure(
            StoreError.cannotUnseal(.refreshToken(AccountID(homeAccountID: "a.b", environment: "e"), clientID: "c")),
            .signInRequired, "refresh_token(a.b, e, c)", run: "acct sign-in NAME"),
    ]

    @Test(arguments: store) func eachErrorHasAMessage(expected: ExpectedFailure) { expected.check() }

    /// A path in a command is one word to the shell that gets it.
    @Test(arguments: [
        ("/home/a b", "chmod -R go= '/home/a b'"), ("/x;rm -rf ~", "chmod -R go= '/x;rm -rf ~'"),
        ("/it's", #"chmod -R go= '/it'\''s'"#),
    ])
    func pathInACommandIsOneWord(path: String, command: String) {
        #expect(Failure(StoreError.exposed(path: path + "/key", directory: path)).command?.text == command)
    }

    /// The words of one remedy never lead to the command of another.
    @Test func causeOfSetAsideTokensKeepsItsWordsAndItsCommand() {
        let corrupt = Failure(StoreError.setAside(because: .corrupt(path: "/p")))
        #expect(corrupt.leadIn == "Restore it from a backup, or save what can still be read:")
        #expect(corrupt.command == "acct store repair")
        let full = Failure(StoreError.setAside(because: .full(path: "/p")))
        #expect(full.leadIn == nil && full.command == "acct list")
    }

    @Test func hostileTextIsEscapedForTheTerminal() {
        for error: any Error in [
            StoreError.corrupt(path: hostile), StoreError.database(code: 1, message: hostile),
        ] {
            checkEscaped(Failure(error))
        }
    }
}
