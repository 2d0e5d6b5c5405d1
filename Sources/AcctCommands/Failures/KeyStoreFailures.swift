import AccountStore

extension Failure {
    static let passphrasesDiffer = Failure(.usage, "The two passphrases differ. Nothing was changed.")
    static let passphraseNeeded = Failure(
        .usage,
        "A new passphrase has to be chosen. Run the command on a terminal, or add --passphrase-stdin and pipe it in.")
    static let noPassphraseTyped = Failure(.usage, "The passphrase is empty. Nothing was changed.")
    static func passphraseTooShort(least: Int) -> Failure {
        Failure(
            .usage,
            "A new passphrase needs at least \(least) characters; a few words are easy to remember. Nothing was changed."
        )
    }

    static let keyCannotBeLocked = Failure(
        .failed, "The key is not protected by a passphrase, so acct cannot lock it.", leadIn: "To protect it by one:",
        command: "acct store migrate --to passphrase")

    init(_ error: KeyStoreError) {
        switch error {
        case .unknownName, .otherStore:
            self.init(.usage, error.reason, advice: error.advice)
        case .locked, .collectionLocked, .noPassphrase, .noKernelKeyring:
            self.init(.signInRequired, error.reason, advice: error.advice)
        case .libraryMissing, .noService, .noCollection, .promptDismissed, .promptUnanswered, .disconnected, .timedOut,
            .refused,
            .damaged, .wrongPassphrase:
            self.init(.failed, error.reason, advice: error.advice)
        }
    }
}

extension KeyStoreError {
    /// The cause, in a sentence.
    var reason: String {
        switch self {
        case .unknownName(let name): "ACCT_KEY_STORE is \"\(name)\"."
        case .otherStore(let wanted, let inUse):
            "ACCT_KEY_STORE is \(wanted.rawValue), but the key of this store is in \(inUse.place)."
        case .locked(.secretService):
            "The key of the store is in the desktop's keyring (Secret Service), which is locked."
        case .locked: "The key of the store is locked with a passphrase."
        case .collectionLocked: "The desktop's keyring (Secret Service) is locked and takes no new key."
        case .wrongPassphrase: "The passphrase is wrong."
        case .noPassphrase: "The key of the store is to be protected by a passphrase, and none was chosen yet."
        case .noKernelKeyring(let code):
            "The key is protected by a passphrase and cannot stay unlocked: the kernel keyring cannot be used here "
                + "(\(Failure.systemReason(code)))."
        case .libraryMissing(let reason): "The Secret Service cannot be used without libsecret: \(reason)."
        case .noService:
            "The desktop's keyring (Secret Service) does not run in this session."
        case .noCollection: "The Secret Service has no default keyring to store a key in."
        case .promptDismissed: "The keyring stays locked: its prompt was closed, or could not be shown."
        case .promptUnanswered(let seconds):
            "The keyring stays locked: its prompt was not answered within \(seconds) seconds."
        case .disconnected: "The Secret Service ended before it had answered."
        case .timedOut(let seconds): "The Secret Service did not answer within \(seconds) seconds."
        case .refused(let message): "The Secret Service refused: \(message)."
        case .damaged(let name): "The key of the store in \(name.place) is damaged."
        }
    }

    fileprivate var advice: Failure.Advice {
        switch self {
        case .unknownName:
            .init("Set it to auto, \(KeyStoreName.allCases.map(\.rawValue).joined(separator: ", ")).")
        case .otherStore(let wanted, _):
            .init(leadIn: "Unset it, or move the key:", command: "acct store migrate --to \(wanted.rawValue)")
        case .locked(.secretService):
            .init(leadIn: "Unlock it, on a terminal of the desktop:", command: "acct store unlock")
        case .collectionLocked:
            .init(leadIn: "Unlock it, on a terminal of the desktop:", command: "acct store unlock --keyring")
        case .locked: .init(leadIn: "Unlock it:", command: "acct store unlock")
        case .noPassphrase: .init(leadIn: "Choose one:", command: "acct store unlock")
        case .noKernelKeyring:
            .init(
                leadIn: "Run the command on a terminal, which asks for the passphrase, or move the key:",
                command: "acct store migrate --to file")
        case .wrongPassphrase: .init(leadIn: "To try again:", command: "acct store unlock")
        case .libraryMissing: .init(leadIn: "Install it:", command: "sudo apt-get install libsecret-1-0")
        case .noService:
            .init(
                leadIn: "Run acct in the desktop's session, or give it the address of that session's bus:",
                command: "export DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/$(id -u)/bus")
        case .noCollection:
            .init("Create one and make it the default, for instance in Seahorse, and try again.")
        case .promptDismissed, .promptUnanswered:
            .init(leadIn: "To try again:", command: "acct store unlock --keyring")
        case .disconnected, .timedOut, .refused:
            .init("Try again.", leadIn: "To see its state:", command: "acct store status")
        case .damaged: .init(leadIn: "Set it aside and sign in again:", command: "acct store repair")
        }
    }
}

extension KeyStoreName {
    /// The key store within a sentence.
    var place: String {
        switch self {
        case .secretService: "the Secret Service"
        case .passphrase: "a file that is locked with a passphrase"
        case .file: "a file"
        }
    }
}

extension Failure {
    static func keyStoreIsNamed(_ name: String, insteadOf target: KeyStoreName) -> Failure {
        Failure(
            .usage,
            "ACCT_KEY_STORE is \(name), so acct would refuse the key in its new place, \(target.place).",
            leadIn: "Unset it first:",
            command: "unset ACCT_KEY_STORE")
    }
}
