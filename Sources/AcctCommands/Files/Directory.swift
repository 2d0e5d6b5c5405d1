import Foundation

/// A directory as people name it: `.` when they do not.
enum Directory {
    static func existing(_ path: String?) throws(DirectoryError) -> String {
        guard let resolved = path.map(ResolvedPath.of) ?? ResolvedPath.current else {
            guard let path else { throw .nowhere }
            throw .unusable(path: path, code: errno)
        }
        guard isThere(resolved) else { throw .notADirectory(path: resolved) }
        return resolved
    }

    /// One that was bound may be gone by now.
    static func perhapsGone(_ path: String?) throws(DirectoryError) -> String {
        guard let resolved = path.map(ResolvedPath.evenIfMissing) ?? ResolvedPath.current else {
            guard let path else { throw .nowhere }
            throw .unusable(path: path, code: errno)
        }
        return resolved
    }

    static func isThere(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
