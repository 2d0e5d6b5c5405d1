import AccountProfiles
import AccountStore
import AuthCore
import FoundationEssentials
import Glibc
import HTTPTransport

/// Signs the Azure CLI in as a profile, once, before it runs a command of its own: as a managed identity, whose tokens come
/// from the token endpoint of `acct exec`. The Azure CLI then finds the subscriptions of the account itself.
struct AzureCLISignIn {
    private let path, profile: String
    private let folder: AzureFolder
    private let environment: Environment

    /// Nil where there is nothing to sign in: the Azure CLI is not installed, its command needs no account, or the variables
    /// of `acct exec` are missing.
    ///
    /// - Parameter profile: its name.
    init?(for arguments: [String], _ tool: RealTool, as profile: String, _ environment: Environment) {
        guard let path = tool.path, Self.needsAccount(arguments), let folder = AzureFolder(ofExec: environment),
            environment["IDENTITY_ENDPOINT"]?.isEmpty == false
        else { return nil }
        (self.path, self.profile, self.folder, self.environment) = (path, profile, folder, environment)
    }

    /// Ends the process where the profile has no token, with the command that mends it, and where the sign-in fails, after
    /// the Azure CLI's own message. The Azure CLI would advise to sign in with it instead.
    func run() async {
        let services = Services(allowsInput: false, isQuiet: true, environment: environment)
        do {
            let profile = try services.profiles.profile(named: profile)
            let state = try services.profiles.status(of: profile.name, at: services.clock.now()).state
            if state == .signedIn, isSignedIn { return }
            let cloud = profile.authority.cloud
            let scopes = AzureResourceType.arm.resource(in: cloud ?? .global).map { Scopes(["\($0)/.default"]) }
            _ = try await services.silentToken(for: scopes ?? profile.scopes, as: profile)
            signIn(cloud)
        } catch {
            StandardStream.error.write(AzureCLICommand.errorText(Failure(error)) + "\n")
            exitNow(1)
        }
    }

    private var isSignedIn: Bool { !folder.subscriptions().isEmpty }

    /// - Parameter cloud: nil outside of Microsoft's clouds: the person has to register such a cloud with the Azure CLI.
    private func signIn(_ cloud: Cloud?) {
        // The kernel releases the lock at the latest when this process becomes the Azure CLI.
        let lock = open("\(folder.path)/acct-sign-in.lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        defer { close(lock) }
        if lock >= 0 { flock(lock, LOCK_EX) }
        // Another process may have done it meanwhile.
        guard !isSignedIn else { return }
        StandardStream.error.write("acct: Signing the Azure CLI in as \(profile.safeLine), once.\n")
        if let cloud, cloud != .global { runOrExit(["cloud", "set", "--name", cloud.azureName]) }
        runOrExit(["login", "--identity", "--allow-no-subscriptions"])
    }

    private func runOrExit(_ words: [String]) {
        let child = try? ChildProcess(
            path: path, arguments: words + ["--output", "none", "--only-show-errors"],
            environment: environment.all.map { "\($0.key)=\($0.value)" }, input: nil, isSilent: false, group: .shared)
        let code = child?.waitForExit() ?? 126
        if code != 0 { exitNow(code) }
    }
}

extension AzureCLISignIn {
    /// Whether a command line of the Azure CLI needs an account: not where it signs in or out, or is about the Azure CLI
    /// itself.
    static func needsAccount(_ arguments: [String]) -> Bool {
        let command = arguments.prefix { !$0.hasPrefix("-") }.map { $0.lowercased() }
        guard let name = command.first, arguments.allSatisfy({ $0 != "--help" && $0 != "-h" }) else { return false }
        return !localCommands.contains(name) && command != ["account", "clear"]
    }

    private static let localCommands: Set = [
        "bicep", "cache", "cloud", "config", "configure", "extension", "feedback", "find", "init", "interactive",
        "login", "logout", "next", "self-test", "survey", "upgrade", "version",
    ]
}
