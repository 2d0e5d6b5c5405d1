import ArgumentParser
import SandboxServer

/// `acct-sandbox browse`: a sign-in without a screen, for scripts and CI.
struct Browse: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Sign in on a sandbox's pages as a person would in a browser.",
        discussion: """
            Give it to a program as its browser. It ends with 0 once the program, or the device, has its answer.

              acct add alice --browser "acct-sandbox browse --as alice@contoso.example"
              acct-sandbox browse --as bob@contoso.example --code ABCD1234 http://localhost:8080/device
            """)

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "Who signs in; the tenant tells accounts with the same username apart.", valueName: "username[:tenant]"))
    var person: String

    @Flag(help: "Cancel on the list of accounts.")
    var cancel = false

    @Flag(help: "Choose the account, and decline what it is asked to consent to.")
    var decline = false

    @Option(help: "The code to type on the device page.")
    var code: String?

    @Option(help: "The port of the sandbox that stands for Microsoft's hosts; see serve --public-hosts.")
    var port: Int?

    @Argument(help: "The address to open.")
    var url: String

    func validate() throws {
        if let port, !(1...65535).contains(port) { throw ValidationError("--port must be from 1 to 65535.") }
        if cancel, decline { throw ValidationError("Give only one of --cancel and --decline.") }
    }

    func run() async throws {
        do {
            try await SandboxBrowser(as: person, conduct: conduct, userCode: code, sandboxPort: port).visit(url)
        } catch {
            StandardStreams.err("acct-sandbox: \(error)\n")
            throw ExitCode(1)
        }
    }

    private var conduct: SandboxBrowser.Behavior {
        if cancel { return .cancel }
        return decline ? .decline : .signIn
    }
}
