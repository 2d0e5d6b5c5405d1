import Foundation

/// Which identity of a machine: the one that is its own, or one of those that were assigned to it.
public enum ManagedIdentityID: Hashable, Sendable {
    case system
    case client(String)
    case object(String)
    /// The Azure resource id of the identity.
    case resource(String)

    /// Nothing for the machine's own; a client id; `object:` and an object id; a resource id, which begins with
    /// `/subscriptions/`.
    public init?(_ text: String) {
        if text.isEmpty {
            self = .system
        } else if text.lowercased().hasPrefix("/subscriptions/") {
            self = .resource(text)
        } else if text.hasPrefix("object:"), UUID(uuidString: String(text.dropFirst(7))) != nil {
            self = .object(String(text.dropFirst(7)).lowercased())
        } else if UUID(uuidString: text) != nil {
            self = .client(text.lowercased())
        } else {
            return nil
        }
    }

    /// What ``init(_:)`` reads.
    public var text: String {
        switch self {
        case .system: ""
        case .client(let id), .resource(let id): id
        case .object(let id): "object:\(id)"
        }
    }

    /// What stands for the client id in a cache: the machine is not told that of its own.
    public var clientID: String { self == .system ? "system-assigned" : text }

    /// What stands for the tenant in a cache, as in MSAL's: the machine is not told that either.
    public static let tenantID = "managed_identity"
}
