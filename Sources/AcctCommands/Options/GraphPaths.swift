import ArgumentParser
import MicrosoftGraph

extension CompletionKind {
    /// Graph's paths, segment by segment, from the built-in table alone.
    static var graphPaths: CompletionKind {
        .custom { _, _, prefix in GraphPaths.completing(prefix) }
    }
}

/// What can follow in a path that is being typed.
enum GraphPaths {
    /// How many segments deep paths are offered; more would be a list that nobody reads.
    private static let depth = 4

    /// Each with what was typed before it, so that a shell takes it for the whole word: `/users/dana/me` is followed by
    /// `/users/dana/messages`, and `me/` by `me/messages`.
    static func completing(_ typed: String) -> [String] {
        let slash = typed.utf8.lastIndex(of: UInt8(ascii: "/"))
        let kept = slash.map { String(typed[...$0]) } ?? ""
        let before = ResourcePath(kept).segments.map { $0.lowercased() }
        guard before.count < depth else { return [] }
        var seen: Set<String> = []
        return PermissionTable.builtIn.paths(upTo: depth).compactMap { path in
            let parts = path.split(separator: "/").map(String.init)
            guard parts.count > before.count, matches(parts, before) else { return nil }
            let next = parts[before.count]
            guard next != "{id}", seen.insert(next).inserted else { return nil }
            return (slash == nil && typed.isEmpty ? "/" : kept) + next
        }
    }

    private static func matches(_ parts: [String], _ typed: [String]) -> Bool {
        zip(parts, typed).allSatisfy { $0 == "{id}" || $0.lowercased() == $1 }
    }
}
