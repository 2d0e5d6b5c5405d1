import AccountStore
import Testing

@testable import AcctCommands

@Suite struct KeyStoreFailuresTests {
    @Test(arguments: [
        ExpectedFailure(KeyStoreError.unknownName("x"), .usage, "\"x\"", "auto, secret-service", "file"),
        ExpectedFailure(
            KeyStoreError.otherStore(wanted: .file, inUse: .secretService), .usage, "ACCT_KEY_STORE is file",
            "the Secret Service", run: "acct store migrate --to file"),
        ExpectedFailure(
            KeyStoreError.locked(.secretService), .signInRequired, "locked", run: "acct store unlock"),
        ExpectedFailure(
            KeyStoreError.libraryMissing(reason: "no such file"), .failed, "no such file",
            run: "sudo apt-get install libsecret-1-0"),
        ExpectedFailure(
            KeyStoreError.noService, .failed, "does not run in this session",
            run: "export DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/$(id -u)/bus"),
        ExpectedFailure(
            KeyStoreError.locked(.passphrase), .signInRequired, "locked with a passphrase", run: "acct store unlock"),
        ExpectedFailure(KeyStoreError.wrongPassphrase, .failed, "passphrase is wrong", run: "acct store unlock"),
        ExpectedFailure(KeyStoreError.noPassphrase, .signInRequired, "none was chosen", run: "acct store unlock"),
        ExpectedFailure(
            KeyStoreError.noKernelKeyring(code: 38), .signInRequired, "kernel keyring", "terminal",
            run: "acct store migrate --to file"),
        ExpectedFailure(KeyStoreError.noCollection, .failed, "no default keyring"),
        ExpectedFailure(
            KeyStoreError.collectionLocked, .signInRequired, "takes no new key", run: "acct store unlock --keyring"),
        ExpectedFailure(
            KeyStoreError.promptDismissed, .failed, "prompt was closed", run: "acct store unlock --keyring"),
        ExpectedFailure(
            KeyStoreError.promptUnanswered(seconds: 120), .failed, "within 120 seconds",
            run: "acct store unlock --keyring"),
        ExpectedFailure(KeyStoreError.disconnected, .failed, "ended before", run: "acct store status"),
        ExpectedFailure(KeyStoreError.timedOut(seconds: 3), .failed, "within 3 seconds", run: "acct store status"),
        ExpectedFailure(KeyStoreError.refused("odd"), .failed, "odd", run: "acct store status"),
        ExpectedFailure(
            KeyStoreError.damaged(.secretService), .failed, "the Secret Service", run: "acct store repair"),
    ])
    func sentence(_ expected: ExpectedFailure) {
        expected.check()
    }
}
