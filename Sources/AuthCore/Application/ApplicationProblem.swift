import Foundation
import HTTPTransport

/// Why an app could not act for itself.
public enum ApplicationProblem: Hashable, Sendable {
    /// `common`, `organizations` and `consumers` mean "wherever the person's account is", and there is no person.
    case tenantNeeded(String)
    /// The platform takes exactly one resource with `/.default`.
    case notOneDefaultScope(Scopes)
    /// The server understood and does not believe the app.
    case credentialRefused(OAuthError, ApplicationCredential)
    case certificate(path: String, CertificateProblem)
    case tokenFile(path: String, FileProblem)
    case managedIdentity(ManagedIdentityProblem, source: String)
}

public enum FileProblem: Hashable, Sendable {
    case unreadable
    case tooLarge
    /// Holds nothing of the kind that was expected.
    case malformed
}

public enum CertificateProblem: Hashable, Sendable {
    case file(FileProblem)
    case noCertificate, noKey, encryptedKey, notRSA, unusableKey
    /// The key is not that of any certificate in the file.
    case keyOfAnother
    case notYetValid(Date)
    case expired(Date)
}

public enum ManagedIdentityProblem: Hashable, Sendable {
    /// The server of this source has to be pinned by its certificate's thumbprint, which the transport cannot do.
    case unsupportedSource
    /// This source knows identities in another way, or the machine's own only.
    case cannotChoose(ManagedIdentityID)
    /// Nothing answers there: most likely this is not such a machine.
    case unreachable(HTTPError)
    case refused(status: Int, message: String)
    case malformedAnswer(status: Int)
    /// The agent names a key file where none may be.
    case untrustedKeyFile(String)
    case unreadableKeyFile(String)
}
