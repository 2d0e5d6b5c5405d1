import HTTPTransport

/// What an app without a user proves itself with.
public enum ApplicationCredential: Hashable, Sendable {
    case secret(Secret)
    /// A PEM file that holds an X.509 certificate and its RSA key, unencrypted. It is read again for each token.
    case certificate(path: String)
    /// A file with a token of another issuer that the app's registration trusts. Whoever provides it replaces it before
    /// it expires, so it is read again for each token.
    case federatedTokenFile(path: String)
    /// What the machine was given by the cloud it runs in: there is nothing to keep secret.
    case managedIdentity(ManagedIdentityID)
}
