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
