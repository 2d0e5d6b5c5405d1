import Foundation
import Synchronization

/// A file that is there when it is complete, and not before: what it replaces stays whole until then.
///
/// A new file gets the mode that the umask gives, one that is replaced keeps its own. Devices and pipes are written
/// to directly.
final class OutputFile: Sendable {
    let path: String
    let folder: String
    /// Nil for a new file.
    private let mode: mode_t?
    let isReplaced: Bool
    let open = Mutex(Open())

    struct Open {
        var descriptor: Int32 = -1
        var draft: String?
    }

    /// Creates nothing yet.
    ///
    /// - Throws: `unsuitable` for a folder, and where nothing can be written.
    init(_ path: String) throws(OutputFileError) {
        var info = stat()
        let exists = stat(path, &info) == 0
        if exists ? info.st_mode & S_IFMT == S_IFDIR : path.hasSuffix("/") || path.isEmpty {
            throw .unsuitable(path: path, code: EISDIR)
        }
        mode = exists ? info.st_mode & 0o7777 : nil
        isReplaced = !exists || info.st_mode & S_IFMT == S_IFREG
        // A link stays a link: the file it leads to is replaced.
        self.path = exists && isReplaced ? OutputFile.resolved(path) : path
        let parent = (self.path as NSString).deletingLastPathComponent
        folder = parent.isEmpty ? "." : parent
        if exists, access(path, W_OK) != 0 { throw .unsuitable(path: path, code: errno) }
        if isReplaced, access(folder, W_OK | X_OK) != 0 { throw .unsuitable(path: path, code: errno) }
        if isReplaced { DraftRemoval.prepare() }
    }

    deinit {
        open.withLock { open in
            if open.descriptor >= 0 { close(open.descriptor) }
            guard let draft = open.draft else { return }
            unlink(draft)
            DraftRemoval.ends()
        }
    }

    /// - Throws: `cannotWrite`; what was written so far is taken away again.
    func write(_ bytes: Data) throws(OutputFileError) {
        let code = open.withLock { open -> Int32? in
            if let code = begin(&open) { return code }
            return bytes.withUnsafeBytes { WholeWrite.of($0, to: open.descriptor) }
        }
        if let code { throw .cannotWrite(path: path, code: code) }
    }

    /// Puts the file in its place, on the disk.
    func commit() throws(OutputFileError) {
        let code = open.withLock { open -> Int32? in
            if let code = begin(&open) { return code }
            guard let draft = open.draft else { return nil }
            guard fsync(open.descriptor) == 0, mode.map({ fchmod(open.descriptor, $0) == 0 }) ?? true,
                rename(draft, path) == 0
            else { return errno }
            open.draft = nil
            DraftRemoval.ends()
            return nil
        }
        if let code { throw .cannotWrite(path: path, code: code) }
    }

    /// The error number when there is nothing to write to.
    private func begin(_ open: inout Open) -> Int32? {
        guard open.descriptor < 0 else { return nil }
        if isReplaced {
            let name = "\(folder)/.acct-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
            DraftRemoval.begins(name)
            open.descriptor = Foundation.open(
                name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, mode == nil ? 0o666 : 0o600)
            if open.descriptor >= 0 { open.draft = name }
        } else {
            open.descriptor = Foundation.open(path, O_WRONLY | O_CLOEXEC)
        }
        return open.descriptor < 0 ? errno : nil
    }

    private static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}

/// Error numbers are the system's.
enum OutputFileError: Error, Hashable {
    /// Found before anything was sent.
    case unsuitable(path: String, code: Int32)
    case cannotWrite(path: String, code: Int32)
}
