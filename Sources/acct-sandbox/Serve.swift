import ArgumentParser
import SandboxServer

/// `acct-sandbox serve`, and `acct-sandbox` alone.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Emulate the Microsoft identity platform and Microsoft Graph on this machine (the default).",
        discussion: """
            Listens on loopback only and keeps everything in memory, but for the keys of --arc-keys. The first line on stdout is JSON that says where \
            it is and who can sign in. No account has a password: a sign-in page is a list to choose from.
            """)

    @Option(help: "The port to listen on; 0 takes any free one.")
    var port = 0

    @Flag(help: "Leave out the greeting on stderr.")
    var quiet = false

    @Flag(help: "Write one line for each request to stderr, without tokens.")
    var log = false

    @Flag(help: "End when stdin is closed, so that it cannot outlive the process that started it.")
    var exitWithStdin = false

    @Flag(help: "Revoke the whole chain when a used refresh token comes back.")
    var reuseDetection = false

    @Flag(help: "Tell the tenant's domains in ID tokens without being asked.")
    var optionalClaims = false

    @Option(help: "Seconds an access token lives.")
    var accessTokenLifetime = 3600

    @Option(help: "Seconds a device code lives.")
    var deviceLifetime = 900

    @Option(help: "Seconds between two polls of a device.")
    var deviceInterval = 5

    @Option(help: "The port that the federation service redirects browsers to.")
    var federationRedirectPort = 8400

    @Flag(
        help: ArgumentHelp(
            "Answer as Microsoft's hosts where a request names one.",
            discussion: """
                For a proxy that leads those names here, with TLS in front. There login.microsoftonline.com and \
                graph.microsoft.com are what they are in the world, with the same people, and so are those of US \
                Government and China. \(Sandbox.customersHost) is a tenant for customers, with one: \
                \(Sandbox.customer).
                """))
    var publicHosts = false

    @Option(
        help: ArgumentHelp(
            "Play Azure Arc's agent, which puts its keys there. Only /var/opt/azcmagent/tokens is where programs look.",
            valueName: "folder"),
        completion: .directory)
    var arcKeys: String?

    @Option(help: "How many users each work tenant lists.")
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
        let ending = Ending(watchesStdin: exitWithStdin)
        let sandbox = try await start()
        StandardStreams.out(try sandbox.description.json() + "\n")
        if !quiet {
            StandardStreams.err("acct-sandbox: \(sandbox.description.graph), Control-C ends it\n")
        }
        await ending.wait()
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
        options.answersPublicHosts = publicHosts
        options.issuesDomainClaims = optionalClaims
        options.detectsRefreshTokenReuse = reuseDetection
        if log {
            options.log = { StandardStreams.err("\($0)\n") }
        }
        return options
    }
}
