import CProcess
import FoundationEssentials
import Glibc
import Synchronization

/// A file that exists once it is complete, and not before. What it replaces stays whole until then.
///
/// The bytes go into a draft beside the file: a hidden file whose name begins with `.acct-`, renamed at the end. A new
/// file gets the mode that the umask gives, a replaced one keeps its own. Devices and pipes are written to directly.
///
/// With a mode, a symbolic link at the path is replaced, not followed: a planted link must not receive secrets.
final class OutputFile: Sendable {
    let path: String
    let folder: String
    /// Whether an existing file may be replaced.
    private let replaces: Bool
    /// The mode that was asked for, or that of the file that is replaced; nil for that of the umask.
    private let mode: mode_t?
    /// Whether there was a file when this one was named.
    let exists: Bool
    /// False for a device or a pipe.
    let isReplaced: Bool
    let open = Mutex(Open())

    struct Open {
        var descriptor: Int32 = -1
        /// The path of the draft; nil for a device or a pipe.
        var draft: String?
        var isCommitted = false
        /// The error number of a write that failed; the file cannot become complete then.
        var failure: Int32?
        /// Whether the file could not be put in its place, which may succeed later.
        var hasFailed = false
    }

    /// Whether the file is complete and in its place.
    var isCommitted: Bool { open.withLock(\.isCommitted) }

    /// Whether bytes could not be written, or the file not be put in its place.
    var hasFailed: Bool { open.withLock { $0.hasFailed || $0.failure != nil } }

    /// Creates nothing yet.
    ///
    /// - Parameters:
    ///   - replaces: false to refuse a name that is in use, now and when the file is complete.
    ///   - mode: the mode of a file with secrets; nil for any other file.
    /// - Throws: `unsuitable` for a folder, and where nothing can be written; `nameInUse`.
    init(_ path: String, replaces: Bool = true, mode: mode_t? = nil) throws(OutputFileError) {
        var info = stat()
        self.replaces = replaces
        // A link that leads nowhere uses its name as well.
        if !replaces, lstat(path, &info) == 0 { throw .nameInUse(path: path) }
        exists = stat(path, &info) == 0
        if exists ? info.isFolder : path.hasSuffix("/") || path.isEmpty {
            throw .unsuitable(path: path, code: EISDIR)
        }
        self.mode = mode ?? (exists ? info.st_mode & 0o7777 : nil)
        isReplaced = !exists || info.isRegularFile
        // A link stays a link: the file it leads to is replaced.
        let followsLink = exists && isReplaced && mode == nil
        let target = followsLink ? ResolvedPath.of(path) : nil
        if followsLink, target == nil, lstat(path, &info) == 0, info.isSymbolicLink {
            throw .unsuitable(path: path, code: EILSEQ)
        }
        self.path = target ?? path
        folder = self.path.utf8.contains(UInt8(ascii: "/")) ? ResolvedPath.parent(self.path) : "."
        if exists, access(path, W_OK) != 0 { throw .unsuitable(path: path, code: errno) }
        if isReplaced, access(folder, W_OK | X_OK) != 0 { throw .unsuitable(path: path, code: errno) }
        if isReplaced { DraftRemoval.install() }
    }

    deinit {
        open.withLock { open in
            if open.descriptor >= 0 { close(open.descriptor) }
            guard let draft = open.draft else { return }
            unlink(draft)
            DraftRemoval.cancel(draft)
        }
    }

    /// Appends all of the bytes. When that fails, a draft has none of them, and the file cannot be committed any more.
    ///
    /// - Throws: `cannotWrite`.
    func write(_ bytes: Data) throws(OutputFileError) {
        let code = open.withLock { open -> Int32? in
            if let code = begin(&open) { return code }
            let start = lseek(open.descriptor, 0, SEEK_CUR)
            guard let code = bytes.withUnsafeBytes({ writeAll($0, to: open.descriptor) }) else { return nil }
            open.failure = code
            if open.draft != nil, ftruncate(open.descriptor, start) == 0 { lseek(open.descriptor, start, SEEK_SET) }
            return code
        }
        if let code { throw .cannotWrite(path: path, code: code) }
    }

    /// Puts the complete file in its place, on the disk.
    func commit() throws(OutputFileError) {
        let code = open.withLock { open -> Int32? in
            if let code = begin(&open) ?? open.failure { return code }
            if let draft = open.draft {
                guard fsync(open.descriptor) == 0, mode.map({ fchmod(open.descriptor, $0) == 0 }) ?? true,
                    replaces ? rename(draft, path) == 0 : cprocess_rename_to_new(draft, path)
                else {
                    open.hasFailed = true
                    return errno
                }
                open.draft = nil
                DraftRemoval.cancel(draft)
            }
            open.isCommitted = true
            return nil
        }
        if code == EEXIST, !replaces { throw .nameInUse(path: path) }
        if let code { throw .cannotWrite(path: path, code: code) }
        guard isReplaced else { return }
        synchronizeFolder()
        removeAbandonedDrafts()
    }

    /// Has the new name on the disk, too. The file is complete and in its place: a folder that this user may not read is no
    /// failure.
    private func synchronizeFolder() {
        let descriptor = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// Puts what was written so far beside the file: as `FILE.partial`, with a number behind it if that exists.
    ///
    /// - Returns: its path; nil when nothing was written, or to a device or a pipe, or when it cannot be stored.
    func savePartial() -> String? {
        open.withLock { open in
            guard let draft = open.draft, let name = Self.unusedName(for: "\(path).partial") else { return nil }
            guard rename(draft, name) == 0 else {
                unlink(name)
                return nil
            }
            open.draft = nil
            DraftRemoval.cancel(draft)
            return name
        }
    }

    /// A name without a file, or that name with a number behind it. An empty file then has it.
    private static func unusedName(for name: String) -> String? {
        for number in 1...999 {
            let candidate = number == 1 ? name : "\(name)-\(number)"
            let descriptor = Glibc.open(candidate, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
            if descriptor >= 0 {
                close(descriptor)
                return candidate
            }
            guard errno == EEXIST else { return nil }
        }
        return nil
    }

    /// - Returns: the error number when nothing can be written to.
    private func begin(_ open: inout Open) -> Int32? {
        guard open.descriptor < 0 else { return nil }
        if isReplaced { return createDraft(&open) }
        open.descriptor = Glibc.open(path, O_WRONLY | O_CLOEXEC)
        return open.descriptor < 0 ? errno : nil
    }

    /// The draft is locked for as long as this process writes to it.
    private func createDraft(_ open: inout Open) -> Int32? {
        while true {
            let name = "\(folder)/\(draftPrefix)\(String(UInt64.random(in: 0 ... .max), radix: 36))"
            DraftRemoval.add(name)
            let descriptor = Glibc.open(name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, mode == nil ? 0o666 : 0o600)
            guard descriptor >= 0 else {
                let code = errno
                DraftRemoval.cancel(name)
                return code
            }
            var info = stat()
            // Before the lock, another run could take the draft for an abandoned one. Not every file system has locks.
            let isTaken = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
            if !isTaken, fstat(descriptor, &info) == 0, info.st_nlink == 1 {
                (open.descriptor, open.draft) = (descriptor, name)
                return nil
            }
            close(descriptor)
            DraftRemoval.cancel(name)
        }
    }

    /// The names of the drafts of one file begin alike: `.acct-`, a hash of the file's name (FNV-1a), and a hyphen.
    var draftPrefix: String {
        let hash = ResolvedPath.lastName(path).utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { hash, byte in
            (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return "\(Self.draftMark)\(String(hash, radix: 36))-"
    }

    /// The beginning of the name of each draft.
    static let draftMark = ".acct-"
}

/// Error numbers are the system's.
enum OutputFileError: Error, Hashable {
    /// Found before anything was sent.
    case unsuitable(path: String, code: Int32)
    case cannotWrite(path: String, code: Int32)
    /// There is a file that must not be replaced.
    case nameInUse(path: String)
}
