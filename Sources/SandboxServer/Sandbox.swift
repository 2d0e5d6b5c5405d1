/// A running emulator of the Microsoft identity platform and Microsoft Graph.
///
/// It listens on loopback only and keeps everything in memory; the accounts and tenants are the same at every start.
public final class Sandbox: Sendable {
    /// The addresses, clients and users that a client of the sandbox needs.
    public let description: SandboxDescription

    /// The host of the External ID tenant, served with `servesPublicHosts`, and the user who can sign in there.
    public static let customersHost = ServiceHost.customersHost
    public static let customer = DirectoryAccount.wanda.username

    /// The requests that a fault can be for, by their names.
    public static let faultTargets = InjectedFault.Target.allCases.map(\.rawValue)

    private let listener: SandboxListener

    private init(listener: SandboxListener, options: SandboxOptions) {
        self.listener = listener
        description = SandboxDescription(port: listener.port, seed: SeedData(), options: options)
    }

    /// Starts listening on `port`, or on any free port for 0.
    public static func start(port: Int = 0, options: SandboxOptions = .init()) async throws(SandboxError) -> Sandbox {
        Sandbox(
            listener: try await SandboxListener.bind(port: port) { SandboxRouter(port: $0, options: options) },
            options: options)
    }

    /// Ends every connection and frees the port.
    public func shutdown() async throws {
        try await listener.close()
    }
}

/// The settings of a sandbox.
public struct SandboxOptions: Sendable {
    /// The lifetime of access tokens in seconds. More than two hours add `refresh_in` to token responses, as with
    /// Entra.
    public var accessTokenLifetime = 3600
    /// The lifetime of device codes in seconds.
    public var deviceLifetime = 900
    /// The polling interval of device codes in seconds; 0 turns `slow_down` off.
    public var deviceInterval = 5
    /// Whether a refresh token that is used twice revokes its whole token family (RFC 9700 §4.14.2). Entra does not do
    /// this; other issuers do.
    public var detectsRefreshTokenReuse = false
    /// Whether every ID token has the optional claims `verified_primary_domain` and `verified_secondary_domain`, as an
    /// app registration can configure.
    public var issuesDomainClaims = false
    /// The number of users in the directory of each work tenant.
    public var directorySize = 3000
    /// The port of the one redirect URI, `http://localhost:PORT`, that is registered at the federation service.
    public var federationRedirectPort = 8400
    /// Whether requests with a `Host` header of Microsoft's are served as that host would, for a proxy that terminates
    /// TLS and forwards them to the sandbox.
    public var servesPublicHosts = false
    /// The folder for the key files of an emulated Azure Arc agent; nil for a machine without the agent. The sandbox
    /// writes no other files.
    public var arcKeyFolder: String?
    /// Receives one line for each request. No line holds a token or a code.
    public var log: (@Sendable (String) -> Void)?

    public init() {}
}

/// The reason why a sandbox could not start.
public enum SandboxError: Error, Equatable, CustomStringConvertible {
    case portInUse(Int)
    case cannotListen(port: Int, reason: String)

    public var description: String {
        switch self {
        case .portInUse(let port): "port \(port) is in use; choose another port, or 0 for any free port"
        case .cannotListen(let port, let reason): "cannot listen on port \(port): \(reason)"
        }
    }
}
