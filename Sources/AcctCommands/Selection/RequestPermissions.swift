import AccountProfiles
import AccountStore
import AuthCore
import MicrosoftGraph

/// The permissions that requests to Graph take: from the list that was imported with `acct scopes --import`, and from the
/// built-in table. No request is sent.
struct RequestPermissions: Sendable {
    let list: PermissionListRepository

    /// The request as an action, and the permissions that it takes, where they are known.
    ///
    /// - Parameter parts: the requests in the body of a batch.
    func action(
        of request: GraphRequest, parts: [GraphRequest]
    ) throws -> (action: Action, required: RequiredPermissions?) {
        let required = try required(by: request)
        return (Action(request, required, parts: try parts.map { Action($0, try self.required(by: $0)) }), required)
    }

    /// - Returns: nil when nothing is known of the request, which is no reason not to send it.
    func required(by request: GraphRequest) throws -> RequiredPermissions? {
        try required(method: request.effectiveMethod, path: ResourcePath(request.path))
    }

    func required(method: String, path: ResourcePath) throws -> RequiredPermissions? {
        // Without an import the store is read once, not once for each place in the table.
        guard try list.lastImport() != nil else { return PermissionTable.builtIn.required(method: method, path: path) }
        return try PermissionTable.builtIn.required(method: method, path: path) { place in
            try list.entries(root: place.root, depth: place.depth).map {
                PermissionEntry(method: $0.method, path: $0.path, permissions: $0.permissions)
            }
        }
    }
}

extension RequiredPermissions {
    /// The one of these scopes that is enough for the request; nil where none is, or where it is not known.
    func sufficientScope(among held: Scopes, for kind: Profile.Kind) -> String? {
        guard let scheme = PermissionScheme(kind) else { return nil }
        if let one = held.names.first(where: { isSatisfied(by: [$0], for: scheme) == true }) {
            return GraphScope(one).name
        }
        return isSatisfied(by: held.names, for: scheme) == true ? self[scheme].least?.name : nil
    }
}

extension PermissionScheme {
    /// Nil for accounts of other issuers, which Graph does not know.
    init?(_ kind: Profile.Kind) {
        switch kind {
        case .work: self = .delegatedWork
        case .personal: self = .delegatedPersonal
        case .app: self = .application
        case .oidc: return nil
        }
    }
}
