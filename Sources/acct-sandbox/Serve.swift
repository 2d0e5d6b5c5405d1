import ArgumentParser
import Dispatch
import Glibc
import SandboxServer

/// `acct-sandbox serve`, and `acct-sandbox` alone.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Emulate the Microsoft identity platform and Microsoft Graph on this machine (the default).",
        discussion: """
            It listens on loopback only and keeps its state in memory; only --arc-keys writes files. Elsewhere than on a \
            terminal the first line on stdout is JSON with its addresses, clients and users. No account has a password: the sign-in page is a list \
            of accounts.
            """)

    @Option(help: "The port to listen on; 0 takes any free one.")
    var port = 0

    @Flag(help: "Do not print the address on stderr.")
    var quiet = false

    @Flag(help: "Print one line for each request on stderr, without tokens.")
    var log = false

    @Flag(help: "Stop when stdin is closed, so that the sandbox ends with the process that started it.")
    var exitWithStdin = false

    @Flag(help: "Revoke all refresh tokens of a sign-in when one is used twice.")
    var reuseDetection = false

    @Flag(help: "Add the tenant's verified domains to every ID token.")
    var optionalClaims = false

    @Option(help: "The lifetime of access tokens in seconds.")
    var accessTokenLifetime = 3600

    @Option(help: "The lifetime of device codes in seconds.")
    var deviceLifetime = 900

    @Option(help: "The polling interval of device codes in seconds.")
    var deviceInterval = 5

    @Option(help: "The port in the redirect URI that is registered at the federation service (AD FS).")
    var federationRedirectPort = 8400

    @Flag(
        help: ArgumentHelp(
            "Serve requests for Microsoft's hosts as those hosts.",
            discussion: """
                For use behind a proxy that terminates TLS and forwards requests for login.microsoftonline.com, \
                graph.microsoft.com and the hosts of the national clouds to the sandbox. \(Sandbox.customersHost) is \
                a tenant for customers (External ID) with one user, \(Sandbox.customer).
                """))
    var publicHosts = false

    @Option(
        help: ArgumentHelp(
            "Emulate Azure Arc's agent with its key files in this folder. Clients accept only /var/opt/azcmagent/tokens.",
            valueName: "folder"),
        completion: .directory)
    var arcKeys: String?

    @Option(help: "The number of users in each work tenant.")
    var users = 3000

    func validate() throws {
        guard (0...65535).contains(port) else { throw ValidationError("--port must be from 0 to 65535.") }
        guard (1...65535).contains(federationRedirectPort) else {
            throw ValidationError("--federation-redirect-port must be from 1 to 65535.")
        }
        guard accessTokenLifetime > 0 else { throw ValidationError("--access-token-lifetime must be positive.") }
        guard deviceLifetime > 0 else { throw ValidationError("--device-lifetime must be positive.") }
        guard (0...1_000_000).contains(users) else { throw ValidationError("--users must be from 0 to 1000000.") }
        guard deviceInterval >= 0 else { throw ValidationError("--device-interval must not be negative.") }
    }

    func run() async throws {
        let stop = StopEvents(watchesStdin: exitWithStdin)
        let sandbox = try await start()
        let description = sandbox.description
        StandardStreams.out(isatty(STDOUT_FILENO) == 1 ? description.text : try description.json() + "\n")
        if !quiet {
            StandardStreams.err("acct-sandbox: serving \(sandbox.description.graph); press Control-C to stop\n")
        }
        await stop.wait()
        try await sandbox.shutdown()
    }

    private func start() async throws -> Sandbox {
        do {
            return try await Sandbox.start(port: port, options: options)
        } catch {
            StandardStreams.err("acct-sandbox: \(error)\n")
            throw ExitCode(1)
        }
    }

    private var options: SandboxOptions {
        var options = SandboxOptions()
        options.accessTokenLifetime = accessTokenLifetime
        options.deviceLifetime = deviceLifetime
        options.deviceInterval = deviceInterval
        options.directorySize = users
        options.federationRedirectPort = federationRedirectPort
        options.arcKeyFolder = arcKeys
        options.servesPublicHosts = publicHosts
        options.issuesDomainClaims = optionalClaims
        options.detectsRefreshTokenReuse = reuseDetection
        if log {
            options.log = { StandardStreams.err("\($0)\n") }
        }
        return options
    }
}

/// Waits for an event that stops the program: SIGINT, SIGTERM or the end of stdin.
struct StopEvents {
    private let events: AsyncStream<Void>
    private let sources: [any DispatchSourceSignal]

    /// Starts watching, so that a signal before `wait` is not lost.
    init(watchesStdin: Bool) {
        let (events, continuation) = AsyncStream.makeStream(of: Void.self)
        self.events = events
        sources = [SIGINT, SIGTERM].map { number in
            // The default action would end the program before the source receives the signal.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield() }
            source.resume()
            return source
        }
        if watchesStdin {
            DispatchQueue(label: "stdin").async {
                while readLine(strippingNewline: false) != nil {}
                continuation.yield()
            }
        }
    }

    func wait() async {
        for await _ in events { break }
        sources.forEach { $0.cancel() }
    }
}
