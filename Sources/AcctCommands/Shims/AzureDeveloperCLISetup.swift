import Glibc
import HTTPTransport

/// Has the Azure Developer CLI take its tokens from `az`, once, before it runs a command of its own. Inside `acct exec` that
/// is the shim, so both act as the same profile.
struct AzureDeveloperCLISetup {
    private let path: String
    private let environment: Environment

    /// Nil where there is nothing to set: the tool is not installed, it has settings already, the command is about its
    /// settings or its own sign-in, or the variable of `acct exec` is missing.
    init?(for arguments: [String], _ tool: RealTool, _ environment: Environment) {
        guard let path = tool.path, let folder = environment["AZD_CONFIG_DIR"],
            access("\(folder)/config.json", F_OK) != 0, let command = arguments.first,
            !command.hasPrefix("-"), !["auth", "config", "completion", "version"].contains(command)
        else { return nil }
        (self.path, self.environment) = (path, environment)
    }

    /// Sets the option. Where that fails or takes too long, the Azure Developer CLI itself says that it is signed out.
    func run() async {
        let child = try? ChildProcess(
            path: path, arguments: ["config", "set", "auth.useAzCliAuth", "true"],
            environment: environment.all, input: nil, isSilent: true, group: .shared)
        guard let child, await child.exitCode(until: .now + Self.limit) == nil else { return }
        kill(child.id, SIGTERM)
    }

    /// Nothing is asked over the network, but the file may be on one.
    private static let limit = Duration.seconds(20)
}
