/// How the emulated platform differs from its defaults.
public struct SandboxOptions: Sendable {
    /// Seconds an access token lives; more than two hours bring `refresh_in`, as with Entra.
    public var accessTokenLifetime = 3600
    /// Seconds a device sign-in may take.
    public var deviceLifetime = 900
    /// Seconds a device has to wait between two polls; 0 lets it poll as fast as it likes.
    public var deviceInterval = 5
    /// Ends a whole chain when one of its used refresh tokens comes back. Entra does not, other issuers do.
    public var detectsRefreshTokenReuse = false
    /// Whether ID tokens tell the tenant's domains unasked, as an app registration can have it.
    public var issuesDomainClaims = false
    /// How many users each work tenant's directory lists.
    public var directorySize = 3000
    /// The one port of a redirect to `http://localhost` that the federation service has registered.
    public var federationRedirectPort = 8400
    /// Whether requests that name Microsoft's hosts are answered as those hosts would. For a proxy that leads them here,
    /// with TLS in front; nobody else calls a sandbox by such a name.
    public var answersPublicHosts = false
    /// Where Azure Arc's agent is to put its keys; nil for a machine without one. Nothing else is ever written.
    public var arcKeyFolder: String?
    /// Receives one line for each request; no line ever holds a token or a code.
    public var log: (@Sendable (String) -> Void)?

    public init() {}
}
