import Foundation

/// A set of OAuth scopes, in the order they were given, compared as the identity platform compares them.
///
/// Two scopes are equal without regard to case, and a Graph permission equals its full form:
/// `User.Read` and `https://graph.microsoft.com/User.Read`.
public struct Scopes: Hashable, Sendable, ExpressibleByArrayLiteral {
    public let names: [String]

    public init(_ names: some Sequence<String>) {
        var seen: Set<String> = []
        self.names = names.filter { !$0.isEmpty && seen.insert(Scopes.canonical($0)).inserted }
    }

    public init(arrayLiteral elements: String...) {
        self.init(elements)
    }

    /// The space separated form of RFC 6749 section 3.3.
    public init(spaceSeparated text: String) {
        // By scalars: as characters, a line break of two and a space with an accent are no separators.
        self.init(text.unicodeScalars.split(whereSeparator: Scopes.isSeparator).map(String.init))
    }

    public var spaceSeparated: String { names.joined(separator: " ") }
    public var isEmpty: Bool { names.isEmpty }

    public func contains(_ name: String) -> Bool {
        let wanted = Scopes.canonical(name)
        return names.contains { Scopes.canonical($0) == wanted }
    }

    public func union(_ other: Scopes) -> Scopes { Scopes(names + other.names) }

    /// Without `openid`, `profile`, `offline_access` and `email`, which every sign-in asks for or gets by itself
    /// and which no access token is looked up by.
    public var withoutOpenID: Scopes {
        Scopes(names.filter { !Scopes.openID.contains($0.lowercased()) })
    }

    /// What a request asks the server for: these scopes and the ones that bring an ID token and a refresh token.
    public var decorated: Scopes { union(["openid", "profile", "offline_access"]) }

    /// The scopes of these that are missing from what was granted; `.default` stands for whatever was granted of the
    /// same resource.
    public func missing(from granted: Scopes) -> Scopes {
        let held = Set(granted.names.map(Scopes.canonical))
        let resources = Set(granted.withoutOpenID.names.map(Scopes.resource))
        return Scopes(
            withoutOpenID.names.filter { name in
                Scopes.isDefault(name)
                    ? !resources.contains(Scopes.resource(of: name)) : !held.contains(Scopes.canonical(name))
            })
    }

    /// Those of these that ask for whatever was consented to.
    var defaults: Scopes { Scopes(names.filter(Scopes.isDefault)) }

    /// Whether there are any and all are Microsoft Graph's.
    public var areForGraph: Bool {
        let own = withoutOpenID.names
        return !own.isEmpty && own.allSatisfy { !Scopes.canonical($0).contains("://") }
    }

    /// The scopes of these that belong to the resource of the first one: a token request may name one resource only.
    public var ofFirstResource: Scopes {
        let own = withoutOpenID.names
        guard let first = own.first else { return self }
        let resource = Scopes.resource(of: first)
        return Scopes(own.filter { Scopes.resource(of: $0) == resource })
    }

    public static func == (left: Scopes, right: Scopes) -> Bool {
        Set(left.names.map(canonical)) == Set(right.names.map(canonical))
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(Set(names.map(Scopes.canonical)))
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case " ", "\t", "\n", "\r": true
        default: false
        }
    }

    private static let openID: Set<String> = ["openid", "profile", "offline_access", "email"]

    /// Microsoft Graph's resource URI in every national cloud.
    private static let graphResources = [
        "https://graph.microsoft.com/", "https://graph.microsoft.us/", "https://dod-graph.microsoft.us/",
        "https://microsoftgraph.chinacloudapi.cn/",
    ]

    private static func canonical(_ name: String) -> String {
        let name = name.lowercased()
        guard let resource = graphResources.first(where: name.hasPrefix) else { return name }
        return String(name.dropFirst(resource.count))
    }

    private static func isDefault(_ name: String) -> Bool {
        let name = canonical(name)
        return name == ".default" || name.hasSuffix("/.default")
    }

    private static func resource(of name: String) -> String {
        let name = canonical(name)
        // A resource may be named by its app id, a GUID; a bare permission is Graph's.
        if isDefault(name) { return String(name.dropLast(name.hasSuffix("/.default") ? 9 : 8)) }
        guard let scheme = name.range(of: "://"), let slash = name[scheme.upperBound...].lastIndex(of: "/") else {
            return ""
        }
        return String(name[..<slash])
    }
}
