import AuthCore
import Foundation
import Testing

@testable import AcctCommands

/// Errors of files that belong to other programs.
@Suite struct InteropFailuresTests {
    private static let all: [Said] = [
        Said(InteropError.cannotRead(path: "/f", code: ENOENT), .usage, "/f", "No such file", "Nothing was stored"),
        Said(InteropError.notACache(path: "/f", .empty), .failed, "/f", "empty", "Nothing was stored"),
        Said(InteropError.notACache(path: "/f", .tooLarge(limit: 64 << 20)), .failed, "64 MB"),
        Said(InteropError.notACache(path: "/f", .webPage), .failed, "web page"),
        Said(InteropError.notACache(path: "/f", .notJSON), .failed, "JSON", "encrypts"),
        Said(InteropError.notACache(path: "/f", .notACache), .failed, "not of this form"),
        Said(InteropError.notACache(path: "/f", .wrongType(member: "Account")), .failed, "Account"),
        Said(InteropError.noAzureCache(folder: "/a"), .failed, "/a", run: "acct add"),
        Said(InteropError.encryptedAzureCache(folder: "/a"), .failed, "encrypts", run: "acct add"),
        Said(InteropError.noAccount(path: "/f"), .failed, "No account in /f can be imported."),
        Said(InteropError.severalForName(3), .usage, "3 profiles", "--name", run: "acct rename OLD NEW"),
        Said(InteropError.fileExists(path: "/f"), .usage, "/f", "--force"),
        Said(InteropError.cannotWrite(path: "/f", code: EACCES), .failed, "/f", "Permission denied"),
        Said(
            InteropError.exportNotConfirmed(profile: "work", path: "/a b"), .policy, "unencrypted", "--yes",
            run: "acct export --format msal work --output '/a b' --yes"),
        Said(InteropError.nothingToExport(profile: "work"), .signInRequired, "no token", run: "acct sign-in work"),
    ]

    @Test(arguments: all) func eachSaysWhatToDo(said: Said) { said.check() }
}
