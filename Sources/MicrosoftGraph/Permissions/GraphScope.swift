/// A permission of Graph as its name tells it: `Mail.ReadWrite.Shared` is a resource, what is done, and to how much.
public struct GraphScope: Hashable, Sendable {
    /// Without the resource's address; in the case it was written in.
    public let name: String

    /// - Parameter text: `User.Read` or `https://graph.microsoft.com/User.Read`, with any national cloud's host.
    public init(_ text: String) {
        let lower = text.lowercased()
        guard let resource = GraphScope.resources.first(where: lower.hasPrefix), lower.utf8.count == text.utf8.count
        else {
            name = text
            return
        }
        name = String(decoding: text.utf8.dropFirst(resource.utf8.count), as: UTF8.self)
    }

    public static func == (left: GraphScope, right: GraphScope) -> Bool {
        left.name.lowercased() == right.name.lowercased()
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name.lowercased())
    }

    /// Whether whoever holds it can change nothing. False for `.default`, which can hold anything.
    public var isReadOnly: Bool {
        if GraphScope.openID.contains(name.lowercased()) { return true }
        let parts = parts.dropFirst()
        return parts.contains { $0.hasPrefix("read") }
            && !parts.contains { part in GraphScope.changing.contains { part.hasPrefix($0) } }
    }

    /// Whether it allows all that the other does: it does more with the same resource, or the same with more of it.
    ///
    /// `Mail.ReadWrite` does for `Mail.Read`, that for `Mail.ReadBasic`, and `Files.Read.All` for `Files.Read`.
    /// Microsoft's list is the judge of it; what the names do not tell, such as that `Directory.Read.All` reads users,
    /// it lists by name.
    public func suffices(for other: GraphScope) -> Bool {
        if self == other { return true }
        guard let own = reach, let wanted = other.reach, own.resource == wanted.resource else { return false }
        return own.level >= wanted.level
            && (own.extent == wanted.extent || (own.extent == ["all"] && wanted.extent.isEmpty))
    }

    private struct Reach {
        let resource: ArraySlice<String>
        let level: Int
        let extent: ArraySlice<String>
    }

    private var reach: Reach? {
        let parts = parts
        guard let verb = parts.indices.dropFirst().first(where: { GraphScope.levels.contains(parts[$0]) }),
            let level = GraphScope.levels.firstIndex(of: parts[verb])
        else { return nil }
        return Reach(resource: parts[..<verb], level: level, extent: parts[(verb + 1)...])
    }

    private var parts: [String] { name.lowercased().split(separator: ".").map(String.init) }

    private static let levels = ["readbasic", "read", "readwrite", "manage", "fullcontrol"]
    private static let openID = ["openid", "profile", "email", "offline_access"]
    private static let changing = [
        "readwrite", "readandwrite", "write", "send", "create", "manage", "fullcontrol", "accessasuser", "delete",
        "update", "submit", "invite", "migrate", "default",
    ]

    /// Graph's address in each national cloud, and its app id.
    private static let resources = [
        "https://graph.microsoft.com/", "https://graph.microsoft.us/", "https://dod-graph.microsoft.us/",
        "https://microsoftgraph.chinacloudapi.cn/", "00000003-0000-0000-c000-000000000000/",
    ]
}
