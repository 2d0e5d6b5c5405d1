import CryptoExtras

/// Registers for the confidential client what an administrator of a real tenant would upload or enter.
struct CredentialLevers {
    let credentials: ClientCredentials

    /// Nil once it is registered, otherwise what the body has to hold.
    func addKey(_ body: JSON) -> String? {
        guard let pem = body["publicKey"]?.string, let key = try? _RSA.Signing.PublicKey(pemRepresentation: pem) else {
            return "\"publicKey\" must be an RSA key of at least 2048 bits as PEM, BEGIN PUBLIC KEY."
        }
        guard let thumbprint = body["thumbprint"]?.string, Base64URL.decode(thumbprint)?.count == 32 else {
            return "\"thumbprint\" must be the SHA-256 of the certificate in base64url."
        }
        credentials.register(key, thumbprint: thumbprint)
        return nil
    }

    /// An administrator puts in another secret, or the time of the one that is there runs out.
    func changeSecret(_ body: JSON) -> String? {
        let (secret, expired) = (body["secret"]?.string, body["expired"]?.bool)
        guard secret != nil || expired != nil else {
            return "\"secret\" must be the new one, or \"expired\" say whether the time of the old one is over."
        }
        credentials.newSecret = secret ?? credentials.newSecret
        credentials.isSecretExpired = expired ?? false
        return nil
    }

    /// Nil once it is registered, otherwise what the body has to hold.
    func addFederation(_ body: JSON) -> String? {
        guard let token = body["assertion"]?.string, !token.isEmpty else {
            return "\"assertion\" must be the token exactly as it will be sent."
        }
        credentials.register(federatedToken: token)
        return nil
    }
}
