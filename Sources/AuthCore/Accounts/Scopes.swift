/// A set of OAuth scopes (RFC 6749 section 3.3) that keeps the order in which they were given.
///
/// Two scopes are equal without regard to case. A permission of Graph equals its full form with the resource of that Graph,
/// such as `User.Read` and `https://graph.microsoft.com/User.Read`; Graph of another cloud is another resource.
///
/// A set knows the resource of Graph if it was made with one, or by ``relative(to:)``; a request of AuthCore uses that of its
/// authority's cloud otherwise. Two sets are equal if each has the same scopes by the Graph that it knows;
/// ``missing(from:)`` and ``without(_:)`` use the one for both where only one knows its Graph.
public struct Scopes: Hashable, Sendable, ExpressibleByArrayLiteral {
    public let names: [String]
    /// The resource of the Graph that scopes without a resource are for, such as `https://graph.microsoft.com`; nil where it
    /// is not known.
    public let graph: String?

    /// - Parameters:
    ///   - names: A repeated scope and an empty text are left out.
    ///   - graph: See ``graph``. ``Authority/graphResource`` is that of an authority's cloud.
    public init(_ names: [String], graph: String? = nil) {
        var seen: Set<String> = []
        self.graph = graph
        self.names = names.filter { !$0.isEmpty && seen.insert(Self.canonical($0, graph: graph)).inserted }
    }

    /// The same scopes, for this Graph. Unchanged without one.
    public func relative(to graph: String?) -> Scopes { graph == nil ? self : Scopes(names, graph: graph) }

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
    var comparisonKey: String { names.map(canonical).sorted().joined(separator: " ") }

    public func contains(_ name: String) -> Bool {
        let wanted = canonical(name)
        return names.contains { canonical($0) == wanted }
    }

    public func union(_ other: Scopes) -> Scopes { Scopes(names + other.names, graph: graph ?? other.graph) }

    /// The scopes without `openid`, `profile`, `offline_access` and `email`, which every sign-in at the Microsoft identity
    /// platform requests or gets and no access token of it is looked up by.
    public var withoutOpenID: Scopes {
        filter { !Self.openID.contains($0.lowercased()) }
    }

    /// The scopes that request an ID token with a name, and a refresh token.
    static let forIDToken: Scopes = ["openid", "profile", "offline_access"]

    /// These scopes without the granted ones. `.default` is granted with any scope of the same resource. OpenID Connect
    /// scopes are left out.
    public func missing(from granted: Scopes) -> Scopes {
        let wanted = relative(to: graph ?? granted.graph)
        let granted = granted.relative(to: wanted.graph)
        let held = Set(granted.names.map(granted.canonical))
        lazy var resources = Set(granted.withoutOpenID.names.map(granted.resource))
        return wanted.withoutOpenID.filter { name in
            wanted.isDefault(name)
                ? !resources.contains(wanted.resource(of: name)) : !held.contains(wanted.canonical(name))
        }
    }

    /// The scopes that an access token of the authority is stored with and looked up by.
    ///
    /// Every request has `openid` and `offline_access`. At the Microsoft identity platform each token request has `profile`
    /// too, and the response need not list it. Elsewhere `profile`, `email` and the like decide what the userinfo endpoint
    /// returns for a token (OpenID Connect Core 1.0 section 5.4).
    func ofAccessToken(from authority: Authority) -> Scopes {
        authority.kind.tokensHaveOneResource
            ? withoutOpenID : filter { !["openid", "offline_access"].contains($0.lowercased()) }
    }

    /// The scopes of an access token without the granted ones; see ``missing(from:)`` and ``ofAccessToken(from:)``.
    public func missing(from granted: Scopes, at authority: Authority) -> Scopes {
        guard !authority.kind.tokensHaveOneResource else { return missing(from: granted) }
        return ofAccessToken(from: authority).without(granted)
    }

    /// These scopes without the others.
    public func without(_ others: Scopes) -> Scopes {
        let own = relative(to: graph ?? others.graph)
        let others = others.relative(to: own.graph)
        let held = Set(others.names.map(others.canonical))
        return own.filter { !held.contains(own.canonical($0)) }
    }

    /// The `.default` scopes among these, which request everything that was consented to.
    var defaults: Scopes { filter(isDefault) }

    /// Whether all scopes are Microsoft Graph's, apart from those of OpenID Connect; false without any.
    public var areForGraph: Bool {
        let own = withoutOpenID.names
        return !own.isEmpty && own.allSatisfy { resource(of: $0).isEmpty }
    }

    /// The scopes of each resource, in the order of the resources' first scopes. OpenID Connect scopes are left out, since
    /// they belong to none.
    public var byResource: [Scopes] {
        let groups = Dictionary(grouping: withoutOpenID.names.enumerated()) { resource(of: $0.element) }
        return groups.values.sorted { $0[0].offset < $1[0].offset }.map { Scopes($0.map(\.element), graph: graph) }
    }

    /// The resource of the first scope: its URI or app id as the scope has it, empty for Microsoft Graph; nil without a
    /// scope of a resource.
    public var resource: String? {
        withoutOpenID.names.first.map { name in String(name.prefix(resource(of: name).count)) }
    }

    /// The resource of a single scope `{resource}/.default`, all that an app can request (Microsoft identity platform, client
    /// credentials flow); nil for any other scopes. For a bare `.default` it is Graph, by its app id where the cloud is not
    /// known.
    public var resourceOfDefault: String? {
        guard names.count == 1, isDefault(names[0]) else { return nil }
        let resource = names[0].dropLast(".default".count)
        return resource.isEmpty ? graph ?? Self.graphID : String(resource.dropLast())
    }

    /// The scopes that one token request to the authority can name: where a token is for one resource, those of the first.
    ///
    /// From here on they know their Graph: that of the authority's cloud, unless they were made for another one.
    func forOneToken(from authority: Authority) -> Scopes {
        let own = relative(to: graph ?? authority.graphResource)
        return authority.kind.tokensHaveOneResource ? own.byResource.first ?? own : own
    }

    public static func == (left: Scopes, right: Scopes) -> Bool {
        Set(left.names.map(left.canonical)) == Set(right.names.map(right.canonical))
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(Set(names.map(canonical)))
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

    /// The app id of Microsoft Graph, in every cloud.
    private static let graphID = "00000003-0000-0000-c000-000000000000"

    private func filter(_ isIncluded: (String) -> Bool) -> Scopes { Scopes(names.filter(isIncluded), graph: graph) }

    private func canonical(_ name: String) -> String { Self.canonical(name, graph: graph) }

    /// The form in which scopes are compared: lower case, without the resource of Graph, and without that of Google's
    /// userinfo, which is how Google's responses name `email` and `profile`.
    private static func canonical(_ name: String, graph: String?) -> String {
        let name = name.lowercased()
        let graphs = [graph?.lowercased(), graphID].compactMap { $0.map { "\($0)/" } }
        guard let resource = (graphs + [googleUserinfo]).first(where: name.hasPrefix) else { return name }
        return String(name.dropFirst(resource.count))
    }

    private static let googleUserinfo = "https://www.googleapis.com/auth/userinfo."

    private func isDefault(_ name: String) -> Bool {
        let name = canonical(name)
        return name == ".default" || name.hasSuffix(Self.defaultSuffix)
    }

    private func resource(of name: String) -> String {
        let name = canonical(name)
        // A resource is named by a URI or by its app id, a GUID; a bare permission is Graph's.
        guard let slash = name.lastIndex(of: "/") else { return "" }
        return String(name[..<slash])
    }
}
