import Glibc

/// A directory that only its owner may enter, and the files directly in it.
struct PrivateDirectory {
    let path: String

    /// Checks the owner of the directory and takes the permissions of all others away.
    ///
    /// - Returns: false when there is no such directory.
    /// - Throws: `StoreError.foreignOwner`, for instance under `sudo` with the caller's `$HOME`: files of root in there
    ///   would lock the caller out of their own store.
    func secureIfPresent() throws(StoreError) -> Bool {
        guard let status = try Self.status(of: path) else { return false }
        guard status.st_uid == geteuid() else { throw .foreignOwner(path: path, userID: status.st_uid) }
        try Self.tighten(path, from: status.st_mode)
        return true
    }

    /// Creates the directory and its missing ancestors, with mode 0700 as the XDG Base Directory Specification demands.
    func create() throws(StoreError) {
        if try secureIfPresent() { return }
        var ancestor = ""
        for part in path.split(separator: "/") {
            ancestor += "/" + part
            // Checked first, because mkdir may say of an existing directory that it is read-only or forbidden.
            if access(ancestor, F_OK) != 0 { try Self.make(ancestor) }
        }
        _ = try secureIfPresent()
    }

    /// Takes the permissions of all others on a file away.
    ///
    /// - Returns: the size of the file in bytes; nil when there is no such file.
    func secureIfPresent(_ file: String) throws(StoreError) -> Int? {
        guard let status = try Self.status(of: file) else { return nil }
        try Self.tighten(file, from: status.st_mode)
        return Int(status.st_size)
    }

    /// Creates a file with these bytes, durably.
    ///
    /// The file appears complete or not at all: it is written under a temporary name and then linked, which fails if
    /// another process was faster. A process that is killed in between leaves its temporary file behind.
    ///
    /// - Returns: false when a file of that name exists, which stays as it is.
    func createFile(_ file: String, holding bytes: [UInt8] = []) throws(StoreError) -> Bool {
        let draft = "\(file).\(getpid()).\(UInt64.random(in: 0 ... .max))"
        defer { unlink(draft) }
        try Self.write(bytes, to: draft)
        let isLinked = link(draft, file) == 0
        guard isLinked || errno == EEXIST else { throw StoreError(errno: errno, path: file) }
        // Also for the file of another process, which may have died before it could make the name durable.
        try synchronize()
        return isLinked
    }

    private static func make(_ path: String) throws(StoreError) {
        if mkdir(path, 0o700) == 0 {
            // A umask can take bits away from the owner as well.
            chmod(path, 0o700)
        } else if errno != EEXIST {
            throw StoreError(errno: errno, path: path)
        }
    }

    /// Makes the names in the directory durable.
    private func synchronize() throws(StoreError) {
        try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY).synchronize()
    }

    private static func write(_ bytes: [UInt8], to draft: String) throws(StoreError) {
        let file = try FileDescriptor(opening: draft, O_CREAT | O_EXCL | O_WRONLY)
        try file.writeAll(bytes)
        try file.synchronize()
    }

    private static func status(of path: String) throws(StoreError) -> stat? {
        var status = stat()
        if stat(path, &status) == 0 { return status }
        guard errno == ENOENT || errno == ENOTDIR else { throw StoreError(errno: errno, path: path) }
        return nil
    }

    /// Takes the permissions of group and others away. The owner's stay, since a read-only store is meant to be one.
    private static func tighten(_ path: String, from mode: mode_t) throws(StoreError) {
        guard mode & 0o077 != 0, chmod(path, mode & 0o700) != 0 else { return }
        // On a read-only file system the mode cannot be changed, but reading is safe, since nothing can be written.
        if errno != EROFS { throw StoreError(errno: errno, path: path) }
    }
}
