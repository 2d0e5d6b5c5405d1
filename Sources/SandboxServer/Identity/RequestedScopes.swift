/// What a `scope` parameter asks for, sorted by the resource that offers it.
struct ScopeRequest: Equatable {
    struct Group: Equatable {
        let resource: Resource
        /// Permission names in the catalogue's spelling, in the order they were asked for.
        var permissions: [String]
        /// `.default`: whatever has been consented to, or else what the app was registered with.
        var asksForDefault: Bool
    }

    private(set) var openID: [String] = []
    private(set) var groups: [Group] = []

    private static let openIDScopes = ["openid", "profile", "email", "offline_access"]
    private static let catalogue: [Resource] = [.graph, .api, .management, .vault]

    /// - Parameter own: what the application's own id stands for, where it may be a scope.
    init(parsing text: String, application: Application, own: Resource? = nil) throws(EntraError) {
        for scope in text.split(separator: " ").map(String.init) {
            if Self.openIDScopes.contains(scope.lowercased()) {
                openID.append(scope.lowercased())
            } else if let own, scope.lowercased() == own.appID {
                add(nil, of: own)
            } else {
                try add(scope, application: application)
            }
        }
    }

    var asksForRefreshToken: Bool { openID.contains("offline_access") }

    var asksForIDToken: Bool { openID.contains("openid") }

    /// A refresh answers with a new refresh token whether or not its scopes say so.
    func keepingOffline() -> ScopeRequest {
        guard !asksForRefreshToken else { return self }
        var copy = self
        copy.openID.append("offline_access")
        return copy
    }

    private mutating func add(_ scope: String, application: Application) throws(EntraError) {
        let (identifier, name) = Self.split(scope)
        guard let resource = Self.resource(identifier) else { throw .unknownResource(identifier) }
        if name.lowercased() == ".default" { return add(nil, of: resource) }
        guard let permission = resource.permission(named: name) else {
            throw .unknownScope(name, resource: resource, application: application)
        }
        add(permission.name, of: resource)
    }

    private mutating func add(_ permission: String?, of resource: Resource) {
        let index = groups.firstIndex { $0.resource == resource } ?? groups.endIndex
        if index == groups.endIndex {
            groups.append(Group(resource: resource, permissions: [], asksForDefault: false))
        }
        guard let permission else { return groups[index].asksForDefault = true }
        if !groups[index].permissions.contains(permission) {
            groups[index].permissions.append(permission)
        }
    }

    /// A name without a resource belongs to Microsoft Graph.
    private static func split(_ scope: String) -> (identifier: String, name: String) {
        guard let slash = scope.lastIndex(of: "/") else { return (Resource.graph.identifiers[0], scope) }
        return (String(scope[..<slash]), String(scope[scope.index(after: slash)...]))
    }

    private static func resource(_ identifier: String) -> Resource? {
        var name = identifier.lowercased()
        // `https://management.core.windows.net//.default`: there the slash is part of the identifier.
        while name.hasSuffix("/") { name.removeLast() }
        if name.hasPrefix("http://localhost") || name.hasPrefix("https://localhost") { return .graph }
        return catalogue.first { $0.identifiers.contains(name) || $0.appID == name }
    }
}
