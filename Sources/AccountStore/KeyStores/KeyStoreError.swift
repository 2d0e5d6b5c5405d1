/// An error of a key store. Nothing was changed.
public enum KeyStoreError: Error, Hashable, Sendable {
    /// `$ACCT_KEY_STORE` names no key store.
    case unknownName(String)
    /// `$ACCT_KEY_STORE` names another key store than the one that has the key.
    case otherStore(wanted: KeyStoreName, inUse: KeyStoreName)
    /// The key exists, and a person has to unlock it.
    case locked(KeyStoreName)
    /// A new key cannot be stored before a person has unlocked the default collection of the Secret Service.
    case collectionLocked
    /// The library that speaks to the Secret Service cannot be loaded.
    case libraryMissing(reason: String)
    /// There is no session bus, or nothing on it keeps secrets.
    case noService
    /// The Secret Service has no default collection, in which new keys are stored.
    case noCollection
    /// The person closed the prompt of the desktop.
    case promptDismissed
    /// The person did not answer the prompt of the desktop.
    case promptUnanswered(seconds: Int)
    /// The Secret Service ended before it had answered.
    case disconnected
    /// The Secret Service did not answer within its limit.
    case timedOut(seconds: Int)
    /// Any other error of the Secret Service, in its words.
    case refused(String)
    /// The passphrase does not open the key.
    case wrongPassphrase
    /// A new key needs a passphrase, and none was given.
    case noPassphrase
    /// The kernel has no keyring for unlocked keys, as in most containers; `code` is the `errno`.
    case noKernelKeyring(code: Int32)
    /// The stored value is not a valid key.
    case damaged(KeyStoreName)
}

extension KeyStoreError {
    /// Whether the key store could not even be asked to keep a new key.
    var isBeforeSaving: Bool {
        switch self {
        case .unknownName, .otherStore, .collectionLocked, .libraryMissing, .noService, .noCollection, .noPassphrase:
            true
        case .locked, .promptDismissed, .promptUnanswered, .disconnected, .timedOut, .refused, .wrongPassphrase,
            .noKernelKeyring, .damaged:
            false
        }
    }
}
