import AccountProfiles

/// What can be wrong with an `.acct` file. It is ignored then, and says nothing about who acts.
enum AcctFileError: Error, Equatable {
    /// There is none here or above.
    case nowhere
    case missing(path: String)
    /// A file of another name, which nothing looks for.
    case otherName(path: String)
    case unreadable(path: String, code: Int32)
    /// A pipe, a socket or a device.
    case irregular(path: String)
    case foreignOwner(path: String, userID: UInt32)
    case writableByAll(path: String)
    case invalid(path: String, DirectoryFileError)
    case notAllowed(path: String)
    /// Other content was allowed than is there now.
    case edited(path: String)
}
