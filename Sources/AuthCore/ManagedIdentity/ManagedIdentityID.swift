import HTTPTransport

/// The identity of a machine: the system-assigned one, or a user-assigned one.
public enum ManagedIdentityID: Hashable, Sendable {
    case system
    case client(String)
    case object(String)
    /// The Azure resource id of the identity.
    case resource(String)

    /// - Parameter text: Empty for the system-assigned identity; a client id; `object:` and an object id; or an Azure
    ///   resource id, which begins with `/subscriptions/`. Ids are GUIDs.
    public init?(_ text: String) {
        if text.isEmpty {
            self = .system
        } else if text.lowercased().hasPrefix("/subscriptions/") {
            self = .resource(text)
        } else if text.hasPrefix("object:"), String(text.dropFirst(7)).isGUID {
            self = .object(String(text.dropFirst(7)).lowercased())
        } else if text.isGUID {
            self = .client(text.lowercased())
        } else {
            return nil
        }
    }

    /// The text that ``init(_:)`` reads.
    public var text: String {
        switch self {
        case .system: ""
        case .client(let id), .resource(let id): id
        case .object(let id): "object:\(id)"
        }
    }

    /// The client id under which tokens are cached. A machine does not know that of its system-assigned identity.
    public var clientID: String { self == .system ? "system-assigned" : text }

    /// The tenant id under which tokens are cached, as in MSAL's caches. A machine does not know its tenant.
    public static let tenantID = "managed_identity"

    /// The variables by which Azure's platforms announce the identity service of a machine.
    public static let environmentVariables = [
        "IDENTITY_ENDPOINT", "IDENTITY_HEADER", "IDENTITY_SERVER_THUMBPRINT", "IMDS_ENDPOINT", "MSI_ENDPOINT",
        "MSI_SECRET", "AZURE_POD_IDENTITY_AUTHORITY_HOST",
    ]
}
