/// The profile or tenant that acts in a directory and below.
public struct Binding: Hashable, Sendable {
    /// Absolute, with symbolic links resolved.
    public let directory: String
    public let target: Target
    public let origin: Origin

    public init(directory: String, target: Target, origin: Origin) {
        self.directory = directory
        self.target = target
        self.origin = origin
    }

    /// The profile or tenant that the binding names.
    public enum Target: Hashable, Sendable {
        case profile(String)
        /// A tenant's GUID or one of its domains; the profile in that tenant acts.
        case tenant(String)
    }

    /// The source of the binding.
    public enum Origin: Hashable, Sendable {
        /// `acct bind`, on this machine.
        case command
        /// An `.acct` file in the directory whose content was allowed.
        case file
    }

    /// The reason for the profile it chooses, without a subject.
    var predicate: String {
        switch (target, origin) {
        case (.profile, .command): "is bound to \(directory)"
        case (.profile, .file): "is named by \(directory)/.acct"
        case (.tenant(let tenant), _): "is in the tenant \(tenant), which \(directory)/.acct names"
        }
    }
}

/// The directories whose bindings apply in a working directory, in the order in which they are tried.
///
/// They are the working directory and its ancestors, the deepest first. In a linked worktree of git those of the main
/// working tree follow: they are asked when the worktree's own say nothing.
public struct DirectoryChain: Hashable, Sendable {
    public let directories: [String]

    /// Paths are absolute, with symbolic links resolved.
    ///
    /// - Parameter typed: the directories upward by the path that leads here through symbolic links, each with the paths
    ///   that it has. Of those that are equally far away, the one of the real path comes first.
    public init(from directory: String, typedAs typed: [[String]] = [], worktreeOf mainDirectory: String? = nil) {
        let real = Self.upward(from: directory)
        var own: [String] = []
        for level in 0..<max(real.count, typed.count) {
            let paths = (level < real.count ? [real[level]] : []) + (level < typed.count ? typed[level] : [])
            for path in paths where !own.contains(where: { Self.isSame($0, path) }) { own.append(path) }
        }
        let main = mainDirectory.map(Self.upward) ?? []
        directories = own + main.filter { path in !own.contains { Self.isSame($0, path) } }
    }

    /// The binding of the first directory that has one; a binding by command goes before an `.acct` file.
    public func nearest(among bindings: [Binding]) -> Binding? {
        for directory in directories {
            let found = bindings.filter { Self.isSame($0.directory, directory) }
            if let binding = found.first(where: { $0.origin == .command }) ?? found.first { return binding }
        }
        return nil
    }

    /// Whether two paths are equal by bytes. Swift compares by canonical equivalence, a file system does not.
    public static func isSame(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }

    private static func upward(from directory: String) -> [String] {
        guard directory.utf8.first == slash else { return [] }
        var path = directory.utf8[...]
        while path.count > 1, path.last == slash { path.removeLast() }
        var paths: [String] = []
        while path.count > 1 {
            paths.append(String(Substring(path)))
            while path.last != slash { path.removeLast() }
            path.removeLast()
        }
        return paths + ["/"]
    }

    private static let slash = UInt8(ascii: "/")
}
