import HTTPTransport

/// Paths below the person's home directory, with `~` for it as in shells.
struct HomePath {
    /// The home directory with symbolic links resolved; nil where `HOME` names none.
    private let home: String?

    init(_ environment: Environment) {
        home = environment["HOME"].flatMap(ResolvedPath.of)
    }

    /// - Parameter path: a resolved path.
    func shortened(_ path: String) -> String {
        guard let home, path.hasPrefix(home + "/") else { return path }
        return "~" + path.dropFirst(home.count)
    }

    /// Nil for a path that is neither absolute nor below the home directory.
    func expanded(_ path: String) -> String? {
        if path.hasPrefix("/") { return path }
        return path.hasPrefix("~/") ? home.map { $0 + path.dropFirst() } : nil
    }
}
