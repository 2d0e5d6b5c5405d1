/// Something that a request names and that may tell whose it is: a tenant, a user, a host, a thing with an id.
public struct ResourceReference: Hashable, Sendable {
    public let kind: Kind
    /// As it was written, unescaped.
    public let value: String
    /// Where it stands, in the request's own words: `users/dana@fabrikam.example`.
    public let place: String

    public init(_ kind: Kind, _ value: String, at place: String) {
        self.kind = kind
        self.value = value
        self.place = place
    }

    public enum Kind: Hashable, Sendable {
        /// A GUID; whether it is a tenant's, only who knows the tenants can tell.
        case guid
        case domain
        case userPrincipalName
        /// A SharePoint or OneDrive host.
        case sharePointHost
        /// The id of a message, a file, a group or whatever else.
        case id
    }
}
