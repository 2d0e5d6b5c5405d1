import Glibc
import HTTPTransport

/// The file of a program that is named on a command line, found as a shell finds it.
enum ProgramPath {
    /// The reason why a name cannot be run, and what a shell would exit with.
    enum Problem: Error, Equatable {
        /// No file has the name.
        case missing
        /// The file may not be executed.
        case notExecutable
        case directory

        var exitCode: Int32 { self == .missing ? 127 : 126 }
    }

    /// The directories that are searched for programs: those of `PATH`, or those of the C library where the variable is not
    /// set or empty. A text without a directory would stand for the current one.
    static func directories(_ environment: Environment) -> String {
        environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    }

    static func find(
        _ name: String, in environment: Environment, excluding isExcluded: (String) -> Bool = { _ in false }
    ) throws(Problem) -> String {
        try find(name, in: directories(environment), excluding: isExcluded)
    }

    /// - Parameters:
    ///   - name: searched for in the directories where it has no slash.
    ///   - path: directories with colons between.
    ///   - isExcluded: whether a file that the search finds does not count.
    /// - Throws: where no directory has a program of that name, the problem of the first file with that name.
    static func find(
        _ name: String, in path: String, excluding isExcluded: (String) -> Bool = { _ in false }
    ) throws(Problem) -> String {
        guard !name.isEmpty else { throw .missing }
        if name.utf8.contains(UInt8(ascii: "/")) {
            if let problem = problem(of: name) { throw problem }
            return name
        }
        var first = Problem.missing
        for directory in path.split(separator: ":", omittingEmptySubsequences: false) {
            // An empty entry is the current directory.
            let candidate = directory.isEmpty ? "./\(name)" : "\(directory)/\(name)"
            if isExcluded(candidate) { continue }
            guard let problem = problem(of: candidate) else { return candidate }
            if first == .missing { first = problem }
        }
        throw first
    }

    private static func problem(of path: String) -> Problem? {
        var status = stat()
        guard !path.utf8.contains(0), stat(path, &status) == 0 else {
            return errno == EACCES ? .notExecutable : .missing
        }
        if status.isFolder { return .directory }
        return access(path, X_OK) == 0 ? nil : .notExecutable
    }
}
