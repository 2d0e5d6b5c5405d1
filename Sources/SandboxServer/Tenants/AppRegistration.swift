import CryptoExtras

/// An app registration. All are multi-tenant and accept personal accounts.
struct AppRegistration: Equatable, Sendable {
    let id: String
    let name: String
    /// The client secret; nil for a public client.
    let secret: String?
    /// The application permissions on Microsoft Graph that an administrator has granted.
    let roles: [String]
    /// Whether the redirect URI of brokers and embedded browsers is registered.
    var hasNativeClientRedirect = true

    static let commandLine = AppRegistration(
        id: "ac0c1e47-5a0b-4c1d-8e2f-6d7b90c0de01", name: "Contoso Command Line", secret: nil, roles: [])

    /// A second public client, for profiles that share an account but not a client.
    static let notebook = AppRegistration(
        id: "ac0c1e47-5a0b-4c1d-8e2f-6d7b90c0de02", name: "Fabrikam Notebook", secret: nil, roles: [])

    static let daemon = AppRegistration(
        id: "ac0c1e47-5a0b-4c1d-8e2f-6d7b90c0de03", name: "Nightly Report", secret: "sandbox-secret~not-a-secret",
        roles: ["User.Read.All", "Group.Read.All", "Organization.Read.All"])

    /// A public client that no broker can sign in to: the redirect URI of brokers is not registered.
    static let browserOnly = AppRegistration(
        id: "ac0c1e47-5a0b-4c1d-8e2f-6d7b90c0de04", name: "Tailspin Terminal", secret: nil, roles: [],
        hasNativeClientRedirect: false)

    /// Microsoft's own client of the brokers, which signs an account in to a device.
    static let authenticationBroker = AppRegistration(
        id: "29d9ed98-a469-4536-ade2-f981bc1d605e", name: "Microsoft Authentication Broker", secret: nil, roles: [])

    /// The path of the redirect URI of brokers, at the login host or, in the sandbox, at `http://localhost`.
    static let nativeClientPath = "/common/oauth2/nativeclient"

    /// Whether the URI is registered.
    func accepts(redirectURI: String) -> Bool {
        guard hasNativeClientRedirect, secret == nil, redirectURI.hasSuffix(Self.nativeClientPath) else {
            return acceptsLoopback(redirectURI: redirectURI)
        }
        let origin = String(redirectURI.dropLast(Self.nativeClientPath.count))
        return origin == "https://login.microsoftonline.com" || acceptsLoopback(redirectURI: origin)
    }

    /// Whether the URI matches the registered `http://localhost`. Entra ignores the port of a loopback redirect URI
    /// and nothing else: scheme, host and path have to match, and `127.0.0.1` is another host.
    private func acceptsLoopback(redirectURI: String) -> Bool {
        let prefix = "http://localhost"
        guard secret == nil, redirectURI.utf8.count <= 256, redirectURI.hasPrefix(prefix) else { return false }
        var rest = redirectURI.dropFirst(prefix.count)
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        guard let colon = rest.first else { return true }
        let port = rest.dropFirst()
        return colon == ":" && (1...5).contains(port.utf8.count) && port.allSatisfy { $0.isASCII && $0.isNumber }
    }
}

/// The credentials that a test registers for the confidential client while the sandbox runs.
final class RegisteredCredentials {
    private var keys: [String: _RSA.Signing.PublicKey] = [:]
    private var federatedTokens: Set<String> = []
    /// The client secret that replaced the one in the registration.
    var newSecret: String?
    var isSecretExpired = false
    /// The expiry of each accepted assertion, by its `jti`.
    private var used: [String: Int] = [:]

    /// - Parameter thumbprint: the SHA-256 of the certificate in base64url. The certificate itself is not needed.
    func register(_ key: _RSA.Signing.PublicKey, thumbprint: String) {
        keys[thumbprint] = key
    }

    /// Registers a whole token instead of an issuer and a subject, since the sandbox cannot check the signature of
    /// another issuer.
    func register(federatedToken: String) {
        federatedTokens.insert(federatedToken)
    }

    func key(thumbprint: String) -> _RSA.Signing.PublicKey? { keys[thumbprint] }

    func isRegistered(federatedToken: String) -> Bool { federatedTokens.contains(federatedToken) }

    /// Records the `jti` of an accepted assertion. False for an id of an earlier assertion that has not expired (RFC
    /// 7523 §3, item 7).
    ///
    /// Entra does not check for replays; the sandbox does, so that a client which reuses an assertion is noticed.
    func use(id: String, until expiry: Int, now: Int) -> Bool {
        used = used.filter { $0.value > now }
        guard used[id] == nil else { return false }
        used[id] = expiry
        return true
    }
}
