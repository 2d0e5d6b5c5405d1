import AccountProfiles
import AuthCore
import Foundation
import Testing

@testable import AcctCommands

/// Errors of files that belong to other programs.
@Suite struct InteropFailuresTests {
    private static func all() throws -> [ExpectedFailure] {
        let work = try ProfileName("work")
        return [
            ExpectedFailure(
                UnreadableFile(path: "/f", code: ENOENT), .usage, "/f", "No such file", "Nothing was stored"),
            ExpectedFailure(Failure.notACache("/f", .empty), .failed, "/f", "empty", "Nothing was stored"),
            ExpectedFailure(Failure.notACache("/f", .tooLarge(limit: 64 << 20)), .failed, "64 MB"),
            ExpectedFailure(Failure.notACache("/f", .webPage), .failed, "web page"),
            ExpectedFailure(Failure.notACache("/f", .notJSON), .failed, "JSON", "encrypts"),
            ExpectedFailure(Failure.notACache("/f", .notACache), .failed, "not of this form"),
            ExpectedFailure(Failure.notACache("/f", .wrongType(member: "Account")), .failed, "Account"),
            ExpectedFailure(Failure.noAzureCache(in: "/a"), .failed, "/a", run: "acct add"),
            ExpectedFailure(Failure.encryptedAzureCache(in: "/a"), .failed, "encrypts", run: "acct add"),
            ExpectedFailure(Failure.noAccountToImport(from: "/f"), .failed, "No account in /f can be imported."),
            ExpectedFailure(
                Failure.severalProfilesForName(3), .usage, "3 profiles", "--name", run: "acct rename OLD NEW"),
            ExpectedFailure(Failure(exporting: .nameInUse(path: "/f")), .usage, "/f", "--force"),
            ExpectedFailure(
                Failure(exporting: .cannotWrite(path: "/f", code: EACCES)), .failed, "/f", "Permission denied"),
            ExpectedFailure(
                Failure.exportNotConfirmed(of: work, to: "/a b"), .policy, "unencrypted", "--yes",
                run: "acct export --format msal work --output '/a b' --yes"),
            ExpectedFailure(
                Failure.nothingToExport(of: work), .signInRequired, "no token", run: "acct sign-in work"),
        ]
    }

    @Test(arguments: try all()) func eachErrorHasAMessage(expected: ExpectedFailure) { expected.check() }
}
