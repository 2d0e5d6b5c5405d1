import FoundationEssentials
import Glibc
import Synchronization

/// Drafts that one run leaves and another resumes.
extension OutputFile {
    struct Draft: Codable, Hashable {
        let path: String
        /// The bytes that are known to be on the disk.
        let size: Int
    }

    /// The absolute path, whatever directory the command is typed in.
    var absolutePath: String {
        ResolvedPath.of(folder).map { "\($0)/\(ResolvedPath.lastName(path))" } ?? path
    }

    /// The draft as it is on the disk, from which another run can resume even if this one is killed.
    ///
    /// - Returns: nil when the draft is empty or cannot be stored.
    func savedDraft() -> Draft? {
        open.withLock { open in Self.saved(open) }
    }

    private static func saved(_ open: Open) -> Draft? {
        guard let path = open.draft, fsync(open.descriptor) == 0,
            case let size = lseek(open.descriptor, 0, SEEK_END), size > 0, let full = ResolvedPath.of(path)
        else { return nil }
        return Draft(path: full, size: Int(size))
    }

    /// Has a signal that ends the process leave the draft.
    func keepDraft() {
        open.withLock { open in
            if let draft = open.draft { DraftRemoval.cancel(draft) }
        }
    }

    /// Appends to a draft of an earlier run. Bytes beyond its size are cut off.
    ///
    /// - Returns: false for a draft that is not as it was left: shorter, owned by someone else, or open in another run.
    func resume(_ draft: Draft) -> Bool {
        open.withLock { open in
            guard open.descriptor < 0, ResolvedPath.lastName(draft.path).hasPrefix(Self.draftMark) else {
                return false
            }
            let descriptor = Glibc.open(draft.path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { return false }
            var info = stat()
            guard fstat(descriptor, &info) == 0, info.isRegularFile, info.st_uid == geteuid(),
                info.st_nlink == 1, info.st_size >= draft.size, flock(descriptor, LOCK_EX | LOCK_NB) == 0,
                ftruncate(descriptor, off_t(draft.size)) == 0, lseek(descriptor, 0, SEEK_END) == draft.size
            else {
                close(descriptor)
                return false
            }
            // The draft is not watched: a signal that ends this run at once leaves it as it was before.
            (open.descriptor, open.draft) = (descriptor, draft.path)
            return true
        }
    }

    /// Removes the draft. The next byte begins another.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    func discardDraft() -> Bool {
        open.withLock { open in
            guard let path = open.draft else { return false }
            unlink(path)
            DraftRemoval.cancel(path)
            close(open.descriptor)
            open = Open()
            return true
        }
    }

    /// Leaves the draft on the disk for another run.
    ///
    /// - Returns: nil when the draft is empty or cannot be kept.
    func leaveDraft() -> Draft? {
        open.withLock { open in
            guard let path = open.draft, let draft = Self.saved(open) else { return nil }
            DraftRemoval.cancel(path)
            close(open.descriptor)
            open = Open()
            return draft
        }
    }

    /// Removes the drafts of this file that no process writes to: the file is complete without them.
    func removeAbandonedDrafts() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names.filter({ $0.hasPrefix(draftPrefix) }) {
            let draft = "\(folder)/\(name)"
            let descriptor = Glibc.open(draft, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            defer { close(descriptor) }
            var info = stat()
            guard fstat(descriptor, &info) == 0, info.isRegularFile, info.st_uid == geteuid(),
                flock(descriptor, LOCK_EX | LOCK_NB) == 0
            else { continue }
            unlink(draft)
        }
    }
}

/// The removal of drafts when a signal or an exit ends the process before their files are complete.
///
/// SIGKILL and a power cut leave a draft, until a later run has completed the file.
enum DraftRemoval {
    private static let paths = Mutex<Set<String>>([])

    /// Begins the watch of signals, once. To be called before other watches of the same signals begin, which then raise them
    /// to this one.
    static func install() { installation }

    private static let installation: Void = {
        atexit { DraftRemoval.run() }
        _ = Signals.watch([SIGINT, SIGTERM, SIGHUP]) { number, watch in
            run()
            watch.end()
            Signals.raise(number)
        }
    }()

    static func add(_ path: String) { _ = paths.withLock { $0.insert(path) } }

    /// Stops the removal of a draft that has become the file, or is to stay.
    static func cancel(_ path: String) { _ = paths.withLock { $0.remove(path) } }

    static func run() {
        paths.withLock { paths in
            for path in paths { unlink(path) }
            paths = []
        }
    }
}
