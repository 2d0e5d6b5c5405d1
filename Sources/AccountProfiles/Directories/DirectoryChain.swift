/// The directories whose bindings hold for somebody, in the order in which they are asked.
///
/// They are the one somebody is in and all above it. In a linked worktree of git those of the main working tree belong
/// to it as well: the deepest comes first, and the own one of two that are as deep.
public struct DirectoryChain: Hashable, Sendable {
    public let directories: [String]

    /// Paths are absolute, with symbolic links resolved.
    public init(from directory: String, worktreeOf mainDirectory: String? = nil) {
        let own = DirectoryChain.upward(from: directory)
        let main = mainDirectory.map(DirectoryChain.upward) ?? []
        let others = main.filter { path in !own.contains { DirectoryChain.isSame($0.path, path.path) } }
        let all = own + others
        directories = all.indices.sorted { (all[$1].depth, $0) < (all[$0].depth, $1) }.map { all[$0].path }
    }

    /// The binding that counts, and the one made by a command where a directory has two.
    public func nearest(among bindings: [Binding]) -> Binding? {
        for directory in directories {
            let found = bindings.filter { DirectoryChain.isSame($0.directory, directory) }
            if let binding = found.first(where: { $0.origin == .command }) ?? found.first { return binding }
        }
        return nil
    }

    /// To Swift, an accent may be written in two ways; to a file system these are two names.
    public static func isSame(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }

    private static func upward(from directory: String) -> [(path: String, depth: Int)] {
        guard directory.utf8.first == slash else { return [] }
        var path = directory.utf8[...]
        while path.count > 1, path.last == slash { path.removeLast() }
        var paths: [String] = []
        while path.count > 1 {
            paths.append(String(Substring(path)))
            while path.last != slash { path.removeLast() }
            path.removeLast()
        }
        paths.append("/")
        return zip(paths, (0..<paths.count).reversed()).map { ($0, $1) }
    }

    private static let slash = UInt8(ascii: "/")
}
