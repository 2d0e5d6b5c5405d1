import MicrosoftGraph

/// Completions of a Graph path that is being typed, from the built-in table of permissions.
enum GraphPaths {
    /// Each completion repeats the typed segments, because a shell replaces the whole word: `/users/dana/me` becomes
    /// `/users/dana/messages`, and `me/` becomes `me/messages`.
    ///
    /// - Parameter method: nil for the paths of all methods.
    static func completing(_ typed: String, method: String? = nil) -> [CompletedWord] {
        guard !isHost(typed) else { return [] }
        let slash = typed.utf8.lastIndex(of: UInt8(ascii: "/"))
        let typedSegments = slash.map { String(typed[...$0]) } ?? ""
        let path = ResourcePath(typedSegments)
        let before = path.segments.map { $0.lowercased() }
        if path.origin != nil, path.version == nil, before.isEmpty {
            // A URL is sent as it is; only a path gets a version.
            return ["v1.0", "beta"].map { CompletedWord(typedSegments + $0, continuation: "/") }
        }
        let paths = PermissionTable.builtIn.paths(serving: method).map { $0.split(separator: "/").map(String.init) }
            .filter { $0.count > before.count && matches($0, before) }
        let continued = Set(paths.filter { $0.count > before.count + 1 }.map { $0[before.count] })
        var seen: Set<String> = ["{id}"]
        return paths.map { $0[before.count] }.filter { seen.insert($0).inserted }.map { next in
            CompletedWord(
                (slash == nil && typed.isEmpty ? "/" : typedSegments) + next,
                continuation: continued.contains(next) ? "/" : nil)
        }
    }

    /// Whether the typed text is a URL that ends in its scheme or its host.
    static func isHost(_ typed: String) -> Bool {
        if !typed.isEmpty, "https://".hasPrefix(typed) { return true }
        return ResourcePath(typed).origin != nil && typed.utf8.count { $0 == UInt8(ascii: "/") } == 2
    }

    /// The one method that the parts of a rule's pattern name; nil where they name another number of methods.
    static func method(of parts: [String]) -> String? {
        let methods = parts.map { $0.uppercased() == "READ" ? "GET" : $0.uppercased() }
        return methods.first { ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"].contains($0) }
    }

    private static func matches(_ parts: [String], _ typed: [String]) -> Bool {
        zip(parts, typed).allSatisfy { $0 == "{id}" || $0.lowercased() == $1 }
    }
}
