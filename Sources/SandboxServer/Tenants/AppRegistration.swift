import CryptoExtras

/// An app registration. All of them are multi-tenant and open to personal accounts.
struct Application: Equatable, Sendable {
    let id: String
    let name: String
    /// Only a confidential client has one.
    let secret: String?
    /// The application permissions an administrator has granted it on Microsoft Graph.
    let roles: [String]

    static let commandLine = Application(
        id: "ac0c1e47-5a0b-4c1d-8e2f-6d7b90c0de01", name: "Contoso Command Line", secret: nil, roles: [])

    /// A second registration, for profiles that share an account but not a client.
    static let notebook = Application(
        id: "ac0c1e47-5a0b-4c1d-8e2f-6d7b90c0de02", name: "Fabrikam Notebook", secret: nil, roles: [])

    static let daemon = Application(
        id: "ac0c1e47-5a0b-4c1d-8e2f-6d7b90c0de03", name: "Nightly Report", secret: "sandbox-secret~not-a-secret",
        roles: ["User.Read.All", "Group.Read.All", "Organization.Read.All"])

    /// A registration of `http://localhost` ignores the port and nothing else: the scheme, the host and the
    /// path have to match, and `127.0.0.1` is another host.
    func accepts(redirectURI: String) -> Bool {
        let prefix = "http://localhost"
        guard secret == nil, redirectURI.utf8.count <= 256, redirectURI.hasPrefix(prefix) else { return false }
        var rest = redirectURI.dropFirst(prefix.count)
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        guard let colon = rest.first else { return true }
        let port = rest.dropFirst()
        return colon == ":" && (1...5).contains(port.utf8.count) && port.allSatisfy { $0.isASCII && $0.isNumber }
    }
}

/// What the confidential client may prove itself with besides its secret, as registered while the emulator runs.
final class ClientCredentials {
    private var keys: [String: _RSA.Signing.PublicKey] = [:]
    private var federatedTokens: Set<String> = []
    /// What has taken the place of the secret that the client was registered with.
    var newSecret: String?
    var isSecretExpired = false
    /// When each statement that was accepted runs out, by its `jti`.
    private var used: [String: Int] = [:]

    /// - Parameter thumbprint: of the certificate, SHA-256 in base64url; the certificate itself is never seen here.
    func register(_ key: _RSA.Signing.PublicKey, thumbprint: String) {
        keys[thumbprint] = key
    }

    /// Stands for a registered issuer and subject, whose signature nothing here could check.
    func register(federatedToken: String) {
        federatedTokens.insert(federatedToken)
    }

    func key(thumbprint: String) -> _RSA.Signing.PublicKey? { keys[thumbprint] }

    func isRegistered(federatedToken: String) -> Bool { federatedTokens.contains(federatedToken) }

    /// False for an id that was used before by a statement that would still be good (RFC 7523 §3, item 7).
    ///
    /// Entra is more lenient; a client that sends a statement twice is found out only here.
    func use(id: String, until expiry: Int, now: Int) -> Bool {
        used = used.filter { $0.value > now }
        guard used[id] == nil else { return false }
        used[id] = expiry
        return true
    }
}
