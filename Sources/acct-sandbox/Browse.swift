import ArgumentParser
import SandboxServer

/// `acct-sandbox browse`: a headless browser that signs in, for scripts and CI.
struct Browse: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Sign in on the pages of a sandbox, without a person or a screen.",
        discussion: """
            Use it as the browser of a program that signs in. It exits with 0 when the program has its response or the \
            device code is settled.

              acct add alice --browser "acct-sandbox browse --as alice@contoso.example"
              acct-sandbox browse --as bob@contoso.example --code ABCD1234 http://localhost:8080/device
            """)

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "The account to sign in. The tenant distinguishes accounts with the same username.",
            valueName: "username[:tenant]"))
    var person: String

    @Flag(help: "Cancel on the account picker.")
    var cancel = false

    @Flag(help: "Choose the account and decline the consent.")
    var decline = false

    @Option(help: "The code for the device page.")
    var code: String?

    @Option(help: "The port of the sandbox that serves Microsoft's hosts; see serve --public-hosts.")
    var port: Int?

    @Argument(help: "The address to open.")
    var url: String

    func validate() throws {
        if let port, !(1...65535).contains(port) { throw ValidationError("--port must be from 1 to 65535.") }
        if cancel, decline { throw ValidationError("Give only one of --cancel and --decline.") }
    }

    func run() async throws {
        do {
            try await SandboxBrowser(as: person, behavior: behavior, userCode: code, sandboxPort: port).visit(url)
        } catch {
            StandardStreams.err("acct-sandbox: \(error)\n")
            throw ExitCode(1)
        }
    }

    private var behavior: SandboxBrowser.Behavior {
        if cancel { return .cancel }
        return decline ? .decline : .signIn
    }
}
