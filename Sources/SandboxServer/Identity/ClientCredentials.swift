import CryptoExtras

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
