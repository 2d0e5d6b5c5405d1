import AccountStore

extension Failure {
    init(_ error: StoreError) {
        switch error {
        case .noHome:
            self.init(
                .failed, "There is no home folder for the store. Set HOME, or set ACCT_HOME to an absolute path.")
        case .relativeHome(let path):
            self.init(.usage, "ACCT_HOME is \"\(path)\". Set it to an absolute path.")
        case .foreignOwner(let path, let userID):
            self.init(
                .policy,
                "\(path) belongs to another user (id \(userID)), who could read or change your accounts. "
                    + "Set ACCT_HOME to a folder of your own.")
        case .newer(let found, let known):
            self.init(
                .failed,
                "The store was written by a newer acct (version \(found), this one knows \(known)). "
                    + "Nothing was changed; use the newer acct.")
        case .corrupt(let path):
            self.init(
                .failed,
                "\(path) is damaged. Nothing was changed. Restore it from a backup, or move it away and add "
                    + "your accounts again.", command: "mv \(path.asShellWord) \("\(path).damaged".asShellWord)")
        case .foreignDatabase(let path):
            self.init(
                .failed, "\(path) is another program's database. Nothing was changed; set ACCT_HOME to another folder.")
        case .full(let path):
            self.init(
                .failed, "The disk that holds \(path) is full. Nothing was changed; free some space and try again.")
        case .readOnly(let path):
            self.init(.failed, "\(path) cannot be written to. Make it writable, or set ACCT_HOME to another folder.")
        case .busy(let path):
            self.init(.failed, "\(path) is locked by another process. Try again.")
        case .denied(let path):
            self.init(
                .failed,
                "This user may not use \(path). Change its owner or mode, or set ACCT_HOME to another folder.")
        case .system(let path, let code):
            self.init(
                .failed, "Cannot use \(path): \(Self.systemReason(code)). Fix that, or set ACCT_HOME to another folder."
            )
        case .keyMissing:
            self.init(
                .failed,
                "The key of the stored tokens is missing. Put the file \"key\" back into the store's folder, "
                    + "or sign out of every account and sign in again.", command: "acct sign-out --all")
        case .keyDamaged(let path):
            self.init(.failed, "\(path) is not a valid key. Put the right file back.")
        case .cannotUnseal(let row):
            self.init(
                .failed,
                "A stored token cannot be decrypted (\(row)): it was altered, or encrypted with another key. "
                    + "Put the right \"key\" file back, or sign out and in again.", command: "acct sign-out --all")
        case .database(let code, let message):
            self.init(.failed, "The store failed: \(message) (SQLite \(code)). Nothing was changed.")
        }
    }
}
