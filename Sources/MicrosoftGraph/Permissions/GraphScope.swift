/// A permission of Graph, read from its name: `Mail.ReadWrite.Shared` has a resource, an operation and an extent.
public struct GraphScope: Hashable, Sendable {
    /// The name without the resource's identifier, in the case it was written in.
    public let name: String

    /// - Parameter text: `User.Read` or `https://graph.microsoft.com/User.Read`, with any national cloud's host.
    public init(_ text: String) {
        let lower = text.lowercased()
        guard let resource = Self.resources.first(where: lower.hasPrefix), lower.utf8.count == text.utf8.count else {
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

    /// Whether the permission allows no changes. False for `.default`, which can stand for any permission.
    public var isReadOnly: Bool {
        if Self.openID.contains(name.lowercased()) { return true }
        let parts = parts.dropFirst()
        return parts.contains { $0.hasPrefix("read") }
            && !parts.contains { part in Self.changing.contains { part.hasPrefix($0) } }
    }

    /// Whether the permission includes the other: it allows more with the same resource, or the same with more of it.
    ///
    /// `Mail.ReadWrite` includes `Mail.Read`, that includes `Mail.ReadBasic`, and `Files.Read.All` includes `Files.Read`.
    /// Other inclusions do not follow from the names, such as that `Directory.Read.All` reads users; Microsoft's published
    /// list has those permissions by name.
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
        guard let verb = parts.indices.dropFirst().first(where: { Self.levels.contains(parts[$0]) }),
            let level = Self.levels.firstIndex(of: parts[verb])
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

    /// Graph's identifier URI in each national cloud, and its application id.
    private static let resources = [
        "https://graph.microsoft.com/", "https://graph.microsoft.us/", "https://dod-graph.microsoft.us/",
        "https://microsoftgraph.chinacloudapi.cn/", "00000003-0000-0000-c000-000000000000/",
    ]
}
