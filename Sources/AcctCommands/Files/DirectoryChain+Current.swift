import AccountProfiles

extension DirectoryChain {
    /// From where we are; nil when that directory was removed meanwhile.
    static var current: DirectoryChain? {
        ResolvedPath.current.map { DirectoryChain(from: $0, worktreeOf: GitWorktree.mainDirectory(of: $0)) }
    }
}

extension AcctFileError {
    /// One line that says what is ignored, why, and what to type.
    var note: String {
        let (path, reason) = ignorance
        return "Ignoring \(path), which \(reason). To use it, run: acct allow \(path.asShellWord)".safeLine
    }

    private var ignorance: (path: String, reason: String) {
        switch self {
        case .edited(let path): (path, "has changed since it was allowed")
        case .unreadable(let path, _): (path, "cannot be read")
        case .irregular(let path): (path, "is no regular file")
        case .foreignOwner(let path, _): (path, "belongs to another user")
        case .writableByAll(let path): (path, "everybody may write to")
        case .invalid(let path, _): (path, "does not say whom to use")
        case .notAllowed(let path), .missing(let path), .otherName(let path): (path, "has not been allowed")
        case .nowhere: (DirectoryFile.name, "is not there")
        }
    }
}
