/// A running emulator of the Microsoft identity platform and Microsoft Graph.
///
/// It listens on loopback only and keeps everything in memory; the accounts and tenants are the same at every start.
public final class Sandbox: Sendable {
    /// Where it is and who is in it.
    public let description: SandboxDescription

    /// What External ID for customers is called where the public hosts are answered for, and who can sign in there.
    public static let customersHost = Origin.customersHost
    public static let customer = Account.wanda.username

    private let listener: Listener

    private init(listener: Listener, options: SandboxOptions) {
        self.listener = listener
        description = SandboxDescription(port: listener.port, world: World(), options: options)
    }

    /// Starts listening on that port, or on any free one for 0.
    public static func start(port: Int = 0, options: SandboxOptions = .init()) async throws(SandboxError) -> Sandbox {
        Sandbox(
            listener: try await Listener.bind(port: port) { Emulator(port: $0, options: options) }, options: options)
    }

    /// Ends every connection and frees the port.
    public func shutdown() async throws {
        try await listener.close()
    }
}

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

/// Why a sandbox could not start.
public enum SandboxError: Error, Equatable, CustomStringConvertible {
    case portInUse(Int)
    case cannotListen(port: Int, reason: String)

    public var description: String {
        switch self {
        case .portInUse(let port): "port \(port) is in use; choose another one or 0 for any free one"
        case .cannotListen(let port, let reason): "cannot listen on port \(port): \(reason)"
        }
    }
}
