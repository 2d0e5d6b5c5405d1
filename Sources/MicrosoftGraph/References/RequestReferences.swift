/// The resources that a request addresses, by which the account or tenant that owns them can be found: each once, in the
/// order of the path.
///
/// A reference stands where the request says whose data is asked for. Names within the caller's own tenant are not
/// references: partners, connected organizations, recipients, most filter values, bodies.
public struct RequestReferences: Sendable {
    public let all: [ResourceReference]

    public init(path: ResourcePath) {
        // `/tenantRelationships` looks other tenants up in one's own.
        let isAboutOthers = path.segments.first?.lowercased() == "tenantrelationships"
        let found = isAboutOthers ? [] : PathReferences(path).all + QueryReferences(path).all
        var seen: Set<ResourceReference> = []
        all = found.filter { seen.insert($0).inserted }
    }
}

/// A tenant, user, host or item that a request addresses.
public struct ResourceReference: Hashable, Sendable {
    public let kind: Kind
    /// The reference as written, decoded.
    public let value: String
    /// The place in the request, as it is written there: `users/dana@fabrikam.example`.
    public let place: String

    public init(_ kind: Kind, _ value: String, at place: String) {
        self.kind = kind
        self.value = value
        self.place = place
    }

    public enum Kind: Hashable, Sendable {
        /// The GUID of a tenant.
        case tenant
        case domain
        case userPrincipalName
        /// A SharePoint or OneDrive host.
        case sharePointHost
        /// The SharePoint or OneDrive host of a sharing link, which several tenants may be able to open.
        case sharingLink
        /// An id that one tenant alone can have.
        case item
        /// An id below `/me`, which one account alone can have.
        case ownItem
        /// The id of a directory object of any type. Those of templates are the same in every tenant.
        case directoryObject
    }
}
