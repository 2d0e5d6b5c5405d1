import AccountProfiles
import AccountStore

/// What directories and requests say about who acts.
extension Services {
    /// Of the nearest directory that is bound or has an allowed `.acct` file. One that lies nearer and does not count is
    /// ignored with a line on stderr.
    func binding() throws -> Binding? {
        guard let chain = DirectoryChain.current else { return nil }
        let repository = try directoryRepository()
        let bound = chain.nearest(among: try repository.bindings(of: chain.directories))
        var ignored: AcctFileError?
        defer { if let ignored { output.note(ignored.note) } }
        for directory in chain.directories {
            if let bound, DirectoryChain.isSame(bound.directory, directory) { return bound }
            do {
                if let file = try allowedFile(in: directory, repository) { return try file.binding() }
            } catch let error as AcctFileError {
                ignored = ignored ?? error
            }
        }
        return nil
    }

    /// The most specific first.
    func rules() throws -> [Rule] {
        try ruleRepository().rules().map(\.rule)
    }

    private func allowedFile(in directory: String, _ repository: BindingRepository) throws -> AcctFile? {
        guard let file = try AcctFile(in: directory) else { return nil }
        switch try repository.isAllowed(file.path, content: file.bytes) {
        case true?: return file
        case false?: throw AcctFileError.edited(path: file.path)
        case nil: throw AcctFileError.notAllowed(path: file.path)
        }
    }
}

extension DirectoryChain {
    /// From where we are; nil when that directory was removed meanwhile.
    static var current: DirectoryChain? {
        ResolvedPath.current.map { DirectoryChain(from: $0, worktreeOf: GitWorktree.mainDirectory(of: $0)) }
    }
}

extension AcctFileError {
    /// One line that says what is ignored, why, and what to type.
    fileprivate var note: String {
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
