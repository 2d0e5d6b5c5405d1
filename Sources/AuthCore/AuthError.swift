import Foundation
import HTTPTransport

/// Why a token could not be had. The cases are for code; sentences for people are made where they leave the program.
public enum AuthError: Error, Sendable {
    case invalidAuthority(String, AuthorityProblem)
    /// The discovery document could not be used.
    case discovery(url: String, DiscoveryProblem)
    /// Nothing but the person can help now: there is no usable refresh token, or the server wants them.
    case interactionRequired(InteractionRequired)
    /// The person pressed cancel or declined; `access_denied` and `authorization_declined`.
    case declined(OAuthError)
    case deviceCodeExpired
    /// The issuer has no device authorization endpoint.
    case deviceCodeUnsupported
    /// The redirect did not arrive, or what arrived could not be taken.
    case redirect(RedirectProblem)
    /// The server refused with an error that signing in again would not mend: a registration or a request is wrong.
    case refused(OAuthError)
    /// An answer that is not what the protocol asks for, such as HTML from a proxy.
    case malformedResponse(url: String, status: Int)
    /// The server is in trouble or throttles; nothing was lost.
    case serverUnavailable(url: String, status: Int, retryAfterSeconds: Int?)
    case network(HTTPError)
    /// Somebody else signed in than was asked for; nothing was kept.
    case wrongAccount(expected: String, received: String)
    /// The ID token does not belong to this sign-in; nothing was kept.
    case identityMismatch(IdentityProblem)
    /// The server granted less than was asked for.
    case scopesDeclined(Scopes)
    /// The server gave no access token, because no scope was named that it could be for: Azure AD B2C does that.
    case noScopeForAccessToken(clientID: String)
    /// The authority has no tenant that an administrator could consent for.
    case adminConsentUnsupported(String)
    case refreshLockTimedOut(seconds: Int)
    /// No way to show the sign-in page.
    case browserUnavailable(String)
    case cannotListen(String)
    /// An app that acts for itself could not.
    case application(ApplicationProblem)
}

public enum AuthorityProblem: Hashable, Sendable {
    case notAURL, notHTTPS, extraParts, notATenant, notAPolicy
}

public enum DiscoveryProblem: Hashable, Sendable {
    case notJSON(status: Int)
    case missing(String)
    /// The document speaks for another issuer than the one asked for.
    case otherIssuer(String)
    /// An endpoint is neither https nor on loopback.
    case insecureEndpoint(String)
    case refused(OAuthError)
}

public enum RedirectProblem: Hashable, Sendable {
    case timedOut(seconds: Int)
    case wrongState
    case missingCode
    /// Came back from the admin-consent page and says neither yes nor no.
    case missingConsent
}

public enum IdentityProblem: Hashable, Sendable {
    case missingIDToken, unreadableIDToken, wrongAudience, wrongNonce
    case wrongIssuer(String)
    case wrongTenant(expected: String, received: String)
}

/// A person has to sign in: for whom, why, and what to send along.
public struct InteractionRequired: Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// The account is not there, or was signed out.
        case noTokens
        case server(OAuthError)
    }

    public let account: AccountID
    public let scopes: Scopes
    public let reason: Reason

    public init(account: AccountID, scopes: Scopes, reason: Reason) {
        self.account = account
        self.scopes = scopes
        self.reason = reason
    }

    /// The claims that the next sign-in must carry.
    public var claims: String? {
        guard case .server(let error) = reason else { return nil }
        return error.claims
    }
}

/// Why an app could not act for itself.
public enum ApplicationProblem: Hashable, Sendable {
    /// `common`, `organizations` and `consumers` mean "wherever the person's account is", and there is no person.
    case tenantRequired(String)
    /// The platform takes exactly one resource with `/.default`.
    case defaultScopeRequired(Scopes)
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
    case keyMismatch
    case notYetValid(Date)
    case expired(Date)
}

public enum ManagedIdentityProblem: Hashable, Sendable {
    /// The server of this source has to be pinned by its certificate's thumbprint, which the transport cannot do.
    case unsupportedSource
    /// This source knows identities in another way, or the machine's own only.
    case unsupportedIdentity(ManagedIdentityID)
    /// Nothing answers there: most likely this is not such a machine.
    case unreachable(HTTPError)
    case refused(status: Int, message: String)
    case malformedResponse(status: Int)
    /// The agent names a key file where none may be.
    case untrustedKeyFile(String)
    case unreadableKeyFile(String)
}
