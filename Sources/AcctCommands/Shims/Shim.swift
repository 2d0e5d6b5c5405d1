import AccountProfiles
import AccountStore
import CProcess
import FoundationEssentials
import HTTPTransport

/// A tool that `acct exec` stands in for: a symbolic link of that name leads to `acct`, first on the tool's PATH.
///
/// A shim answers the command lines that ask for a token or for the account, as the profile of `acct exec`. Every other
/// line, and every line outside of `acct exec`, goes to the real tool.
enum Shim: String, CaseIterable {
    /// The Azure CLI.
    case az
    /// The Azure Developer CLI.
    case azd

    /// The shim that this process was started as; nil for `acct` itself.
    static var started: Shim? {
        var count: Int32 = 0
        guard let values = cprocess_arguments(&count), count > 0, let name = values[0] else { return nil }
        return Shim(rawValue: ResolvedPath.lastName(String(cString: name)))
    }

    /// Answers the command line, or replaces this process by the real tool.
    ///
    /// - Parameter arguments: those after the name; nil where one is not UTF-8.
    func runToExit(_ arguments: [String]?) -> Never {
        let environment = Environment.process
        let tool = RealTool(self, environment: environment)
        guard let identity = ExecIdentity(environment) else {
            tool.replaceProcess()
        }
        if let variable = environment["ACCT_PROFILE"], !identity.isNamed(variable) {
            StandardStream.error.write(
                "acct: \(Failure.otherProfileUnderExec(variable, than: identity.profile).sentence(withCommand: true))\n"
            )
            exitNow(1)
        }
        guard let arguments, let request = request(of: arguments, tool, environment) else {
            handOver(arguments ?? [], to: tool, as: identity, environment)
        }
        StandardStream.openClosed()
        ProcessMemory.protect()
        MainThread.shared.run {
            Task(executorPreference: MainThread.shared) { await request.runToExit(as: identity) }
        }
    }

    /// Nil for a command line that only the real tool answers.
    private func request(of arguments: [String], _ tool: RealTool, _ environment: Environment) -> (any ShimRequest)? {
        switch self {
        case .az: AzureCLICommand(arguments, tool, environment)
        case .azd: AzureDeveloperCLITokenRequest(arguments)
        }
    }

    private func handOver(
        _ arguments: [String], to tool: RealTool, as identity: ExecIdentity, _ environment: Environment
    ) -> Never {
        guard let prepare = preparation(for: arguments, of: tool, as: identity, environment) else {
            tool.replaceProcess()
        }
        StandardStream.openClosed()
        ProcessMemory.protect()
        MainThread.shared.run {
            Task(executorPreference: MainThread.shared) {
                await prepare()
                DelayedExit.wait()
                ProcessReplacement.endProtection()
                tool.replaceProcess()
            }
        }
    }

    /// The work before the tool can run the command as the profile; nil where there is none.
    private func preparation(
        for arguments: [String], of tool: RealTool, as identity: ExecIdentity, _ environment: Environment
    ) -> (@Sendable () async -> Void)? {
        switch self {
        case .az:
            guard let signIn = AzureCLISignIn(for: arguments, tool, environment) else { return nil }
            return { await signIn.run(as: identity) }
        case .azd:
            guard let setup = AzureDeveloperCLISetup(for: arguments, tool, environment) else { return nil }
            return { await setup.run() }
        }
    }
}

/// A command line of another tool that a shim answers.
protocol ShimRequest: Sendable {
    /// The data for stdout.
    func response(as profile: Profile, _ services: Services) async throws -> Data

    /// An error in the form of the tool, as a line for stderr.
    func errorLine(_ failure: Failure) -> String
}

extension ShimRequest {
    /// Answers without a question, a sign-in or a note: a program reads stdout and stderr. Every failure has exit code 1,
    /// as it has for the tools.
    fileprivate func runToExit(as identity: ExecIdentity) async -> Never {
        let services = Services(allowsInput: false, isQuiet: true)
        do {
            let profile = try identity.current(services)
            services.output.write(try await response(as: profile, services))
            exitNow(0)
        } catch {
            StandardStream.error.write(errorLine(Failure(error)) + "\n")
            exitNow(1)
        }
    }
}
