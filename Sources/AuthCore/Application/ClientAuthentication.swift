import FoundationEssentials
import HTTPTransport

/// The authentication of a client at the endpoints of its issuer (RFC 6749 section 2.3, OpenID Connect Core 1.0 section 9).
struct ClientAuthentication: Sendable {
    let clientID: String
    let authority: Authority
    /// Nil for a public client, which only names itself.
    var credential: ApplicationCredential?
    let clock: WallClock

    /// The part of a request that names the client and authenticates it.
    struct Proof: Sendable {
        var fields: [(name: String, value: Secret)] = []
        /// The value of `Authorization`.
        var header: Secret?
    }

    /// - Throws: ``AuthError/application(_:)`` for a credential that the issuer does not accept, or whose file cannot be
    ///   used.
    func proof(at endpoint: AuthenticatedEndpoint) throws(AuthError) -> Proof {
        switch credential {
        case nil, .managedIdentity: return Proof(fields: [clientIDField])
        case .secret(let secret): return try proof(of: secret, at: endpoint)
        case .certificate(let path):
            guard let algorithm = endpoint.methods.signatureOfAssertions(for: authority.kind) else {
                throw .application(.credentialUnsupported(.certificate(path: path), methods: endpoint.methods))
            }
            let certificate = try ClientCertificate(path: path, now: clock.now())
            let assertion = ClientAssertion(clientID: clientID, audience: endpoint.audience, now: clock.now())
            return proof(of: try assertion.signed(with: certificate, algorithm))
        case .federatedTokenFile(let path): return proof(of: try FederatedTokenFile(path: path).token())
        }
    }

    private func proof(of secret: Secret, at endpoint: AuthenticatedEndpoint) throws(AuthError) -> Proof {
        switch endpoint.methods.placeOfSecret(for: authority.kind) {
        case .form: return Proof(fields: [clientIDField, ("client_secret", secret)])
        case .header:
            // RFC 6749 section 2.3.1: both parts are encoded as in a form first.
            let pair = [clientID, secret.expose()].map { PercentEncoding.encode($0) }.joined(separator: ":")
            return Proof(header: Secret("Basic \(Data(pair.utf8).base64EncodedString())"))
        case nil: throw .application(.credentialUnsupported(.secret(secret), methods: endpoint.methods))
        }
    }

    /// RFC 7523 section 2.2.
    private func proof(of assertion: Secret) -> Proof {
        Proof(fields: [
            clientIDField,
            ("client_assertion_type", Secret("urn:ietf:params:oauth:client-assertion-type:jwt-bearer")),
            ("client_assertion", assertion),
        ])
    }

    private var clientIDField: (String, Secret) { ("client_id", Secret(clientID)) }

    /// The error of a response that refuses the client itself (RFC 6749 section 5.2, `invalid_client`).
    func refusal(_ error: OAuthError) -> AuthError {
        credential.map { .application(.credentialRefused(error, $0)) } ?? .refused(error)
    }
}

/// An endpoint of an issuer at which clients authenticate.
struct AuthenticatedEndpoint: Sendable {
    let url: String
    let methods: ClientAuthenticationMethods
    /// The audience of assertions: the URL of the token endpoint, at every endpoint (RFC 7523 section 3, RFC 9126
    /// section 2).
    let audience: String
    var openIDScopes = Scopes.forIDToken
}

/// The methods by which an issuer lets clients authenticate (RFC 8414 section 2).
public struct ClientAuthenticationMethods: Hashable, Sendable {
    /// `token_endpoint_auth_methods_supported`; nil where the issuer does not say, which means `client_secret_basic`.
    public var names: [String]?
    /// `token_endpoint_auth_signing_alg_values_supported`; nil where the issuer does not say.
    public var signingAlgorithms: [String]?

    public init(names: [String]? = nil, signingAlgorithms: [String]? = nil) {
        self.names = names
        self.signingAlgorithms = signingAlgorithms
    }

    enum PlaceOfSecret {
        /// `client_secret_basic`
        case header
        /// `client_secret_post`
        case form
    }

    /// The header where the issuer takes it, as RFC 6749 section 2.3.1 prefers; the form for services of Microsoft,
    /// whatever else they accept. Nil where the issuer accepts no secrets.
    func placeOfSecret(for kind: Authority.Kind) -> PlaceOfSecret? {
        guard kind == .oidc else { return .form }
        guard let names, !names.contains("client_secret_basic") else { return .header }
        return names.contains("client_secret_post") ? .form : nil
    }

    /// The signature of `private_key_jwt`. Entra requires PSS. ADFS has neither PSS nor SHA-256 thumbprints. Other issuers
    /// publish their algorithms; without that they have RS256 (OpenID Connect Core 1.0 section 15.1). Nil where the issuer
    /// accepts no signature of an RSA key.
    func signatureOfAssertions(for kind: Authority.Kind) -> ClientAssertion.Signature? {
        guard kind == .oidc else { return kind == .adfs ? .rs256WithSHA1Thumbprint : .ps256 }
        if let names, !names.contains("private_key_jwt") { return nil }
        guard let signingAlgorithms, !signingAlgorithms.contains("RS256") else { return .rs256 }
        return signingAlgorithms.contains("PS256") ? .ps256 : nil
    }
}
