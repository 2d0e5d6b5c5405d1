import Foundation

/// Paths as the file system knows them: absolute, with symbolic links resolved, compared and cut by bytes.
enum ResolvedPath {
    /// Nil when it does not exist or is no text, with the reason in `errno`.
    static func of(_ path: String) -> String? {
        guard !path.utf8.contains(0) else {
            errno = ENOENT
            return nil
        }
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        guard let text = String(validatingCString: resolved) else {
            errno = EILSEQ
            return nil
        }
        return text
    }

    /// Of something that may be gone: what is left of the path is resolved, the rest is kept as it is.
    static func evenIfMissing(_ path: String) -> String? {
        if let resolved = of(path) { return resolved }
        guard errno == ENOENT, !path.isEmpty, !path.utf8.contains(0) else { return nil }
        let path = path.utf8.last == slash ? String(path.utf8.dropLast()) ?? "" : path
        let name = lastName(path)
        guard !name.isEmpty, name != ".", name != ".." else { return nil }
        return evenIfMissing(path.utf8.contains(slash) ? parent(path) : ".").map { joined($0, name) }
    }

    /// Where we are; nil when that directory was removed meanwhile, or is deeper than a path may be.
    ///
    /// The system's own answer has no symbolic links in it, whatever the shell's `PWD` says.
    static var current: String? {
        guard let path = getcwd(nil, 0) else { return nil }
        defer { free(path) }
        return String(validatingCString: path).flatMap { $0.utf8.first == slash && $0.utf8.count < PATH_MAX ? $0 : nil }
    }

    static func joined(_ directory: String, _ path: String) -> String {
        if path.utf8.first == slash { return path }
        return directory.utf8.last == slash ? directory + path : "\(directory)/\(path)"
    }

    /// Everything before the last slash; of the root, the root.
    static func parent(_ path: String) -> String {
        let parent = path.utf8.lastIndex(of: slash).map { String(path[..<$0]) } ?? ""
        return parent.isEmpty ? "/" : parent
    }

    static func lastName(_ path: String) -> String {
        path.utf8.lastIndex(of: slash).map { String(path[path.utf8.index(after: $0)...]) } ?? path
    }

    private static let slash = UInt8(ascii: "/")
}
