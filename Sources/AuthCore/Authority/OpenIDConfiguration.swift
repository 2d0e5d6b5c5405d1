import FoundationEssentials
import HTTPTransport

/// The checked members of a discovery document that a client uses (OpenID Connect Discovery 1.0 section 3).
public struct OpenIDConfiguration: Sendable, Equatable {
    /// The issuer as published; a shared authority of the Microsoft identity platform publishes a template with
    /// `{tenantid}`.
    public let issuer: String
    public let authorizationEndpoint: String
    public let tokenEndpoint: String
    /// RFC 8628 section 4.
    public internal(set) var deviceAuthorizationEndpoint: String?
    /// OpenID Connect RP-Initiated Logout 1.0 section 2.1.
    public internal(set) var endSessionEndpoint: String?
    /// RFC 8414 section 2, RFC 7009.
    public internal(set) var revocationEndpoint: String?
    /// The endpoint to which the issuer demands authorization requests to be pushed first (RFC 9126 section 5); nil where
    /// it does not demand that.
    public internal(set) var pushedAuthorizationEndpoint: String?
    /// Of the token endpoint, and of those that follow it.
    public internal(set) var authenticationMethods = ClientAuthenticationMethods()
    /// The host of Microsoft Graph in this cloud, without a scheme; Microsoft's own member `msgraph_host`.
    public internal(set) var graphHost: String?
    /// The values of `prompt` that the server accepts (Initiating User Registration via OpenID Connect 1.0); nil where it
    /// does not say.
    public internal(set) var promptValuesSupported: [String]?

    /// The scopes that every request of a user names beside its own. An issuer that lists its scopes without
    /// `offline_access` or `profile` may refuse them; Google does.
    public internal(set) var openIDScopes = Scopes.forIDToken

    /// Whether every redirect names the issuer (RFC 9207 section 3).
    public internal(set) var namesIssuerInRedirects = false

    /// The token endpoint.
    var tokens: AuthenticatedEndpoint { authenticated(tokenEndpoint) }

    /// An endpoint that authenticates clients as the token endpoint does.
    func authenticated(_ url: String) -> AuthenticatedEndpoint {
        AuthenticatedEndpoint(
            url: url, methods: authenticationMethods, audience: tokenEndpoint, openIDScopes: openIDScopes)
    }

    /// The issuer that an ID token of this tenant has to name.
    func issuer(forTenant tenantID: String?) -> String {
        guard let tenantID else { return issuer }
        return issuer.replacing("{tenantid}", with: tenantID).replacing("{tenant}", with: tenantID)
    }
}

/// A discovery document as received: every member may be missing.
struct DiscoveryDocument: Decodable {
    let issuer: String?
    let authorization_endpoint: String?
    let token_endpoint: String?
    let device_authorization_endpoint: String?
    let end_session_endpoint: String?
    let revocation_endpoint: String?
    let pushed_authorization_request_endpoint: String?
    let require_pushed_authorization_requests: Bool?
    var scopes_supported: StringArray?
    let token_endpoint_auth_methods_supported: StringArray?
    let token_endpoint_auth_signing_alg_values_supported: StringArray?
    let msgraph_host: String?
    var prompt_values_supported: StringArray?
    var authorization_response_iss_parameter_supported: Bool?
    var mtls_endpoint_aliases: EndpointAliases?

    /// The endpoints for clients that present a certificate (RFC 8705 section 5), where they are not the others.
    struct EndpointAliases: Decodable {
        let token_endpoint: String?
        let device_authorization_endpoint: String?
        let revocation_endpoint: String?
        let pushed_authorization_request_endpoint: String?
    }

    /// - Throws: ``AuthError/discovery(url:_:)`` for a missing member, another issuer, or an endpoint that secrets must
    ///   not be sent to.
    func configuration(for authority: Authority) throws(AuthError) -> OpenIDConfiguration {
        let aliases = authority.clientCertificate == nil ? nil : mtls_endpoint_aliases
        let configuration = OpenIDConfiguration(
            issuer: try required(issuer, name: "issuer", of: authority),
            authorizationEndpoint: try required(
                authorization_endpoint, name: "authorization_endpoint", of: authority),
            tokenEndpoint: try required(
                aliases?.token_endpoint ?? token_endpoint, name: "token_endpoint", of: authority),
            deviceAuthorizationEndpoint: aliases?.device_authorization_endpoint ?? device_authorization_endpoint,
            endSessionEndpoint: end_session_endpoint,
            revocationEndpoint: aliases?.revocation_endpoint ?? revocation_endpoint,
            pushedAuthorizationEndpoint: try pushedAuthorizationEndpoint(of: authority, aliases),
            authenticationMethods: ClientAuthenticationMethods(
                names: token_endpoint_auth_methods_supported?.values,
                signingAlgorithms: token_endpoint_auth_signing_alg_values_supported?.values),
            graphHost: msgraph_host, promptValuesSupported: prompt_values_supported?.values,
            openIDScopes: openIDScopes(of: authority),
            namesIssuerInRedirects: authorization_response_iss_parameter_supported ?? false)
        try check(configuration, for: authority)
        return configuration
    }

    /// Services of Microsoft give refresh tokens for `offline_access`, whatever they list.
    private func openIDScopes(of authority: Authority) -> Scopes {
        guard authority.kind == .oidc, let listed = scopes_supported?.values else { return .forIDToken }
        return Scopes(Scopes.forIDToken.names.filter { $0 == "openid" || listed.contains($0) })
    }

    private func pushedAuthorizationEndpoint(
        of authority: Authority, _ aliases: EndpointAliases?
    ) throws(AuthError) -> String? {
        guard require_pushed_authorization_requests == true else { return nil }
        return try required(
            aliases?.pushed_authorization_request_endpoint ?? pushed_authorization_request_endpoint,
            name: "pushed_authorization_request_endpoint", of: authority)
    }

    private func required(_ value: String?, name: String, of authority: Authority) throws(AuthError) -> String {
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
            configuration.revocationEndpoint, configuration.pushedAuthorizationEndpoint,
        ]
        for case .some(let endpoint) in endpoints {
            // Parsing as an authority applies the same rule to every URL that secrets are sent to.
            guard try ServerText.isPage(endpoint),
                (try? Authority(kind: .oidc, url: endpoint.droppingQuery)) != nil
            else {
                throw .discovery(url: authority.openIDConfigurationURL, .insecureEndpoint(endpoint))
            }
        }
    }
}

extension OpenIDConfiguration {
    /// The `prompt` that lets the user sign in as another account than the one of the browser's session; nil where the
    /// server accepts none.
    ///
    /// Every server has to support `login` (OpenID Connect Core 1.0 section 15.1), unless it lists its values without it.
    var promptForAnotherAccount: SignInRequest.Prompt? {
        guard let values = promptValuesSupported else { return .login }
        return [.selectAccount, .login].first { values.contains($0.rawValue) }
    }
}

/// An array of strings; nil for anything else, since no server is unusable for a member that only advises.
struct StringArray: Decodable {
    let values: [String]?

    init(from decoder: any Decoder) throws {
        values = try? decoder.singleValueContainer().decode([String].self)
    }
}

extension Authority {
    /// Whether a discovery document with this issuer is one of this authority.
    ///
    /// OpenID Connect Discovery 1.0 section 4.3 requires the very URL. The Microsoft identity platform publishes a path
    /// on the login host, another name of the same cloud, or for customers' tenants another host of the same service.
    fileprivate func accepts(issuer: String) -> Bool {
        let concrete = issuer.replacing("{tenantid}", with: "common").replacing("{tenant}", with: "common")
        guard let parts = URLComponents(string: concrete), let host = parts.host?.lowercased() else { return false }
        switch kind {
        case .oidc: return issuer.droppingTrailingSlash == url
        case .entra: return (try? Authority(kind: .entra, url: concrete.droppingTrailingSlash))?.origin == origin
        case .ciam: return parts.scheme == "https" && host.hasSuffix(".ciamlogin.com") || origin.hasSuffix("//\(host)")
        case .b2c, .adfs: return URLComponents(string: origin)?.host == host
        }
    }
}

extension String {
    var droppingTrailingSlash: String { hasSuffix("/") ? String(dropLast()) : self }

    fileprivate var droppingQuery: String { split(separator: "?", maxSplits: 1).first.map(String.init) ?? self }
}
