import FoundationEssentials
import HTTPTransport

/// The issuer of tokens: an Entra tenant, a related Microsoft service, or any other OpenID Connect issuer.
public struct Authority: Hashable, Sendable {
    public enum Kind: String, Sendable, CaseIterable {
        /// `scheme://host/{tenant}`, with the endpoints of the Microsoft identity platform below it.
        case entra
        /// Microsoft Entra External ID for customers: `scheme://{name}.ciamlogin.com/{tenant}`, otherwise as Entra.
        case ciam
        /// Azure AD B2C: a user flow of one tenant, `scheme://host/{tenant}/{policy}`.
        case b2c
        /// Active Directory Federation Services: `scheme://host/adfs`.
        case adfs
        /// An issuer whose endpoints come from its discovery document.
        case oidc

        /// Whether the tenant is a part of the URL that can be replaced by another.
        var hasTenants: Bool { self == .entra || self == .ciam }

        /// Whether its accounts can use Microsoft Graph.
        public var hasGraph: Bool { hasTenants }

        /// Whether the sign-in page takes `domain_hint`; see ``SignInRequest/domainHint``.
        public var supportsDomainHint: Bool { isMicrosoft }

        /// Whether the sign-in page chooses among the browser's sessions by `login_hint`.
        public var choosesSessionByLoginHint: Bool { isMicrosoft }

        /// Whether a token is for one resource, which its scopes name. Other issuers give no such meaning to a scope.
        public var tokensHaveOneResource: Bool { self != .oidc }

        /// Whether a parameter of a request names the resource of its token, as in RFC 8707. The Microsoft identity platform
        /// names it by the scopes alone.
        public var takesResource: Bool { self == .oidc || self == .adfs }

        /// The seconds that a refresh token lasts from its issue where the response does not say so: 90 days at Entra
        /// and for personal accounts ("Refresh tokens in the Microsoft identity platform"). Nil where no documentation
        /// says so.
        var refreshTokenLifetime: Double? { self == .entra ? 90 * 86_400 : nil }

        /// Whether the issuer has the extensions of the Microsoft identity platform: `client_info`, `form_post`.
        var isMicrosoft: Bool { self != .oidc && self != .adfs }
    }

    public let kind: Kind
    /// The canonical URL: lower-case scheme and host, no default port, no trailing slash.
    public let url: String
    /// Scheme, host and port of ``url``.
    public let origin: String
    /// Sent with the requests for tokens and sign-ins, where the issuer takes more than the protocol has.
    public let parameters: AuthorityParameters
    let host: String
    let path: String
    /// Presented to the authority's endpoints in the TLS handshake, where they ask for one; nil for none.
    public var clientCertificate: TLSClientCertificate?

    /// An authority of a Microsoft service. Its kind follows, as documented, from the suffix of the host and the first
    /// segment of the path.
    ///
    /// - Throws: ``AuthError/invalidAuthority(_:_:)``
    public init(url: String) throws(AuthError) {
        try self.init(kind: AuthorityPath.kind(of: url), url: url)
    }

    /// - Parameter url: For Entra `https://{host}/{tenant}`, where a missing tenant means `common`; for any other issuer
    ///   its issuer URL. Plain http is accepted for loopback hosts only.
    /// - Throws: ``AuthError/invalidAuthority(_:_:)``
    public init(
        kind: Kind, url: String, parameters: AuthorityParameters = .none
    ) throws(AuthError) {
        guard let parts = URLComponents(string: url), let scheme = parts.scheme?.lowercased(),
            let host = parts.encodedHost?.lowercased(), Self.isHost(host)
        else { throw .invalidAuthority(url, .notAURL) }
        guard scheme == "https" || (scheme == "http" && HTTPOrigin.isLoopback(host: host)) else {
            throw .invalidAuthority(url, .notHTTPS)
        }
        guard parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil else {
            throw .invalidAuthority(url, .extraParts)
        }
        let port = parts.port.flatMap { $0 == (scheme == "https" ? 443 : 80) ? nil : ":\($0)" } ?? ""
        self.kind = kind
        self.parameters = parameters
        self.host = kind == .entra ? Cloud.preferredHost(for: host) : host
        self.origin = "\(scheme)://\(self.host)\(port)"
        self.path = try AuthorityPath(kind: kind, host: host, path: parts.percentEncodedPath, url: url).canonical
        self.url = origin + path
    }

    public init(cloud: Cloud, tenant: String) throws(AuthError) {
        try self.init(kind: .entra, url: "https://\(cloud.loginHost)/\(tenant)")
    }

    /// An authority as ``urlWithParameters`` writes it.
    ///
    /// - Throws: ``AuthError/invalidAuthority(_:_:)`` or ``AuthError/invalidParameter(_:)``
    public init(kind: Kind, urlWithParameters text: String) throws(AuthError) {
        guard let mark = text.utf8.firstIndex(of: UInt8(ascii: "?")) else {
            try self.init(kind: kind, url: text)
            return
        }
        let query = text[text.index(after: mark)...]
        try self.init(kind: kind, url: String(text[..<mark]), parameters: AuthorityParameters(query: query))
    }

    /// The URL with the parameters as its query: the form in which an authority is stored.
    public var urlWithParameters: String {
        parameters.isEmpty ? url : "\(url)?\(QueryString.make(parameters.ofSignIn))"
    }

    /// The value of ``AccountID/environment`` for the accounts of this authority. At an issuer of tokens for several
    /// resources it names the resource too: each has a refresh token of its own.
    public var environment: String {
        let hostAndPort = String(origin.dropFirst(origin.hasPrefix("https") ? "https://".count : "http://".count))
        let resource = parameters.ofTokens.isEmpty ? "" : "?\(QueryString.make(parameters.ofTokens))"
        return (kind == .oidc ? hostAndPort + path : hostAndPort) + resource
    }

    /// The tenant as the URL names it: a GUID, a domain, `common`, `organizations` or `consumers`; nil for a kind whose
    /// tenant cannot be replaced.
    public var tenant: String? { kind.hasTenants ? String(path.dropFirst()) : nil }

    /// The tenant in an issuer of the Microsoft identity platform: the first GUID in its path. Nil for any other issuer.
    static func tenantID(inIssuer issuer: String) -> String? {
        issuer.split(separator: "/").map(String.init).first(where: \.isGUID)
    }

    /// The same authority for another tenant. A kind whose tenant cannot be replaced is returned unchanged.
    public func with(tenant: String) throws(AuthError) -> Authority {
        guard kind.hasTenants, !tenant.isEmpty else { return self }
        return try with(url: "\(origin)/\(tenant)", parameters: parameters)
    }

    /// The same authority with these parameters.
    public func with(parameters: AuthorityParameters) throws(AuthError) -> Authority {
        try with(url: url, parameters: parameters)
    }

    private func with(url: String, parameters: AuthorityParameters) throws(AuthError) -> Authority {
        var other = try Authority(kind: kind, url: url, parameters: parameters)
        other.clientCertificate = clientCertificate
        return other
    }

    /// Whether a token names the client of this id. The Microsoft identity platform writes client ids, which are GUIDs, in
    /// lower case, however they were typed.
    func isClient(_ name: String, withID clientID: String) -> Bool {
        name == clientID || (kind.isMicrosoft && clientID.isGUID && name.equalsIgnoringASCIICase(clientID))
    }

    public var cloud: Cloud? { kind == .entra ? Cloud(loginHost: host) : nil }

    /// The resource of Microsoft Graph in the authority's cloud. On loopback a server stands for the global cloud; nil for other
    /// authorities outside of Microsoft's clouds.
    public var graphResource: String? {
        guard kind.hasGraph else { return nil }
        return cloud?.graph ?? (HTTPOrigin.isLoopback(host: host) ? Cloud.global.graph : nil)
    }

    /// OpenID Connect Discovery 1.0 section 4. The v2.0 document of the Microsoft identity platform is one level deeper.
    var openIDConfigurationURL: String {
        kind.isMicrosoft
            ? "\(url)/v2.0/.well-known/openid-configuration" : "\(url)/.well-known/openid-configuration"
    }

    /// The token endpoint, where it follows from the URL; nil where only discovery tells.
    var knownTokenEndpoint: String? { kind.hasTenants ? "\(url)/oauth2/v2.0/token" : nil }

    /// The names that stand for the tenant of the user's account.
    static let sharedTenants: Set<String> = ["common", "organizations", "consumers"]

    /// The tenant of all personal Microsoft accounts.
    public static let personalTenantID = "9188040d-6c67-4c5b-b112-36a304b66dad"

    /// Refuses percent-encoding in a host: a parser that decodes it would see another host.
    private static func isHost(_ host: String) -> Bool {
        !host.isEmpty && host.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-._:[]".utf8.contains($0) }
    }
}
