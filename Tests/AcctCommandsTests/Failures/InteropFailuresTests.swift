import AuthCore
import Foundation
import Testing

@testable import AcctCommands

/// Errors of files that belong to other programs.
@Suite struct InteropFailuresTests {
    private static let all: [ExpectedFailure] = [
        ExpectedFailure(
            InteropError.cannotRead(path: "/f", code: ENOENT), .usage, "/f", "No such file", "Nothing was stored"),
        ExpectedFailure(InteropError.notACache(path: "/f", .empty), .failed, "/f", "empty", "Nothing was stored"),
        ExpectedFailure(InteropError.notACache(path: "/f", .tooLarge(limit: 64 << 20)), .failed, "64 MB"),
        ExpectedFailure(InteropError.notACache(path: "/f", .webPage), .failed, "web page"),
        ExpectedFailure(InteropError.notACache(path: "/f", .notJSON), .failed, "JSON", "encrypts"),
        ExpectedFailure(InteropError.notACache(path: "/f", .notACache), .failed, "not of this form"),
        ExpectedFailure(InteropError.notACache(path: "/f", .wrongType(member: "Account")), .failed, "Account"),
        ExpectedFailure(InteropError.noAzureCache(folder: "/a"), .failed, "/a", run: "acct add"),
        ExpectedFailure(InteropError.encryptedAzureCache(folder: "/a"), .failed, "encrypts", run: "acct add"),
        ExpectedFailure(InteropError.noAccount(path: "/f"), .failed, "No account in /f can be imported."),
        ExpectedFailure(InteropError.severalForName(3), .usage, "3 profiles", "--name", run: "acct rename OLD NEW"),
        ExpectedFailure(InteropError.fileExists(path: "/f"), .usage, "/f", "--force"),
        ExpectedFailure(InteropError.cannotWrite(path: "/f", code: EACCES), .failed, "/f", "Permission denied"),
        ExpectedFailure(
            InteropError.exportNotConfirmed(profile: "work", path: "/a b"), .policy, "unencrypted", "--yes",
            run: "acct export --format msal work --output '/a b' --yes"),
        ExpectedFailure(
            InteropError.nothingToExport(profile: "work"), .signInRequired, "no token", run: "acct sign-in work"),
    ]

    @Test(arguments: all) func eachErrorHasAMessage(expected: ExpectedFailure) { expected.check() }
}
