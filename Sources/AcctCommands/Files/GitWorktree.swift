import AccountProfiles
import Glibc

/// The repository that a linked worktree of git belongs to, read from git's files (gitrepository-layout(5),
/// git-worktree(1)).
///
/// A `.git` file names the repository, and can come with any download. So it is trusted only if the repository names the
/// worktree too: git writes the worktree's path into a file of the repository.
enum GitWorktree {
    private static let sizeLimit = Int(PATH_MAX) + 16

    /// The same directory in the main working tree of the worktree that contains it, or below the repository itself if that
    /// is bare; nil for a directory outside any linked worktree. It need not exist.
    ///
    /// Submodules and clones within a worktree are below it.
    static func mainDirectory(of directory: String) -> String? {
        for parent in DirectoryChain(from: directory).directories {
            let link = ResolvedPath.joined(parent, ".git")
            var status = stat()
            guard stat(link, &status) == 0, status.isRegularFile,
                let main = repository(linkedFrom: link, in: parent)
            else { continue }
            return main + String(Substring(directory.utf8.dropFirst(parent.utf8.count)))
        }
        return nil
    }

    private static func repository(linkedFrom link: String, in directory: String) -> String? {
        guard let line = line(link), line.hasPrefix("gitdir: "),
            let own = ResolvedPath.of(ResolvedPath.joined(directory, String(line.dropFirst("gitdir: ".count)))),
            // The directory of a submodule has no such file.
            let common = place(namedIn: "commondir", of: own),
            common == ResolvedPath.parent(ResolvedPath.parent(own)),
            ResolvedPath.lastName(ResolvedPath.parent(own)) == "worktrees",
            let place = place(namedIn: "gitdir", of: own), place == ResolvedPath.of(link)
        else { return nil }
        return ResolvedPath.lastName(common) == ".git" ? ResolvedPath.parent(common) : common
    }

    /// The path in one of git's files, which may be relative to the file's directory.
    private static func place(namedIn name: String, of directory: String) -> String? {
        line(ResolvedPath.joined(directory, name)).flatMap { ResolvedPath.of(ResolvedPath.joined(directory, $0)) }
    }

    private static func line(_ path: String) -> String? {
        guard let file = try? RegularFile(path, limit: sizeLimit), file.bytes.count <= sizeLimit else { return nil }
        var bytes = file.bytes[...]
        while let last = bytes.last, last == UInt8(ascii: "\n") || last == UInt8(ascii: "\r") { bytes.removeLast() }
        return bytes.isEmpty ? nil : String(validating: bytes, as: UTF8.self)
    }
}
