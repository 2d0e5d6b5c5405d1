import Foundation
import Synchronization

/// Drafts that one run leaves and another goes on with.
extension OutputFile {
    /// A draft of so many bytes.
    struct Draft: Codable, Hashable {
        let path: String
        let size: Int
    }

    /// The same wherever the command is typed.
    var absolutePath: String {
        guard let resolved = realpath(folder, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved) + "/" + (path as NSString).lastPathComponent
    }

    /// Goes on with a draft; what it holds beyond its size is not known to be on the disk, and is cut off.
    ///
    /// - Returns: false for one that is not as it was left: shorter, not one's own, or in another run's hands.
    func goOn(with draft: Draft) -> Bool {
        open.withLock { open in
            guard open.descriptor < 0, (draft.path as NSString).lastPathComponent.hasPrefix(".acct-") else {
                return false
            }
            let descriptor = Foundation.open(draft.path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard descriptor >= 0 else { return false }
            var info = stat()
            guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG, info.st_uid == geteuid(),
                info.st_nlink == 1, info.st_size >= draft.size, flock(descriptor, LOCK_EX | LOCK_NB) == 0,
                ftruncate(descriptor, off_t(draft.size)) == 0, lseek(descriptor, 0, SEEK_END) == draft.size
            else {
                close(descriptor)
                return false
            }
            // A signal that ends this run at once leaves it as it was before.
            (open.descriptor, open.draft) = (descriptor, draft.path)
            return true
        }
    }

    /// Takes the draft away; the next byte begins another.
    func drop() {
        open.withLock { open in
            guard let path = open.draft else { return }
            unlink(path)
            close(open.descriptor)
            open = Open()
        }
    }

    /// Leaves the draft for another run, on the disk.
    ///
    /// - Returns: nil when there is nothing worth it.
    func leave() -> Draft? {
        open.withLock { open in
            guard let path = open.draft, fsync(open.descriptor) == 0,
                case let size = lseek(open.descriptor, 0, SEEK_END), size > 0, let full = realpath(path, nil)
            else { return nil }
            defer { free(full) }
            DraftRemoval.ends()
            close(open.descriptor)
            open = Open()
            return Draft(path: String(cString: full), size: Int(size))
        }
    }
}
