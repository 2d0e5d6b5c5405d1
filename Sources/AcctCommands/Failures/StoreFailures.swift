import AccountProfiles
import AccountStore

extension Failure {
    /// - Parameter profile: the profile that acted.
    init(_ error: StoreError, profile: ProfileName? = nil) {
        switch error {
        case .noHome, .readOnly, .denied, .system, .unsupportedFileSystem, .database, .keyMissing:
            self.init(.failed, error.reason, advice: error.advice)
        case .relativeHome:
            self.init(.usage, error.reason, advice: error.advice)
        case .foreignOwner, .changeableLink, .exposed:
            self.init(.policy, error.reason, advice: error.advice)
        case .unsavedTokens, .missingTarget, .notAFile, .newer, .unknownKeyStore, .foreignDatabase, .full, .busy,
            .corrupt, .databaseMissing, .keyDamaged, .wrongKey:
            self.init(.failed, "\(error.reason) Nothing was changed.", advice: error.advice)
        case .alteredProfile:
            self.init(.policy, "\(error.reason) Nothing was sent.", advice: error.advice)
        case .browserForgotten:
            self.init(.failed, "\(error.reason) Nothing was sent.", advice: error.advice)
        case .cannotUnseal:
            self.init(.signInRequired, error.reason, advice: error.advice)
            if let profile { remedy = Remedy(leadIn: leadIn, .signIn(to: profile)) }
        case .setAside(let cause):
            self.init(
                .failed,
                "You are signed in, but the store could not save it. \(cause.reason) The tokens are kept, encrypted, and "
                    + "the next command that can write the store saves them.", advice: cause.advice)
            remedy = remedy ?? Remedy("acct list")
        case .lost(let cause):
            self.init(
                .failed,
                "You signed in, but nothing could be saved. \(cause.reason)"
                    + "\(cause.advice.instruction.map { " \($0)" } ?? "") Then sign in again.")
        }
    }

    static let oldKeyStays = Failure(
        .failed,
        "The old key could not be removed: its key store cannot be reached, or another acct uses the keys. Try again.")

    /// The cause alone, for an error that leaves the command's result good.
    static func reason(of error: any Error) -> String {
        (error as? StoreError)?.reason ?? (error as? KeyStoreError)?.reason ?? Failure(error).message
    }
}

extension StoreError {
    /// The cause, in a sentence.
    var reason: String {
        switch self {
        case .noHome: "There is no home folder for the store."
        case .relativeHome(let path): "ACCT_HOME is \"\(path)\"."
        case .foreignOwner(let path, let userID):
            "\(path) belongs to another user (id \(userID)), who could read or change your accounts."
        case .exposed(let path, _):
            "Other users of this machine may read or change \(path), and with it your accounts."
        case .changeableLink(let path):
            "\(path) is a symbolic link that another user can change, and so put another store in place of yours."
        case .missingTarget(let path): "\(path) is a symbolic link that leads nowhere."
        case .notAFile(let path): "\(path) is not a regular file."
        case .unsupportedFileSystem(let path):
            "The file system of \(path) has no file locks or no shared memory, which the store needs."
        case .newer(let found, let known):
            "The store was written by a newer acct (version \(found), this one knows \(known))."
        case .unknownKeyStore(let name):
            "The key of the store is in \"\(name)\", which this version of acct does not know."
        case .corrupt(let path): "\(path) is damaged."
        case .databaseMissing(let path): "\(path) is missing, but the store has a key, so there were accounts."
        case .foreignDatabase(let path): "\(path) is another program's database."
        case .full(let path): "The disk that holds \(path) is full."
        case .readOnly(let path): "\(path) cannot be written to."
        case .busy(let path): "\(path) is locked by another process."
        case .denied(let path): "This user may not use \(path)."
        case .system(let path, let code): "Cannot use \(path): \(Failure.systemReason(code))."
        case .keyMissing(let path?): "\(path), the key of the stored tokens, is missing."
        case .keyMissing(nil): "The key of the stored tokens is missing in the desktop's keyring."
        case .keyDamaged(let path): "\(path) is not a valid key."
        case .wrongKey(let path?): "\(path) is not the key that encrypted the stored tokens."
        case .wrongKey(nil): "The key in the desktop's keyring is not the one that encrypted the stored tokens."
        case .alteredProfile(let name):
            "Another program has changed where profile \(name) signs in or sends its tokens."
        case .browserForgotten(let name):
            "The key of the store is a new one, so the browser of profile \(name) was forgotten."
        case .setAside(let cause), .lost(let cause): cause.reason
        case .unsavedTokens(let path):
            "\(path) has tokens of an earlier sign-in that could not be saved in the database yet."
        case .cannotUnseal(let row): "A stored token cannot be decrypted (\(row)): it is damaged, or was altered."
        case .database(let code, let message): "The store failed: \(message) (SQLite \(code))."
        }
    }

    fileprivate var advice: Failure.Advice {
        switch self {
        case .noHome: .init("Set HOME, or set ACCT_HOME to an absolute path.")
        case .relativeHome: .init("Set it to an absolute path.")
        case .foreignOwner: .init("Set ACCT_HOME to a folder of your own.")
        case .exposed(_, let directory):
            .init(
                "If another user may have read it, sign in to your accounts again afterwards.", leadIn: "To close it:",
                command: "chmod -R go= \(directory)")
        case .changeableLink:
            .init("Set ACCT_HOME to the folder itself, or move the link to a folder of your own.")
        case .missingTarget: .init("Mount the volume that it leads to, or remove the link.")
        case .notAFile: .init("Move it away, or set ACCT_HOME to another folder.")
        case .unsupportedFileSystem: .init("Set ACCT_HOME to a folder on a local disk.")
        case .newer, .unknownKeyStore: .init("Use the newer acct.")
        case .corrupt:
            .init(leadIn: "Restore it from a backup, or save what can still be read:", command: "acct store repair")
        case .databaseMissing:
            .init(
                leadIn: "Restore it from a backup, or set the key aside and begin anew:", command: "acct store repair")
        case .foreignDatabase: .init("Set ACCT_HOME to another folder.")
        case .full: .init("Free some space and try again.")
        case .readOnly: .init("Make it writable, or set ACCT_HOME to another folder.")
        case .busy: .init("Try again.")
        case .denied: .init("Change its owner or mode, or set ACCT_HOME to another folder.")
        case .system: .init("Fix that, or set ACCT_HOME to another folder.")
        case .keyMissing:
            .init(
                "Without it all sign-ins are lost; the profiles, rules and directories stay.",
                leadIn: "Restore it from a backup, or keep the profiles without their sign-ins:",
                command: "acct store repair")
        case .keyDamaged, .wrongKey:
            .init(
                leadIn: "Put the right key back, or set this one aside and sign in again:",
                command: "acct store repair")
        case .alteredProfile(let name): .init(leadIn: "Remove it, and add it again:", command: "acct remove \(name)")
        case .browserForgotten(let name):
            .init(
                leadIn: "Run the same command again, or set the browser first:",
                command: "acct edit \(name) --browser COMMAND")
        case .setAside(let cause), .lost(let cause): cause.advice
        case .unsavedTokens: .init(leadIn: "Free some space, and have them saved:", command: "acct list")
        case .cannotUnseal: .init(leadIn: "Sign in again:", command: "acct sign-in NAME")
        case .database: .init("Try again.")
        }
    }
}
