import Glibc

/// A directory that only its owner may enter, and the files directly in it.
struct PrivateDirectory {
    let path: String

    /// Whether the directory is there; if it is, it is ours and nobody else may enter it afterwards.
    ///
    /// - Throws: `StoreError.foreignOwner`, for instance under `sudo` with the caller's `$HOME`: files of root's in
    ///   there would lock the person out of their own store.
    func secureIfPresent() throws(StoreError) -> Bool {
        guard let status = try PrivateDirectory.status(of: path) else { return false }
        guard status.st_uid == geteuid() else { throw .foreignOwner(path: path, userID: status.st_uid) }
        try PrivateDirectory.tighten(path, from: status.st_mode)
        return true
    }

    /// Creates the directory, and those above it that are missing, all with mode 0700 as XDG asks for.
    func create() throws(StoreError) {
        if try secureIfPresent() { return }
        var ancestor = ""
        for part in path.split(separator: "/") {
            ancestor += "/" + part
            // Asked first, because mkdir may call what is there read-only or forbidden rather than present.
            if access(ancestor, F_OK) != 0 { try PrivateDirectory.make(ancestor) }
        }
        _ = try secureIfPresent()
    }

    /// The size in bytes of a file in here, nil when there is none; nobody else may open it afterwards.
    func secureIfPresent(_ file: String) throws(StoreError) -> Int? {
        guard let status = try PrivateDirectory.status(of: file) else { return nil }
        try PrivateDirectory.tighten(file, from: status.st_mode)
        return Int(status.st_size)
    }

    /// Creates a file with these bytes, durably; false when there is one of that name already, which stays as it is.
    ///
    /// The file appears under its name complete or not at all: it is written under a name of its own and then linked,
    /// which fails if another process was faster. A process that is killed in between leaves its draft behind.
    func createFile(_ file: String, holding bytes: [UInt8] = []) throws(StoreError) -> Bool {
        let draft = "\(file).\(getpid()).\(UInt64.random(in: 0 ... .max))"
        defer { unlink(draft) }
        try PrivateDirectory.write(bytes, to: draft)
        let isLinked = link(draft, file) == 0
        guard isLinked || errno == EEXIST else { throw StoreError(errno: errno, path: file) }
        // Even if it is not ours: its maker may have died before it could make the name durable.
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

    /// Takes the rights of others away. The owner's stay: who made their store read-only meant it.
    private static func tighten(_ path: String, from mode: mode_t) throws(StoreError) {
        guard mode & 0o077 != 0, chmod(path, mode & 0o700) != 0 else { return }
        // On a read-only file system the modes cannot be mended and nothing can be written either: reading is safe.
        if errno != EROFS { throw StoreError(errno: errno, path: path) }
    }
}
