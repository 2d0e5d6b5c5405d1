import FoundationEssentials
import HTTPTransport

/// The reason why no token could be acquired. The cases are for code; a program makes its own sentences of them.
public enum AuthError: Error, Sendable {
    case invalidAuthority(String, AuthorityProblem)
    /// A parameter of this name cannot be sent to an authority; see ``AuthorityParameters``.
    case invalidParameter(String)
    /// The discovery document at this URL could not be used.
    case discovery(url: String, DiscoveryProblem)
    /// The user has to sign in: there is no usable refresh token, or the server demands interaction.
    case interactionRequired(InteractionRequired)
    /// The user cancelled or declined: `access_denied` or `authorization_declined`.
    case declined(OAuthError)
    case deviceCodeExpired
    /// The user did not enter the code within ``SignInRequest/timeout``, which was shorter than the code is valid.
    case deviceCodeTimedOut(seconds: Int)
    /// The issuer has no device authorization endpoint (RFC 8628 section 4).
    case deviceCodeUnsupported
    /// The server named a page for the code that must not be opened: not https, or with characters that no URL has.
    case unsafeVerificationPage(String)
    /// The redirect did not arrive or could not be used.
    case redirect(RedirectProblem)
    /// The server refused with an error that another sign-in would not fix: the registration or the request is wrong.
    case refused(OAuthError)
    /// A response that the protocol does not allow, such as one without its required members.
    case malformedResponse(url: String, status: Int)
    /// A web page or a redirect in place of a response: a network that wants a sign-in of its own, or a proxy. The cached
    /// tokens are unchanged.
    case unexpectedPage(url: String, status: Int)
    /// The access token has this `token_type`, which is not `Bearer`; it was not cached.
    case unsupportedTokenType(String)
    /// The server failed or throttles; the cached tokens are unchanged.
    case serverUnavailable(url: String, status: Int, retryAfterSeconds: Int?)
    case network(HTTPError)
    /// Another account signed in than the expected one; nothing was cached. `expected` is a home account id, `received`
    /// a username.
    case wrongAccount(expected: String, received: String)
    /// The ID token does not belong to this sign-in; nothing was cached.
    case identityMismatch(IdentityProblem)
    /// Scopes that the server did not grant.
    case scopesDeclined(Scopes)
    /// `invalid_scope` at a refresh: some of these scopes are unknown to the server, or the user has not consented to them
    /// (RFC 6749 section 6).
    case invalidScope(Scopes, OAuthError)
    /// The response has no access token because no scope named a resource. Azure AD B2C responds so to OpenID Connect
    /// scopes alone.
    case noScopeForAccessToken(clientID: String)
    /// The authority at this URL has no tenant whose administrator could consent.
    case adminConsentUnsupported(String)
    /// Another process held the refresh lock for this long.
    case refreshLockTimedOut(seconds: Int)
    /// The sign-in page could not be opened; the text says why.
    case browserUnavailable(String)
    /// The loopback port for the redirect could not be opened; the text says why.
    case cannotListen(String)
    /// An app could not acquire a token for itself.
    case application(ApplicationProblem)
    /// The device's broker gave no token; the cached tokens are unchanged.
    case broker(BrokerProblem)
}

/// The reasons why a text is not an authority.
public enum AuthorityProblem: Hashable, Sendable {
    case notAURL
    /// Plain http, which is for loopback hosts only.
    case notHTTPS
    /// A user name, a password, a query or a fragment.
    case extraParts
    /// The path is not one tenant.
    case notATenant
    /// The path is not a tenant and a policy, as Azure AD B2C has them.
    case notAPolicy
}

/// The reasons why a discovery document cannot be used.
public enum DiscoveryProblem: Hashable, Sendable {
    case notJSON(status: Int)
    /// The name of a required member.
    case missing(String)
    /// The document is that of another issuer, which is named.
    case otherIssuer(String)
    /// The URL of an endpoint that is neither https nor on loopback.
    case insecureEndpoint(String)
    case refused(OAuthError)
}

/// The reasons why a redirect cannot be used.
public enum RedirectProblem: Hashable, Sendable {
    case timedOut(seconds: Int)
    case wrongState
    /// The redirect names another issuer, or none where the issuer names itself (RFC 9207); the text is empty then.
    case wrongIssuer(String)
    case missingCode
    /// A redirect of the admin consent page with neither a consent nor an error.
    case missingConsent
}

/// The reasons why an ID token is not accepted.
public enum IdentityProblem: Hashable, Sendable {
    case missingIDToken, unreadableIDToken, wrongAudience, wrongNonce
    /// `sub` of a refresh is not that of the ID token before (OpenID Connect Core 1.0 section 12.2).
    case wrongSubject
    /// The name of a claim that every ID token has.
    case missingClaim(String)
    case wrongIssuer(String)
    /// `azp` names another client, or is missing from a token with several audiences; the text is empty then.
    case wrongAuthorizedParty(String)
    /// `tid` is not the tenant in `iss`.
    case tenantNotOfIssuer(tenantID: String, issuer: String)
    case wrongTenant(expected: String, received: String)
}

/// A sign-in that the user has to do: the account, the scopes and the reason.
public struct InteractionRequired: Hashable, Sendable {
    public enum Reason: Hashable, Sendable {
        /// The account is not in the cache, or has no refresh token there.
        case noTokens
        /// The device's broker does not have the account.
        case notAtBroker
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

    /// The claims that the next sign-in has to request, as JSON text; see ``SignInRequest/claims``.
    public var claims: String? {
        guard case .server(let error) = reason else { return nil }
        return error.claims
    }
}

/// The reasons why an app cannot acquire a token for itself.
public enum ApplicationProblem: Hashable, Sendable {
    /// The authority is `common`, `organizations` or `consumers`, which stand for the tenant of a user's account.
    case tenantRequired(String)
    /// The platform accepts exactly one scope here, a resource with `/.default`.
    case defaultScopeRequired(Scopes)
    /// The server did not accept the credential.
    case credentialRefused(OAuthError, ApplicationCredential)
    /// The issuer accepts only other methods of authentication.
    case credentialUnsupported(ApplicationCredential, methods: ClientAuthenticationMethods)
    case certificate(path: String, CertificateProblem)
    case tokenFile(path: String, FileProblem)
    /// - Parameter source: The name of the identity service, such as `Azure Arc`.
    case managedIdentity(ManagedIdentityProblem, source: String)
}

/// The reasons why a credential's file cannot be used.
public enum FileProblem: Error, Hashable, Sendable {
    /// With the system's error number.
    case unreadable(code: Int32)
    case tooLarge
    /// The file holds no credential of the expected kind.
    case malformed
}

/// The reasons why a PEM file cannot be used as an app's certificate.
public enum CertificateProblem: Error, Hashable, Sendable {
    case file(FileProblem)
    case noCertificate, noKey, encryptedKey, notRSA, unusableKey
    /// No certificate in the file has the public key that belongs to the private key.
    case keyMismatch
    case notYetValid(Date)
    case expired(Date)
}

/// The reasons why a machine's identity service gives no token.
public enum ManagedIdentityProblem: Error, Hashable, Sendable {
    /// The server of this source is authenticated by its certificate's thumbprint, which the transport cannot do.
    case unsupportedSource
    /// This source names identities in another way, or has only the machine's own.
    case unsupportedIdentity(ManagedIdentityID)
    /// The service does not respond: most likely the machine is not of that kind.
    case unreachable(HTTPError)
    case refused(status: Int, message: String)
    case malformedResponse(status: Int)
    /// The token was over at this time, before it arrived: the clock of the machine, or the service, is wrong.
    case expiredToken(Date)
    /// The agent names a key file outside of its own folder.
    case untrustedKeyFile(String)
    case unreadableKeyFile(String)
}
