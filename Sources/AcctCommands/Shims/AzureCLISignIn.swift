import AccountProfiles
import AccountStore
import AuthCore
import FoundationEssentials
import Glibc
import HTTPTransport

/// Signs the Azure CLI in as a profile, once, before it runs a command of its own: as a managed identity, whose tokens come
/// from the token endpoint of `acct exec`. The Azure CLI then finds the subscriptions of the account itself.
struct AzureCLISignIn {
    private let path: String
    private let folder: AzureFolder
    private let environment: Environment

    /// Nil where there is nothing to sign in: the Azure CLI is not installed, its command needs no account, or the variables
    /// of `acct exec` are missing.
    init?(for arguments: [String], _ tool: RealTool, _ environment: Environment) {
        guard let path = tool.path, Self.needsAccount(arguments), let folder = AzureFolder(ofExec: environment),
            environment["IDENTITY_ENDPOINT"] != nil
        else { return nil }
        (self.path, self.folder, self.environment) = (path, folder, environment)
    }

    /// Ends the process where the profile has no token, with the command that mends it, and where the sign-in fails, after
    /// the Azure CLI's own message. The Azure CLI would advise to sign in with it instead.
    func run(as identity: ExecIdentity) async {
        let services = Services(allowsInput: false, isQuiet: true, environment: environment)
        do {
            let profile = try identity.current(services)
            let state = try services.profiles.status(of: profile.name, at: services.clock.now()).state
            if state == .signedIn, isSignedIn { return }
            guard (try? profile.azureCloud) != nil else { throw Failure.noAzureCLI(as: profile) }
            try await requireToken(of: profile, services)
            if let code = await signIn(as: profile, isSilent: false) { exitNow(code) }
        } catch {
            StandardStream.error.write(AzureCLICommand.errorText(Failure(error)) + "\n")
            exitNow(1)
        }
    }

    /// Signs in without a message, and ignores a failure: the answer can do without the subscriptions.
    func runSilently(as profile: Profile, _ services: Services) async {
        guard !isSignedIn, (try? await requireToken(of: profile, services)) != nil else { return }
        _ = await signIn(as: profile, isSilent: true)
    }

    private var isSignedIn: Bool { !folder.subscriptions().isEmpty }

    /// - Throws: where the profile has no token for Azure Resource Manager.
    private func requireToken(of profile: Profile, _ services: Services) async throws {
        _ = try await services.silentToken(for: try profile.managementScopes, as: profile)
    }

    /// - Returns: the exit code of the Azure CLI where it failed.
    private func signIn(as profile: Profile, isSilent: Bool) async -> Int32? {
        mkdir(folder.path, 0o700)
        let limit = ContinuousClock.now + (isSilent ? Self.silentLimit : Self.limit)
        let lock = await lock(until: limit)
        defer { if lock >= 0 { close(lock) } }
        // Another process may have done it meanwhile.
        guard !isSignedIn else { return nil }
        if !isSilent { StandardStream.error.write("acct: Signing the Azure CLI in as \(profile.name), once.\n") }
        var lines = [["login", "--identity", "--allow-no-subscriptions"]]
        // A cloud that is not Microsoft's has to be registered with the Azure CLI by the person.
        if let cloud = Cloud(of: profile), cloud != .global {
            lines.insert(["cloud", "set", "--name", cloud.azureName], at: 0)
        }
        for line in lines {
            let code = await run(line, isSilent: isSilent, until: limit)
            if code != 0 { return code }
        }
        return nil
    }

    /// The Azure CLI tries for minutes to reach a network that swallows its requests.
    private static let limit = Duration.seconds(120)
    private static let silentLimit = Duration.seconds(20)

    /// Keeps other processes from signing in at the same time, after waiting for their lock until the limit. The kernel
    /// releases the lock at the latest when this process becomes the Azure CLI.
    ///
    /// - Returns: the open file; a negative number where it cannot be opened.
    private func lock(until limit: ContinuousClock.Instant) async -> Int32 {
        let file = open("\(folder.path)/acct-sign-in.lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        // Some file systems have no locks; the Azure CLI is signed in all the same.
        while file >= 0, flock(file, LOCK_EX | LOCK_NB) != 0, [EWOULDBLOCK, EINTR].contains(errno),
            ContinuousClock.now < limit
        {
            try? await Task.sleep(for: .milliseconds(50))
        }
        return file
    }

    private func run(_ words: [String], isSilent: Bool, until limit: ContinuousClock.Instant) async -> Int32 {
        let child: ChildProcess
        do throws(ChildProcess.StartError) {
            child = try ChildProcess(
                path: path, arguments: words + ["--output", "none", "--only-show-errors"],
                environment: environment.all, input: nil, isSilent: isSilent, group: .shared)
        } catch {
            if !isSilent { complain("\(path) cannot be started: \(Failure.systemReason(error.code)).") }
            return 126
        }
        if let code = await child.exitCode(until: limit) { return code }
        kill(child.id, SIGTERM)
        if !isSilent { complain("The Azure CLI took too long to sign in. Its network may be down; try again.") }
        return 1
    }

    private func complain(_ sentence: String) { StandardStream.error.write("ERROR: \(sentence.safeLine)\n") }
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
