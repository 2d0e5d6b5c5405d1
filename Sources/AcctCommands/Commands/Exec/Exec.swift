import AccountProfiles
import AccountStore
import ArgumentParser
import AuthCore
import FoundationEssentials
import Glibc
import HTTPTransport

/// `acct exec`: run a program as a profile.
struct Exec: Command {
    static let configuration = CommandConfiguration(
        commandName: "exec",
        abstract: "Run a program as a profile.",
        usage: "acct exec [-p NAME] [--token-env NAME[=RESOURCE]] [--nested] [--] [COMMAND ...]",
        discussion: """
            The program, and those that it starts, get tokens of the profile: the Azure SDKs from a local endpoint, as \
            on a machine in Azure; scripts that run az or azd from stand-ins for these; acct itself by ACCT_PROFILE. \
            Nothing else changes, so two terminals can act as two accounts at once. Without a program a shell begins.

              acct exec -- terraform plan
              acct exec -p contoso -- python3 inventory.py
              acct exec -p contoso
              acct exec --token-env FAB_TOKEN=https://api.fabric.microsoft.com -- fab ls

            Variables that lead to other credentials, such as AZURE_CLIENT_SECRET, are not passed on; -v names them. \
            No program can start a sign-in: where one is required, it gets an error with the command to run. The \
            tokens end with the program. See acct-exec(7), or acct help acct-exec, for each tool.

            The exit code is that of the program; 127 if there is none of that name, and 126 if it cannot be run.
            """)

    @OptionGroup
    var profile: ProfileOption

    @Option(
        help: ArgumentHelp(
            "Set this variable to an access token for a resource; without one, for the profile's own permissions. The token is not renewed. Repeat it for more.",
            valueName: "name[=resource]"),
        transform: { try TokenVariable(option: $0) })
    var tokenEnv: [TokenVariable] = []

    @Flag(help: "Allow it inside another acct exec.")
    var nested = false

    @OptionGroup
    var common: CommonOptions

    @Argument(
        parsing: .captureForPassthrough,
        help: ArgumentHelp("The program and its arguments. Default: your shell.", valueName: "command"),
        completion: .commands)
    var words: [String] = []

    func validate() throws {
        // argument-parser takes every word that it does not know for the first one of the program.
        if let option = words.first, ["--help", "-h"].contains(option) { throw CleanExit.helpRequest(self) }
        if let option = words.first, option.hasPrefix("-"), option != "--" {
            throw ValidationError("Unknown option '\(option)'. A program whose name begins so is given after --.")
        }
        for variable in tokenEnv where ExecEnvironment.isReserved(variable.name) {
            throw ValidationError("--token-env cannot set \(variable.name), which has another meaning for programs.")
        }
    }

    func run(_ services: Services) async throws {
        if let outer = ExecIdentity(services.environment), !nested { throw Failure.alreadyUnderExec(outer.profile) }
        let shims = try preparedShims(services)
        let inherited = services.environment.all
        // Before a profile is chosen: the first word may be the name of one, which was meant to be.
        let program = try program(in: inherited, shims: shims, services)
        let profile = try services.selector.select(
            self.profile.name, for: action, running: words.first { $0 != "--" } ?? "a shell"
        ).profile
        let tokens = try await tokens(of: profile, services)
        let tools = try preparedTools(of: profile, services)
        let identity = try ExecIdentity(profile, in: services.profiles)
        let endpoint = try TokenServerProcess.start(as: identity, isVerbose: isVerbose)
        try services.usageRecorder.record(.anything, as: profile, served: [])
        let environment = ExecEnvironment(
            inherited: inherited, identity: identity, tools: tools, shims: shims.path, endpoint: endpoint,
            tokens: tokens)
        announce(profile, without: environment.removed, on: services)
        let code = await ProcessReplacement(
            path: program.path, words: program.words, added: environment.added, removed: environment.removed
        ).run()
        services.output.report(.cannotRun(program.words[0], code), asJSON: false)
        throw ExitCode(126)
    }

    /// The request for all tokens of the program. Those that are for a resource have to belong to one profile.
    private var action: Action {
        let parts = tokenEnv.compactMap(\.resource).map { Action(tokenFor: $0) }
        guard parts.count > 1 else { return parts.first ?? .anyToken }
        return Action(
            givesToken: true, hosts: parts.flatMap(\.hosts), hints: parts.flatMap(\.hints), parts: parts)
    }

    private var isVerbose: Bool { common.behavior.verbose > 0 }

    private func announce(_ profile: Profile, without removed: [String], on services: Services) {
        // A state that cannot be read is no reason not to run the program.
        let status = try? services.profiles.status(of: profile.name, at: services.clock.now())
        if let problem = status?.state.problem(of: profile.name) {
            services.output.note(
                "\(problem) The program gets no tokens before that. Run:", command: .signIn(toSignedOut: profile))
        }
        if isVerbose, !removed.isEmpty {
            services.output.note("Not passed on: \(removed.joined(separator: ", ")).")
        }
        if words.isEmpty, services.terminal.errorIsTerminal {
            services.output.note("This shell acts as \(profile.nameAndUsername). To leave it: exit")
        }
    }

    /// The folder of the shims; one that cannot be written is no reason not to run the program.
    private func preparedShims(_ services: Services) throws -> ShimFolder {
        let shims = ShimFolder(in: try StoreLocation(environment: services.environment))
        do { try shims.prepare() } catch {
            services.output.note("az and azd get no tokens here: \(shims.path) cannot be written.")
        }
        return shims
    }

    private func preparedTools(of profile: Profile, _ services: Services) throws -> ToolFolder {
        let tools = try services.toolFolder(of: profile.name)
        do { try tools.prepare(for: profile) } catch {
            guard !tools.isForeign(to: profile) else { throw Failure.foreignTools(in: tools.path) }
            services.output.note(
                "\(tools.path) cannot be written. Other programs cannot keep settings for \(profile.name).")
        }
        return tools
    }

    /// The program and its words.
    ///
    /// - Throws: the exit code of a shell, after a sentence on stderr.
    private func program(
        in inherited: [String: String], shims: ShimFolder, _ services: Services
    ) throws -> (path: String, words: [String]) {
        var words = words.first == "--" ? Array(words.dropFirst()) : words
        if words.isEmpty { words = [Environment(inherited)["SHELL"] ?? "/bin/sh"] }
        let path = ExecEnvironment.path(Environment(inherited), shims: shims.path)
        do {
            return (try ProgramPath.find(words[0], in: path), words)
        } catch {
            var failure = Failure.cannotRun(words[0], error)
            if error == .missing, profile.name == nil, (try? services.profiles.profile(named: words[0])) != nil {
                failure.remedy = Remedy(
                    leadIn: "To run one as the profile of that name:", SuggestedCommand("acct exec -p").adding(words))
            }
            services.output.report(failure, asJSON: false)
            throw ExitCode(error.exitCode)
        }
    }

    /// The tokens of `--token-env` by variable. A person at the terminal can sign in for them.
    private func tokens(of profile: Profile, _ services: Services) async throws -> [String: String] {
        var tokens: [String: String] = [:]
        for variable in tokenEnv {
            let token = try await services.authenticator.tokenForProgram(of: profile, resource: variable.resource)
            tokens[variable.name] = token.accessToken.expose()
        }
        return tokens
    }
}

/// The value of `--token-env`: the name of a variable, and the resource of the token in it.
struct TokenVariable: Equatable {
    let name: String
    /// Nil for the profile's own scopes.
    let resource: String?

    /// `NAME` or `NAME=RESOURCE`.
    ///
    /// - Throws: `ValidationError` for a name that shells do not accept, and for an empty resource.
    init(option text: String) throws {
        guard let value = Self(argument: text) else {
            throw ValidationError("give the name of a variable, or a name, an equals sign and a resource.")
        }
        self = value
    }

    /// Nil for a name that shells do not accept, and for an empty resource.
    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts[0].isASCIIIdentifier, parts.count == 1 || !parts[1].isEmpty else { return nil }
        name = parts[0]
        resource = parts.count == 2 ? parts[1] : nil
    }
}
