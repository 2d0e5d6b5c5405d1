import FoundationEssentials
import Glibc

/// Paths as the file system knows them: absolute, with symbolic links resolved, compared and cut by bytes.
enum ResolvedPath {
    /// Nil when the path does not exist or is not UTF-8, with the reason in `errno`.
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

    /// The resolved form of a path whose last components may be missing: those are appended as they are.
    static func evenIfMissing(_ path: String) -> String? {
        if let resolved = of(path) { return resolved }
        guard errno == ENOENT, !path.isEmpty, !path.utf8.contains(0) else { return nil }
        let path = path.utf8.last == slash ? String(path.utf8.dropLast()) ?? "" : path
        let name = lastName(path)
        guard !name.isEmpty, name != ".", name != ".." else { return nil }
        return evenIfMissing(path.utf8.contains(slash) ? parent(path) : ".").map { joined($0, name) }
    }

    /// The current directory; nil when it was removed, when its path is not UTF-8, or longer than a path may be.
    static var current: String? { currentBytes.flatMap(text) }

    /// The nearest of the current directory and those above it that has a path in UTF-8; nil when the current one was
    /// removed.
    static var nearestToCurrent: String? {
        guard var path = currentBytes else { return nil }
        while let last = path.lastIndex(of: slash) {
            if let text = text(path) { return text }
            path.removeSubrange(max(last, 1)...)
        }
        return nil
    }

    /// `getcwd` resolves symbolic links, which the shell's `PWD` does not. A directory out of reach has no leading slash.
    private static var currentBytes: [UInt8]? {
        guard let path = getcwd(nil, 0) else { return nil }
        defer { free(path) }
        let bytes = UnsafeRawBufferPointer(start: path, count: strlen(path))
        return bytes.first == slash ? Array(bytes) : nil
    }

    private static func text(_ path: [UInt8]) -> String? {
        path.count < PATH_MAX ? String(validating: path, as: UTF8.self) : nil
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

/// Directories as the arguments of commands name them: nil for the current one.
extension ResolvedPath {
    static func existingDirectory(_ path: String?) throws(Failure) -> String {
        let resolved = try directory(path, of)
        guard isDirectory(resolved) else { throw .notADirectory(resolved) }
        return resolved
    }

    /// A directory that was bound may not exist any more.
    static func directoryEvenIfMissing(_ path: String?) throws(Failure) -> String {
        try directory(path, evenIfMissing)
    }

    static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.isFolder
    }

    private static func directory(
        _ path: String?, _ resolve: (String) -> String?
    ) throws(Failure) -> String {
        guard let path else {
            if let current { return current }
            throw nearestToCurrent == nil ? .noCurrentDirectory : .unusableDirectory(".", code: EILSEQ)
        }
        guard let resolved = resolve(path) else { throw .unusableDirectory(path, code: errno) }
        return resolved
    }
}

extension String {
    /// Profiles are used in other directories than the one where the path was typed.
    var asAbsolutePath: String { URL(fileURLWithPath: self).standardizedFileURL.path }
}
