import Glibc

/// The files in the folder of a store, looked at without opening the store.
///
/// In a folder of another user nothing is found: no command may change anything there.
public struct StoreFiles: Sendable {
    private let location: StoreLocation
    private let isOwn: Bool

    public init(at location: StoreLocation) {
        self.location = location
        isOwn = (try? FileStatus(of: location.directory))?.map { $0.kind == S_IFDIR && $0.isOfThisUser } ?? false
    }

    /// Whether other users may enter, list or change the folder itself.
    public var isAccessibleToOthers: Bool { isOwn && (FileStatus(followingTo: location.directory)?.isOpen ?? false) }

    /// The files and folders in the folder that its own permissions alone protect.
    public var unprotected: [String] {
        guard isOwn else { return [] }
        return entries.filter { FileStatus(ofLink: $0).map { $0.kind != S_IFLNK && $0.isOpen } ?? false }
    }

    /// Takes the permissions of all other users from the folder and its files.
    ///
    /// - Throws: `StoreError.denied`, `.readOnly`.
    public func restrictPermissions() throws(StoreError) {
        for path in (isAccessibleToOthers ? [location.directory] : []) + unprotected {
            guard let status = FileStatus(followingTo: path), chmod(path, status.mode & 0o700) != 0 else { continue }
            throw StoreError(errno: errno, path: path)
        }
    }

    /// The folders with damaged files that repairs have set aside.
    public var setAside: [String] {
        guard isOwn else { return [] }
        return names(of: location.directory).filter(Self.isSetAside).map { "\(location.directory)/\($0)" }
            .filter { FileStatus(ofLink: $0)?.kind == S_IFDIR }
    }

    /// Files of interrupted runs that nothing reads any more: drafts, and spare files without tokens.
    public var leftovers: [String] { isOwn ? drafts + links + SpareFile.surplus(at: location).map(\.path) : [] }

    /// Removes the leftovers.
    ///
    /// - Throws: `StoreError.busy` while a repair runs or a key is being replaced.
    public func removeLeftovers() throws {
        try PrivateDirectory(path: location.locks).create()
        try FileLock.withLock(at: location.locks + "/repair.lock", seconds: 1) {
            try FileLock.withLock(at: location.keyLock, seconds: 1) {
                try remove(drafts + links)
                // A repair that was killed early has set nothing aside.
                for folder in setAside { rmdir(folder) }
                // Each is locked for as long as the list lives.
                try withExtendedLifetime(SpareFile.surplus(at: location)) { try remove($0.map(\.path)) }
            }
        }
    }

    /// Removes files of the folder. A file that does not exist is no error.
    public func remove(_ files: [String]) throws(StoreError) {
        for file in files where unlink(file) != 0 && errno != ENOENT { throw StoreError(errno: errno, path: file) }
    }

    /// The names in the store's folder or in one in it. A link may lead anywhere, so it has none.
    private func names(of folder: String) -> [String] {
        guard folder == location.directory || FileStatus(ofLink: folder)?.kind == S_IFDIR else { return [] }
        return PrivateDirectory(path: folder).names
    }

    private var entries: [String] {
        names(of: location.directory).flatMap { name in
            let path = "\(location.directory)/\(name)"
            // Other programs write below the other folders, each as it likes.
            let isListed = ["locks", "spare"].contains(name) || Self.isSetAside(name)
            return [path] + (isListed ? names(of: path).map { "\(path)/\($0)" } : [])
        }
    }

    /// Drafts of keys and of repaired databases. One that was just written may be in use.
    private var drafts: [String] {
        let keys = location.keyFiles.filter { $0.hasSuffix(".draft") }
        let databases = setAside.flatMap { folder in
            names(of: folder).filter { $0.hasPrefix("readable.sqlite") || $0.hasPrefix("repaired.sqlite") }
                .map { "\(folder)/\($0)" }
        }
        return (keys + databases).filter(Self.isOld)
    }

    /// Drafts of the links to `acct`, which have the id of a process that ended before it could rename them.
    private var links: [String] {
        names(of: location.shims).compactMap { name in
            guard let id = name.split(separator: ".").dropFirst().last.flatMap({ pid_t($0) }), id > 0,
                kill(id, 0) != 0, errno == ESRCH
            else { return nil }
            return "\(location.shims)/\(name)"
        }
    }

    private static func isSetAside(_ name: String) -> Bool {
        name.hasPrefix("damaged-") && Int(name.dropFirst("damaged-".count)) != nil
    }

    private static func isOld(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && time(nil) - status.st_mtim.tv_sec > 60
    }
}

extension FileStatus {
    /// Nil where the path leads nowhere.
    fileprivate init?(followingTo path: String) {
        guard let status = (try? FileStatus(of: path)) ?? nil else { return nil }
        self = status
    }

    fileprivate var isOfThisUser: Bool { userID == geteuid() }

    /// Whether group or others have permissions.
    fileprivate var isOpen: Bool { isOfThisUser && mode & 0o077 != 0 }
}
