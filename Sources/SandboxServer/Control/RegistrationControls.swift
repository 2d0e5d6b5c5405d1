import CryptoExtras

/// Changes app registrations, as an administrator does in the Entra admin center: credentials of the confidential client,
/// and the redirect URI of brokers.
struct RegistrationControls {
    let sandbox: SandboxState

    private var credentials: RegisteredCredentials { sandbox.credentials }

    /// Takes the redirect URI of brokers from a registration.
    func removeNativeClientRedirect(_ body: JSON) throws(ControlError) {
        guard let application = body["clientId"]?.string.flatMap(sandbox.application) else {
            throw ControlError("\"clientId\" must be the id of an application.")
        }
        sandbox.removeNativeClientRedirect(of: application)
    }

    /// Registers the public key of a certificate.
    func addKey(_ body: JSON) throws(ControlError) {
        guard let pem = body["publicKey"]?.string, let key = try? _RSA.Signing.PublicKey(pemRepresentation: pem) else {
            throw ControlError("\"publicKey\" must be an RSA key of at least 2048 bits as PEM, BEGIN PUBLIC KEY.")
        }
        guard let thumbprint = body["thumbprint"]?.string, UnpaddedBase64URL.decode(thumbprint)?.count == 32 else {
            throw ControlError("\"thumbprint\" must be the SHA-256 of the certificate in base64url.")
        }
        credentials.register(key, thumbprint: thumbprint)
    }

    /// Replaces the client secret, or marks it as expired (AADSTS7000222).
    func changeSecret(_ body: JSON) throws(ControlError) {
        let (secret, expired) = (body["secret"]?.string, body["expired"]?.bool)
        guard secret != nil || expired != nil else {
            throw ControlError(
                "\"secret\" must be the new one, or \"expired\" say whether the time of the old one is over.")
        }
        credentials.newSecret = secret ?? credentials.newSecret
        credentials.isSecretExpired = expired ?? false
    }

    /// Registers a token of another issuer as a federated identity credential.
    func addFederation(_ body: JSON) throws(ControlError) {
        guard let token = body["assertion"]?.string, !token.isEmpty else {
            throw ControlError("\"assertion\" must be the token exactly as it will be sent.")
        }
        credentials.register(federatedToken: token)
    }
}
