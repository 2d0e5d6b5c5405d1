import AccountProfiles
import AccountStore
import AuthCore
import FoundationEssentials
import Glibc
import HTTPTransport

/// Signs the Azure CLI in as a profile, once, before it runs a command of its own: as a managed identity, whose tokens come
/// from the token endpoint of `acct exec`. The Azure CLI then finds the subscriptions of the account itself.
struct AzureCLISignIn {
    /// The path of the Azure CLI.
    let path: String
    /// The name of the profile.
    let profile: String
    let folder: AzureFolder
    let environment: Environment

    /// Ends the process with the exit code of the Azure CLI where the sign-in fails, after its own message.
    func run(before arguments: [String]) {
        guard Self.needsAccount(arguments), environment["IDENTITY_ENDPOINT"]?.isEmpty == false, !isSignedIn else {
            return
        }
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

    private var isSignedIn: Bool { !folder.subscriptions().isEmpty }

    /// Nil for an authority outside of Microsoft's clouds, whose cloud the person has to register with the Azure CLI.
    private var cloud: Cloud? {
        let services = Services(allowsInput: false, isQuiet: true, environment: environment)
        return try? services.profiles.profile(named: profile).authority.cloud
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
