import Glibc

/// The kind, owner, mode and size of a file or directory.
struct FileStatus {
    /// `S_IFREG`, `S_IFDIR`, `S_IFLNK` and so on.
    let kind: mode_t
    /// The permission bits.
    let mode: mode_t
    let userID: uid_t
    let size: Int
    private let identity: [UInt]

    private init(_ status: stat) {
        kind = status.st_mode & S_IFMT
        mode = status.st_mode & 0o7777
        userID = status.st_uid
        size = Int(status.st_size)
        identity = [UInt(status.st_dev), UInt(status.st_ino)]
    }

    /// Whether two paths lead to one file.
    func isSameFile(as other: FileStatus?) -> Bool { identity == other?.identity }

    /// The status of the file at the end of all links; nil when there is none.
    ///
    /// - Throws: `StoreError.missingTarget` for a link that leads nowhere, such as one to a volume that is not mounted: to
    ///   take it for an empty place would hide what is there.
    init?(of path: String) throws(StoreError) {
        var status = stat()
        if stat(path, &status) == 0 {
            self.init(status)
            return
        }
        guard errno == ENOENT || errno == ENOTDIR else { throw StoreError(errno: errno, path: path) }
        guard lstat(path, &status) == 0 else { return nil }
        guard status.st_mode & S_IFMT != S_IFLNK else { throw .missingTarget(path: path) }
        // Another process has made it between the two calls.
        self.init(status)
    }

    /// The status of the path itself, which may be a link; nil when there is nothing, or it may not be seen.
    init?(ofLink path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    func requireOwner(_ path: String) throws(StoreError) {
        guard userID == geteuid() else { throw .foreignOwner(path: path, userID: userID) }
    }

    /// Checks every symbolic link on the way to a file: another user who could change one could put another store in the
    /// place of this one.
    ///
    /// - Throws: `StoreError.changeableLink`.
    static func requireOwnLinks(to path: String) throws(StoreError) {
        var remaining = path.pathComponents[...]
        var directory = ""
        var linkCount = 0
        while let part = remaining.popFirst() {
            if part == "." { continue }
            if part == ".." {
                directory = directory.pathComponents.dropLast().map { "/" + $0 }.joined()
                continue
            }
            let place = directory + "/" + part
            guard let status = FileStatus(ofLink: place) else { return }
            guard status.kind == S_IFLNK else {
                directory = place
                continue
            }
            guard linkCount < 40, let target = target(of: place) else { throw StoreError(errno: ELOOP, path: path) }
            linkCount += 1
            guard let parent = FileStatus(ofLink: directory.isEmpty ? "/" : directory), status.isOwn, parent.keepsNames
            else { throw .changeableLink(path: place) }
            if target.utf8.first == UInt8(ascii: "/") { directory = "" }
            remaining = target.pathComponents + remaining
        }
    }

    /// Whether it belongs to this user or to root, which can be root outside of the user namespace.
    private var isOwn: Bool {
        userID == geteuid() || userID == 0 || userID == UserNamespace.overflowID && UserNamespace.current.hidesOwners
    }

    /// Whether nobody else can replace what is in this directory and belongs to this user.
    private var keepsNames: Bool { isOwn && (mode & 0o022 == 0 || mode & S_ISVTX != 0) }

    private static func target(of link: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = bytes.withUnsafeMutableBytes { buffer in
            buffer.baseAddress.map { readlink(link, $0, buffer.count) } ?? -1
        }
        return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
    }
}

extension String {
    /// Cut by bytes: an accent at the beginning of a name is one `Character` with the slash before it.
    var pathComponents: [String] { utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) } }
}

/// The user namespace of a process (user_namespaces(7)).
struct UserNamespace {
    /// The owner that the kernel shows in place of one whom the namespace does not know. Outside of such a namespace it is
    /// a user like others, `nobody`.
    static let overflowID: uid_t = 65534
    static let current = UserNamespace(
        map: (try? FileDescriptor(opening: "/proc/self/uid_map", O_RDONLY).readAll(limit: 1 << 16))
            .map { String(decoding: $0, as: UTF8.self) })

    /// Whether there are owners whom the namespace does not know.
    let hidesOwners: Bool

    /// - Parameter map: lines with the first id inside, the first id outside, and the number of ids; nil where the system
    ///   does not tell.
    init(map: String?) {
        let lines = map?.split(separator: "\n").map { $0.split(separator: " ") }
        let counts = lines?.compactMap { $0.last.flatMap { Int($0) } }
        hidesOwners = counts.map { $0.reduce(0, +) < Int(uid_t.max) } ?? false
    }
}
