import Foundation

/// The parts of a discovery document that a client uses (OpenID Connect Discovery 1.0 section 3).
public struct OpenIDConfiguration: Sendable, Equatable {
    public let issuer: String
    public let authorizationEndpoint: String
    public let tokenEndpoint: String
    public let deviceAuthorizationEndpoint: String?
    public let endSessionEndpoint: String?
    /// Where a client tells that it needs a token no more (RFC 8414 section 2, RFC 7009).
    public let revocationEndpoint: String?
    /// The Graph host that belongs to this cloud, Microsoft's own member `msgraph_host`.
    public let graphHost: String?

    /// The issuer that an ID token of this tenant must name: shared authorities publish a template.
    func issuer(forTenant tenantID: String?) -> String {
        guard let tenantID else { return issuer }
        return issuer.replacing("{tenantid}", with: tenantID).replacing("{tenant}", with: tenantID)
    }
}

/// A discovery document as it arrives: every member may be missing.
struct DiscoveryDocument: Decodable {
    let issuer: String?
    let authorization_endpoint: String?
    let token_endpoint: String?
    let device_authorization_endpoint: String?
    let end_session_endpoint: String?
    let revocation_endpoint: String?
    let msgraph_host: String?

    func configuration(for authority: Authority) throws(AuthError) -> OpenIDConfiguration {
        let configuration = OpenIDConfiguration(
            issuer: try required(issuer, "issuer", authority),
            authorizationEndpoint: try required(authorization_endpoint, "authorization_endpoint", authority),
            tokenEndpoint: try required(token_endpoint, "token_endpoint", authority),
            deviceAuthorizationEndpoint: device_authorization_endpoint, endSessionEndpoint: end_session_endpoint,
            revocationEndpoint: revocation_endpoint, graphHost: msgraph_host)
        try check(configuration, for: authority)
        return configuration
    }

    private func required(_ value: String?, _ name: String, _ authority: Authority) throws(AuthError) -> String {
        guard let value, !value.isEmpty else {
            throw .discovery(url: authority.openIDConfigurationURL, .missing(name))
        }
        return value
    }

    private func check(_ configuration: OpenIDConfiguration, for authority: Authority) throws(AuthError) {
        guard authority.accepts(issuer: configuration.issuer) else {
            throw .discovery(url: authority.openIDConfigurationURL, .otherIssuer(configuration.issuer))
        }
        let endpoints = [
            configuration.authorizationEndpoint, configuration.tokenEndpoint,
            configuration.deviceAuthorizationEndpoint, configuration.endSessionEndpoint,
            configuration.revocationEndpoint,
        ]
        for case .some(let endpoint) in endpoints {
            // Parsing as an authority applies the one rule for URLs that secrets may go to.
            guard (try? Authority(kind: .oidc, url: endpoint.droppingQuery)) != nil else {
                throw .discovery(url: authority.openIDConfigurationURL, .insecureEndpoint(endpoint))
            }
        }
    }
}

extension Authority {
    /// Whether a discovery document with this issuer speaks for this authority.
    ///
    /// OpenID Connect Discovery 1.0 section 4.3 asks for the very URL. The Microsoft identity platform names a path on
    /// the login host, another name of the same cloud, or for customers' tenants another host of the same service.
    fileprivate func accepts(issuer: String) -> Bool {
        let concrete = issuer.replacing("{tenantid}", with: "common").replacing("{tenant}", with: "common")
        guard let named = URLComponents(string: concrete), let host = named.host?.lowercased() else { return false }
        switch kind {
        case .oidc: return issuer.droppingTrailingSlash == url
        case .entra: return (try? Authority(kind: .entra, url: concrete.droppingTrailingSlash))?.origin == origin
        case .ciam: return named.scheme == "https" && host.hasSuffix(".ciamlogin.com") || origin.hasSuffix("//\(host)")
        case .b2c, .adfs: return URLComponents(string: origin)?.host == host
        }
    }
}

extension String {
    var droppingTrailingSlash: String { hasSuffix("/") ? String(dropLast()) : self }

    fileprivate var droppingQuery: String { split(separator: "?", maxSplits: 1).first.map(String.init) ?? self }
}
