import MicrosoftGraph

/// Completions of a Graph path that is being typed, from the built-in table of permissions.
enum GraphPaths {
    /// Each completion repeats the typed segments, because a shell replaces the whole word: `/users/dana/me` becomes
    /// `/users/dana/messages`, and `me/` becomes `me/messages`.
    ///
    /// - Parameter method: nil for the paths of all methods.
    static func completing(_ typed: String, method: String? = nil) -> [CompletedWord] {
        let slash = typed.utf8.lastIndex(of: UInt8(ascii: "/"))
        let typedSegments = slash.map { String(typed[...$0]) } ?? ""
        let before = ResourcePath(typedSegments).segments.map { $0.lowercased() }
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

    private static func matches(_ parts: [String], _ typed: [String]) -> Bool {
        zip(parts, typed).allSatisfy { $0 == "{id}" || $0.lowercased() == $1 }
    }
}
