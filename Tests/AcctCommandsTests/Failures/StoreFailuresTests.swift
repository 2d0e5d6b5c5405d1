import AuthCore
import Foundation
import Testing

@testable import AccountStore
@testable import AcctCommands

@Suite struct StoreFailuresTests {
    private static let store: [Said] = [
        Said(StoreError.noHome, .failed, "HOME"), Said(StoreError.relativeHome("x"), .usage, "\"x\"", "absolute"),
        Said(StoreError.foreignOwner(path: "/p", userID: 5), .policy, "/p", "5"),
        Said(StoreError.newer(found: 9, known: 1), .failed, "version 9", "Nothing was changed"),
        Said(StoreError.corrupt(path: "/p"), .failed, "/p", "Nothing was changed", run: "mv /p /p.damaged"),
        Said(StoreError.foreignDatabase(path: "/p"), .failed, "another program"),
        Said(StoreError.full(path: "/p"), .failed, "full", "Nothing was changed"),
        Said(StoreError.readOnly(path: "/p"), .failed, "cannot be written"),
        Said(StoreError.busy(path: "/p"), .failed, "locked", "Try again"),
        Said(StoreError.system(path: "/p", code: ENOENT), .failed, "/p", "No such file"),
        Said(StoreError.database(code: 11, message: "odd"), .failed, "odd", "11"),
        Said(StoreError.denied(path: "/p"), .failed, "This user may not use /p"),
        Said(StoreError.keyMissing, .failed, "\"key\"", run: "acct sign-out --all"),
        Said(StoreError.keyDamaged(path: "/k"), .failed, "/k"),
        Said(
            StoreError.cannotUnseal(.refreshToken(AccountID(homeAccountID: "a.b", environment: "e"), clientID: "c")),
            .failed, "refresh_token(a.b, e, c)", run: "acct sign-out --all"),
    ]

    @Test(arguments: store) func eachErrorHasASentence(said: Said) { said.check() }

    /// A path in a command is one word to the shell that gets it.
    @Test(arguments: [
        ("/home/a b/acct.sqlite", "mv '/home/a b/acct.sqlite' '/home/a b/acct.sqlite.damaged'"),
        ("/x;rm -rf ~", "mv '/x;rm -rf ~' '/x;rm -rf ~.damaged'"), ("/it's", #"mv '/it'\''s' '/it'\''s.damaged'"#),
    ])
    func aPathInACommandIsOneWord(path: String, command: String) {
        #expect(Failure(StoreError.corrupt(path: path)).command == command)
    }

    @Test func nothingHostileSteersTheTerminal() {
        for error: any Error in [
            StoreError.corrupt(path: hostile), StoreError.database(code: 1, message: hostile),
        ] {
            checkHarmless(Failure(error))
        }
    }
}
