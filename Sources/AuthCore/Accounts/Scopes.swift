/// A set of OAuth scopes (RFC 6749 section 3.3) that keeps the order in which they were given.
///
/// Two scopes are equal without regard to case, and a Graph permission equals its full form:
/// `User.Read` and `https://graph.microsoft.com/User.Read`.
public struct Scopes: Hashable, Sendable, ExpressibleByArrayLiteral {
    public let names: [String]

    public init(_ names: [String]) {
        var seen: Set<String> = []
        self.names = names.filter { !$0.isEmpty && seen.insert(Self.canonical($0)).inserted }
    }

    public init(arrayLiteral elements: String...) {
        self.init(elements)
    }

    /// Reads the form of RFC 6749 section 3.3, separated by spaces, tabs or line ends.
    public init(spaceSeparated text: String) {
        // Split by scalars: as characters, CR LF and a space with a combining accent are not separators.
        self.init(text.unicodeScalars.split(whereSeparator: Self.isSeparator).map(String.init))
    }

    /// `{resource}/.default`, which requests everything of the resource that was consented to.
    public init(defaultOf resource: String) { self.init(["\(resource)\(Self.defaultSuffix)"]) }

    public var spaceSeparated: String { names.joined(separator: " ") }
    public var isEmpty: Bool { names.isEmpty }

    /// A text that equal scopes share.
    var comparisonKey: String { names.map(Self.canonical).sorted().joined(separator: " ") }

    public func contains(_ name: String) -> Bool {
        let wanted = Self.canonical(name)
        return names.contains { Self.canonical($0) == wanted }
    }

    public func union(_ other: Scopes) -> Scopes { Scopes(names + other.names) }

    /// The scopes without `openid`, `profile`, `offline_access` and `email`, which every sign-in at the Microsoft identity
    /// platform requests or gets and no access token of it is looked up by.
    public var withoutOpenID: Scopes {
        Scopes(names.filter { !Self.openID.contains($0.lowercased()) })
    }

    /// The scopes that request an ID token with a name, and a refresh token.
    static let forIDToken: Scopes = ["openid", "profile", "offline_access"]

    /// These scopes without the granted ones. `.default` is granted with any scope of the same resource. OpenID Connect
    /// scopes are left out.
    public func missing(from granted: Scopes) -> Scopes {
        let held = Set(granted.names.map(Self.canonical))
        lazy var resources = Set(granted.withoutOpenID.names.map(Self.resource))
        return Scopes(
            withoutOpenID.names.filter { name in
                Self.isDefault(name)
                    ? !resources.contains(Self.resource(of: name)) : !held.contains(Self.canonical(name))
            })
    }

    /// The scopes that an access token of the authority is stored with and looked up by.
    ///
    /// Every request has `openid` and `offline_access`. At the Microsoft identity platform each token request has `profile`
    /// too, and the response need not list it. Elsewhere `profile`, `email` and the like decide what the userinfo endpoint
    /// returns for a token (OpenID Connect Core 1.0 section 5.4).
    func ofAccessToken(from authority: Authority) -> Scopes {
        authority.kind.tokensHaveOneResource
            ? withoutOpenID : Scopes(names.filter { !["openid", "offline_access"].contains($0.lowercased()) })
    }

    /// The scopes of an access token without the granted ones; see ``missing(from:)`` and ``ofAccessToken(from:)``.
    public func missing(from granted: Scopes, at authority: Authority) -> Scopes {
        guard !authority.kind.tokensHaveOneResource else { return missing(from: granted) }
        return ofAccessToken(from: authority).without(granted)
    }

    /// These scopes without the others.
    public func without(_ others: Scopes) -> Scopes {
        let held = Set(others.names.map(Self.canonical))
        return Scopes(names.filter { !held.contains(Self.canonical($0)) })
    }

    /// Whether this is the `.default` scope of one resource, all that an app can request (Microsoft identity platform, client
    /// credentials flow).
    public var isDefaultOfOneResource: Bool { names.count == 1 && Self.isDefault(names[0]) }

    /// The `.default` scopes among these, which request everything that was consented to.
    var defaults: Scopes { Scopes(names.filter(Self.isDefault)) }

    /// Whether all scopes are Microsoft Graph's, apart from those of OpenID Connect; false without any.
    public var areForGraph: Bool {
        let own = withoutOpenID.names
        return !own.isEmpty && own.allSatisfy { Self.resource(of: $0).isEmpty }
    }

    /// The scopes of each resource, in the order of the resources' first scopes. OpenID Connect scopes are left out, since
    /// they belong to none.
    public var byResource: [Scopes] {
        let groups = Dictionary(grouping: withoutOpenID.names.enumerated()) { Self.resource(of: $0.element) }
        return groups.values.sorted { $0[0].offset < $1[0].offset }.map { Scopes($0.map(\.element)) }
    }

    /// The resource of the first scope: its URI or app id as the scope has it, empty for Microsoft Graph; nil without a
    /// scope of a resource.
    public var resource: String? {
        withoutOpenID.names.first.map { name in String(name.prefix(Self.resource(of: name).count)) }
    }

    /// The resource of a single scope `{resource}/.default`; nil for any other scopes.
    public var resourceOfDefault: String? {
        guard names.count == 1, let name = names.first, name.hasSuffix(Self.defaultSuffix) else { return nil }
        return String(name.dropLast(Self.defaultSuffix.count))
    }

    /// The scopes that one token request to the authority can name: where a token is for one resource, those of the first.
    func forOneToken(from authority: Authority) -> Scopes {
        authority.kind.tokensHaveOneResource ? byResource.first ?? self : self
    }

    public static func == (left: Scopes, right: Scopes) -> Bool {
        Set(left.names.map(canonical)) == Set(right.names.map(canonical))
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(Set(names.map(Self.canonical)))
    }
}

extension Scopes {
    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case " ", "\t", "\n", "\r": true
        default: false
        }
    }

    private static let defaultSuffix = "/.default"

    private static let openID: Set<String> = ["openid", "profile", "offline_access", "email"]

    /// The resource URIs of Microsoft Graph in the national clouds, and its app id.
    private static let graphResources =
        Cloud.allCases.map { "\($0.graph)/" } + ["00000003-0000-0000-c000-000000000000/"]

    /// The form in which scopes are compared: lower case, without the resource URI of Graph, and without that of Google's
    /// userinfo, which is how Google's responses name `email` and `profile`.
    private static func canonical(_ name: String) -> String {
        let name = name.lowercased()
        guard let resource = (graphResources + [googleUserinfo]).first(where: name.hasPrefix) else { return name }
        return String(name.dropFirst(resource.count))
    }

    private static let googleUserinfo = "https://www.googleapis.com/auth/userinfo."

    private static func isDefault(_ name: String) -> Bool {
        let name = canonical(name)
        return name == ".default" || name.hasSuffix(defaultSuffix)
    }

    private static func resource(of name: String) -> String {
        let name = canonical(name)
        // A resource is named by a URI or by its app id, a GUID; a bare permission is Graph's.
        guard let slash = name.lastIndex(of: "/") else { return "" }
        return String(name[..<slash])
    }
}
