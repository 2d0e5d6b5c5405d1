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

/// A discovery document as received: every member may be missing. One that is not needed counts as absent when it has
/// another type or is an endpoint that must not be used.
struct DiscoveryDocument: Decodable {
    let issuer: String?
    let authorization_endpoint: String?
    let token_endpoint: String?
    let device_authorization_endpoint: OptionalMember<String>?
    let end_session_endpoint: OptionalMember<String>?
    let revocation_endpoint: OptionalMember<String>?
    let pushed_authorization_request_endpoint: OptionalMember<String>?
    let require_pushed_authorization_requests: Flag?
    let scopes_supported: OptionalMember<[String]>?
    let token_endpoint_auth_methods_supported: OptionalMember<[String]>?
    let token_endpoint_auth_signing_alg_values_supported: OptionalMember<[String]>?
    let msgraph_host: OptionalMember<String>?
    let prompt_values_supported: OptionalMember<[String]>?
    let authorization_response_iss_parameter_supported: Flag?
    let mtls_endpoint_aliases: OptionalMember<EndpointAliases>?

    /// The endpoints for clients that present a certificate (RFC 8705 section 5), where they are not the others.
    struct EndpointAliases: Decodable {
        let token_endpoint: OptionalMember<String>?
        let device_authorization_endpoint: OptionalMember<String>?
        let revocation_endpoint: OptionalMember<String>?
        let pushed_authorization_request_endpoint: OptionalMember<String>?
    }

    /// A member that the document may lack; nil for a value of another type.
    struct OptionalMember<Value: Decodable>: Decodable {
        let value: Value?

        init(from decoder: any Decoder) throws {
            value = try? decoder.singleValueContainer().decode(Value.self)
        }
    }

    /// A promise or a demand of the server. Some write `true` as text: it counts, because to overlook it would leave out a
    /// check (RFC 9207 section 2.4) or a step. Anything else is false, the default of both members.
    struct Flag: Decodable {
        let isSet: Bool

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let text = (try? container.decode(String.self)) ?? ""
            isSet = (try? container.decode(Bool.self)) ?? text.equalsIgnoringASCIICase("true")
        }
    }

    /// - Throws: ``AuthError/discovery(url:_:)`` for a missing member, another issuer, or a needed endpoint that secrets must
    ///   not be sent to.
    func configuration(for authority: Authority) throws(AuthError) -> OpenIDConfiguration {
        let aliases = authority.clientCertificate == nil ? nil : mtls_endpoint_aliases?.value
        let configuration = OpenIDConfiguration(
            issuer: try required(issuer, name: "issuer", of: authority),
            authorizationEndpoint: try required(
                authorization_endpoint, name: "authorization_endpoint", of: authority),
            tokenEndpoint: try required(
                aliases?.token_endpoint?.value ?? token_endpoint, name: "token_endpoint", of: authority),
            deviceAuthorizationEndpoint: try firstUsable(
                aliases?.device_authorization_endpoint, device_authorization_endpoint),
            endSessionEndpoint: try firstUsable(end_session_endpoint),
            revocationEndpoint: try firstUsable(aliases?.revocation_endpoint, revocation_endpoint),
            pushedAuthorizationEndpoint: try pushedAuthorizationEndpoint(of: authority, aliases),
            authenticationMethods: ClientAuthenticationMethods(
                names: token_endpoint_auth_methods_supported?.value,
                signingAlgorithms: token_endpoint_auth_signing_alg_values_supported?.value),
            graphHost: msgraph_host?.value, promptValuesSupported: prompt_values_supported?.value,
            openIDScopes: openIDScopes(of: authority),
            namesIssuerInRedirects: authorization_response_iss_parameter_supported?.isSet ?? false)
        try check(configuration, for: authority)
        return configuration
    }

    /// Services of Microsoft give refresh tokens for `offline_access`, whatever they list.
    private func openIDScopes(of authority: Authority) -> Scopes {
        guard authority.kind == .oidc, let listed = scopes_supported?.value else { return .forIDToken }
        return Scopes(Scopes.forIDToken.names.filter { $0 == "openid" || listed.contains($0) })
    }

    private func pushedAuthorizationEndpoint(
        of authority: Authority, _ aliases: EndpointAliases?
    ) throws(AuthError) -> String? {
        guard require_pushed_authorization_requests?.isSet == true else { return nil }
        return try required(
            aliases?.pushed_authorization_request_endpoint?.value ?? pushed_authorization_request_endpoint?.value,
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
        let needed = [
            configuration.authorizationEndpoint, configuration.tokenEndpoint, configuration.pushedAuthorizationEndpoint,
        ]
        for case .some(let endpoint) in needed {
            guard try isUsable(endpoint) else {
                throw .discovery(url: authority.openIDConfigurationURL, .insecureEndpoint(endpoint))
            }
        }
    }

    /// The first of the endpoints, none of which is needed, that may be used; nil without one.
    private func firstUsable(_ endpoints: OptionalMember<String>?...) throws(AuthError) -> String? {
        for endpoint in endpoints {
            if let url = endpoint?.value, try isUsable(url) { return url }
        }
        return nil
    }

    /// Whether secrets may be sent to an endpoint. Parsing as an authority applies the same rule to every such URL.
    private func isUsable(_ endpoint: String) throws(AuthError) -> Bool {
        guard try ServerText.isSafeToOpen(endpoint) else { return false }
        return (try? Authority(kind: .oidc, url: endpoint.droppingQuery)) != nil
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
