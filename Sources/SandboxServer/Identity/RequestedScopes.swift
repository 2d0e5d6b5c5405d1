/// The scopes of a `scope` parameter, grouped by resource.
struct RequestedScopes: Equatable {
    struct Group: Equatable {
        let resource: APIResource
        /// The permission names as the resource spells them, in the order requested.
        var permissions: [String]
        /// Whether `.default` was requested: all permissions with consent, or the registered ones if there is none.
        var requestsDefault: Bool
    }

    private(set) var openID: [String] = []
    private(set) var groups: [Group] = []

    private static let openIDScopes = ["openid", "profile", "email", "offline_access"]
    private static let resources: [APIResource] = [.graph, .api, .management, .vault, .devOps, .registry]

    /// - Parameter own: the resource that the application's own client id stands for, if that is a valid scope.
    init(parsing text: String, application: AppRegistration, own: APIResource? = nil) throws(EntraError) {
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

    var requestsRefreshToken: Bool { openID.contains("offline_access") }

    var requestsIDToken: Bool { openID.contains("openid") }

    /// The scopes of a refresh: it always gives a new refresh token, whether or not `offline_access` is requested
    /// again.
    func addingOfflineAccess() -> RequestedScopes {
        guard !requestsRefreshToken else { return self }
        var copy = self
        copy.openID.append("offline_access")
        return copy
    }

    private mutating func add(_ scope: String, application: AppRegistration) throws(EntraError) {
        let (identifier, name) = Self.split(scope)
        guard let resource = Self.resource(identifier) else { throw .unknownResource(identifier) }
        if name.lowercased() == ".default" { return add(nil, of: resource) }
        guard let permission = resource.permission(named: name) else {
            throw .unknownScope(name, resource: resource, application: application)
        }
        add(permission.name, of: resource)
    }

    private mutating func add(_ permission: String?, of resource: APIResource) {
        let index = groups.firstIndex { $0.resource == resource } ?? groups.endIndex
        if index == groups.endIndex {
            groups.append(Group(resource: resource, permissions: [], requestsDefault: false))
        }
        guard let permission else { return groups[index].requestsDefault = true }
        if !groups[index].permissions.contains(permission) {
            groups[index].permissions.append(permission)
        }
    }

    /// A scope without a resource belongs to Microsoft Graph.
    private static func split(_ scope: String) -> (identifier: String, name: String) {
        guard let slash = scope.lastIndex(of: "/") else { return (APIResource.graph.identifiers[0], scope) }
        return (String(scope[..<slash]), String(scope[scope.index(after: slash)...]))
    }

    private static func resource(_ identifier: String) -> APIResource? {
        var name = identifier.lowercased()
        // `https://management.core.windows.net//.default`: the identifier URI of this resource ends with a slash.
        while name.hasSuffix("/") { name.removeLast() }
        if name.hasPrefix("http://localhost") || name.hasPrefix("https://localhost") { return .graph }
        return resources.first { $0.identifiers.contains(name) || $0.appID == name }
    }
}
