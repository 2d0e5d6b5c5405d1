import AuthCore
import FoundationEssentials

/// A named set of everything that acting as an account takes: account, tenant, client and Graph endpoint.
///
/// Several profiles may share one account.
public struct Profile: Hashable, Sendable {
    public var name: ProfileName
    public var account: AccountID
    /// The username at the last sign-in, shown in lists and sent as the login hint of the next sign-in.
    public var username: String
    public var displayName: String
    /// The tenant's GUID; empty for an issuer that has no tenants.
    public var tenantID: String
    public var kind: Kind
    public var clientID: String
    public var authority: Authority
    /// The Graph endpoint, an origin without a trailing slash; nil for an issuer that has no Graph.
    public var graph: String?
    /// The scopes of a token when a command names none, for the profile's own Graph.
    public var scopes: Scopes
    public var mode: Mode
    public var lastUsed: Date?
    /// The redirect URI of the client's registration.
    public var redirectURI: RedirectURI
    /// The command that opens this account's pages; nil for the browser of the desktop.
    public var browser: String?
    /// Whether the tokens come from the device's broker.
    public var isBrokered: Bool

    public init(
        name: ProfileName, account: AccountID, username: String, displayName: String, tenantID: String, kind: Kind,
        clientID: String, authority: Authority, graph: String?, scopes: Scopes, mode: Mode = .readWrite,
        lastUsed: Date? = nil, redirectURI: RedirectURI = .localhost, browser: String? = nil, isBrokered: Bool = false
    ) {
        self.name = name
        self.account = account
        self.username = username
        self.displayName = displayName
        self.tenantID = tenantID
        self.kind = kind
        self.clientID = clientID
        self.authority = authority
        self.graph = graph
        self.scopes = scopes
        self.mode = mode
        self.lastUsed = lastUsed
        self.redirectURI = redirectURI
        self.browser = browser
        self.isBrokered = isBrokered
        self.scopes = scopes.relative(to: graphResource)
    }

    public var tokenKey: TokenKey { TokenKey(account: account, clientID: clientID, tenantID: tenantID) }

    /// The kind of an identity.
    public enum Kind: String, Sendable, CaseIterable {
        /// An Entra account in an organisation's tenant.
        case work
        /// A Microsoft account.
        case personal
        /// An application that acts for itself; there is no user.
        case app
        /// An account of any other OpenID Connect issuer.
        case oidc
    }

    /// The requests that the profile may send.
    public enum Mode: String, Sendable, CaseIterable {
        case readWrite = "read-write"
        case readOnly = "read-only"
    }
}

extension Profile {
    /// Whether the account is a guest in the profile's tenant.
    public var isGuest: Bool {
        kind == .work && account.homeTenantID.map { $0.lowercased() != tenantID.lowercased() } ?? false
    }
}

/// The profile in a sentence.
extension Profile {
    /// The name, with the username where one is known.
    public var nameAndUsername: String {
        ServerText.line(username).map { "\(name) (\($0))" } ?? name.text
    }

    /// The username, or the name where none is known.
    public var usernameOrName: String { ServerText.line(username) ?? name.text }
}

extension Profile {
    /// Whether an account has signed in to the profile. One that came from a file of definitions has none until its first
    /// sign-in.
    public var hasAccount: Bool { !account.homeAccountID.hasPrefix(Self.noAccountPrefix) }

    /// Whether the account is the managed identity of a machine. Its service does not say in which tenant it is.
    public var isOfMachine: Bool { tenantID == ManagedIdentityID.tenantID }

    /// The ids of the account, its environment and the tenant; nil without an account.
    public var accountAndTenant: String? {
        hasAccount ? "\(account.homeAccountID) \(account.environment) \(tenantID)" : nil
    }

    /// An id that stands for the account of a profile until somebody signs in to it. No two profiles share one.
    public static func noAccount() -> AccountID {
        AccountID(homeAccountID: noAccountPrefix + UUID().uuidString, environment: "")
    }

    private static let noAccountPrefix = "none:"
}

extension Cloud {
    /// The cloud of the profile's Graph endpoint, which tells the clouds of the US government apart; without one, the
    /// cloud of its authority. Nil for other hosts.
    public init?(of profile: Profile) {
        self.init(graph: profile.graph, authority: profile.authority)
    }

    fileprivate init?(graph: String?, authority: Authority) {
        guard let cloud = Self.allCases.first(where: { $0.graph == graph }) ?? authority.cloud else { return nil }
        self = cloud
    }
}

extension Profile {
    /// The resource of the tokens that Graph takes; nil for an issuer that has no Graph.
    public var graphResource: String? { authority.graphResource(at: graph) }
}

extension Authority {
    /// The resource of the tokens that a Graph endpoint takes. Of a cloud that is not known, that is the endpoint itself.
    ///
    /// - Parameter endpoint: Nil for an issuer that has no Graph.
    public func graphResource(at endpoint: String?) -> String? {
        guard let endpoint else { return nil }
        if let cloud = Cloud(graph: endpoint, authority: self) { return cloud.graph }
        // A server on this machine stands for the global cloud.
        return graphResource ?? (endpoint.hasPrefix("https:") ? endpoint : Cloud.global.graph)
    }
}

extension Profile.Kind {
    /// The kind of the account that signed in.
    public init(of grant: TokenGrant, authority: Authority) {
        if authority.kind != .entra {
            self = .oidc
        } else {
            self = grant.tenantID == Authority.personalTenantID ? .personal : .work
        }
    }
}

/// The sign-in state of a profile, as far as the store knows it without asking the server.
public enum ProfileState: String, Sendable, CaseIterable {
    /// The store has a refresh token that has not expired, or an app's credential, and the server has not rejected it; or a
    /// valid access token.
    case signedIn
    /// The store has tokens, but they have expired, or the server demands a sign-in.
    case signInRequired
    /// The store has no token.
    case signedOut
}

/// The state of a profile, and the time until which it can act without asking the server.
public struct ProfileStatus: Hashable, Sendable {
    public let state: ProfileState
    /// The latest expiry of the stored access tokens; nil without any.
    public let accessTokenExpiresOn: Date?
    /// Whether the server has rejected the sign-in, or it has ended: no token can be renewed. A profile that is signed in all
    /// the same has an access token that is still valid.
    public let isRejected: Bool

    public init(state: ProfileState, accessTokenExpiresOn: Date?, isRejected: Bool = false) {
        self.state = state
        self.accessTokenExpiresOn = accessTokenExpiresOn
        self.isRejected = isRejected
    }

    public static let signedOut = ProfileStatus(state: .signedOut, accessTokenExpiresOn: nil)

    /// The status right after a sign-in.
    public static func signedIn(_ grant: TokenGrant) -> ProfileStatus {
        ProfileStatus(state: .signedIn, accessTokenExpiresOn: grant.accessToken?.expiresOn)
    }
}
