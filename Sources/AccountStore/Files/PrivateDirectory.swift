import Glibc

/// A directory that only its owner may enter, and the files directly in it.
struct PrivateDirectory {
    let path: String

    /// Checks the owner of the directory and takes the permissions of all others away.
    ///
    /// - Parameter secrets: files in it that others must not have been able to read or change.
    /// - Returns: false when there is no such directory.
    /// - Throws: `StoreError.foreignOwner`, for instance under `sudo` with the caller's `$HOME`: files of root in there
    ///   would lock the caller out of their own store. `.exposed`, with nothing changed.
    func secureIfPresent(holding secrets: @autoclosure () -> [String] = []) throws(StoreError) -> Bool {
        guard let status = try FileStatus(of: path) else { return false }
        guard status.kind == S_IFDIR else { throw StoreError(errno: ENOTDIR, path: path) }
        try status.requireOwner(path)
        if status.mode & 0o077 != 0 {
            for file in secrets() where FileStatus(ofLink: file).map({ $0.mode & 0o077 != 0 }) == true {
                throw .exposed(path: file, directory: path)
            }
        }
        try Self.tighten(path, from: status.mode)
        return true
    }

    /// Creates the directory and its missing ancestors, with mode 0700 as the XDG Base Directory Specification demands.
    ///
    /// - Throws: `StoreError.foreignOwner` also under `sudo`, when root would create it in a directory of another user.
    func create() throws(StoreError) {
        if try secureIfPresent() { return }
        var ancestor = ""
        var last = try FileStatus(of: "/")
        for part in path.pathComponents {
            let parent = ancestor
            ancestor += "/" + part
            if let found = try FileStatus(of: ancestor) {
                last = found
                continue
            }
            if geteuid() == 0, let last, last.userID != 0, getenv("SUDO_UID") != nil {
                throw .foreignOwner(path: parent.isEmpty ? "/" : parent, userID: last.userID)
            }
            try Self.make(ancestor)
            last = nil
        }
        _ = try secureIfPresent()
    }

    /// Checks that a file is one and belongs to this user, and takes the permissions of all others away.
    ///
    /// - Returns: the size of the file in bytes; nil when there is no such file.
    /// - Throws: `StoreError.foreignOwner`, `.notAFile`, `.missingTarget`.
    func size(of file: String) throws(StoreError) -> Int? {
        guard let status = try FileStatus(of: file) else { return nil }
        guard status.kind == S_IFREG else { throw .notAFile(path: file) }
        try status.requireOwner(file)
        try Self.tighten(file, from: status.mode)
        return status.size
    }

    /// Creates an empty file, durably; one that exists stays as it is.
    func createFile(_ file: String) throws(StoreError) {
        do throws(StoreError) {
            _ = try FileDescriptor(opening: file, O_CREAT | O_EXCL | O_WRONLY)
        } catch .system(_, EEXIST) {
            // Another process was faster, and may have died before it could make the name durable.
        }
        try synchronize()
    }

    /// Creates a file with these bytes, durably, or replaces one. It appears complete or not at all.
    ///
    /// One process at a time: the draft has a fixed name, so that the draft of a process that was killed is used again
    /// and no copy stays.
    func replaceFile(_ file: String, with bytes: [UInt8]) throws(StoreError) {
        let draft = file + ".draft"
        try Self.write(bytes, to: draft)
        guard rename(draft, file) == 0 else {
            let error = StoreError(errno: errno, path: file)
            unlink(draft)
            throw error
        }
        try synchronize()
    }

    /// Removes a file and a draft of it, durably. A file that does not exist is no error.
    func removeFile(_ file: String) throws(StoreError) {
        for name in [file, file + ".draft"] where unlink(name) != 0 && errno != ENOENT {
            throw StoreError(errno: errno, path: name)
        }
        try synchronize()
    }

    /// The names in the directory, sorted; none for one that cannot be read.
    var names: [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var found: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { found.append(name) }
        }
        return found.sorted()
    }

    /// Makes the names in the directory durable.
    func synchronize() throws(StoreError) {
        try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY).synchronize()
    }

    private static func make(_ path: String) throws(StoreError) {
        if mkdir(path, 0o700) == 0 {
            // A umask can take bits away from the owner as well.
            chmod(path, 0o700)
        } else if errno != EEXIST {
            throw StoreError(errno: errno, path: path)
        }
    }

    private static func write(_ bytes: [UInt8], to draft: String) throws(StoreError) {
        let file = try FileDescriptor(opening: draft, O_CREAT | O_TRUNC | O_WRONLY)
        try file.writeAll(bytes)
        try file.synchronize()
    }

    /// Takes the permissions of group and others away. The owner's stay, since a read-only store is meant to be one.
    private static func tighten(_ path: String, from mode: mode_t) throws(StoreError) {
        guard mode & 0o077 != 0, chmod(path, mode & 0o700) != 0 else { return }
        // On a read-only file system the mode cannot be changed, but reading is safe, since nothing can be written.
        if errno != EROFS { throw StoreError(errno: errno, path: path) }
    }
}
