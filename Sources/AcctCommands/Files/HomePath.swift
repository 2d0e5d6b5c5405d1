import HTTPTransport

/// Paths below the person's home directory, with `~` for it as in shells, compared by bytes.
struct HomePath {
    /// The home directory with symbolic links resolved; nil where `HOME` names none.
    private let home: String?

    init(_ environment: Environment) {
        home = environment["HOME"].flatMap(ResolvedPath.of)
    }

    /// - Parameter path: a resolved path.
    func shortened(_ path: String) -> String {
        guard let home, path.utf8.starts(with: "\(home)/".utf8) else { return path }
        return "~\(Substring(path.utf8.dropFirst(home.utf8.count)))"
    }

    /// Nil for a path that is neither absolute nor below the home directory.
    func expanded(_ path: String) -> String? {
        if path.utf8.first == UInt8(ascii: "/") { return path }
        return path.utf8.starts(with: "~/".utf8) ? home.map { "\($0)\(Substring(path.utf8.dropFirst()))" } : nil
    }
}
