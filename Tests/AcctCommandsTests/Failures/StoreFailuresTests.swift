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
        ExpectedFailure(StoreError.corrupt(path: "/p"), .failed, "/p", "Nothing was changed", run: "mv /p /p.damaged"),
        ExpectedFailure(StoreError.foreignDatabase(path: "/p"), .failed, "another program"),
        ExpectedFailure(StoreError.full(path: "/p"), .failed, "full", "Nothing was changed"),
        ExpectedFailure(StoreError.readOnly(path: "/p"), .failed, "cannot be written"),
        ExpectedFailure(StoreError.busy(path: "/p"), .failed, "locked", "Try again"),
        ExpectedFailure(StoreError.system(path: "/p", code: ENOENT), .failed, "/p", "No such file"),
        ExpectedFailure(StoreError.database(code: 11, message: "odd"), .failed, "odd", "11"),
        ExpectedFailure(StoreError.denied(path: "/p"), .failed, "This user may not use /p"),
        ExpectedFailure(StoreError.keyMissing, .failed, "\"key\"", run: "acct sign-out --all"),
        ExpectedFailure(StoreError.keyDamaged(path: "/k"), .failed, "/k"),
        ExpectedFailure(
            StoreError.cannotUnseal(.refreshToken(AccountID(homeAccountID: "a.b", environment: "e"), clientID: "c")),
            .failed, "refresh_token(a.b, e, c)", run: "acct sign-out --all"),
    ]

    @Test(arguments: store) func eachErrorHasAMessage(said: ExpectedFailure) { said.check() }

    /// A path in a command is one word to the shell that gets it.
    @Test(arguments: [
        ("/home/a b/acct.sqlite", "mv '/home/a b/acct.sqlite' '/home/a b/acct.sqlite.damaged'"),
        ("/x;rm -rf ~", "mv '/x;rm -rf ~' '/x;rm -rf ~.damaged'"), ("/it's", #"mv '/it'\''s' '/it'\''s.damaged'"#),
    ])
    func aPathInACommandIsOneWord(path: String, command: String) {
        #expect(Failure(StoreError.corrupt(path: path)).command == command)
    }

    @Test func hostileTextIsEscapedForTheTerminal() {
        for error: any Error in [
            StoreError.corrupt(path: hostile), StoreError.database(code: 1, message: hostile),
        ] {
            checkEscaped(Failure(error))
        }
    }
}
