import ArgumentParser
import CProcess

/// `acct`: the help that it prints without a command, and all commands by purpose.
public struct AcctCommand: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "acct",
        abstract: "Keep all your Microsoft accounts signed in, and act as the right one.",
        discussion: """
            A profile is a name for an account in a tenant. Add one for every account you have, switch between \
            them, and name one with -p in scripts.

              acct add work                 sign in with the browser
              acct add home --device-code   sign in on another device
              acct use work                 make it the current profile
              acct graph /me                query Microsoft Graph as the current profile
              acct token -p home            an access token for a script
              acct sign-out work            remove the account's tokens

            Exit codes are listed in acct-exit-codes(7), variables in acct-environment(7).
            """,
        version: "acct 0.1.0",
        groupedSubcommands: [
            CommandGroup(name: "Accounts", subcommands: [Add.self, SignIn.self, SignOut.self, Consent.self]),
            CommandGroup(
                name: "Profiles", subcommands: [Use.self, List.self, Current.self, Rename.self, Remove.self]),
            CommandGroup(
                name: "Acting as a profile", subcommands: [Token.self, Graph.self, Batch.self, ScopesCommand.self]),
            CommandGroup(
                name: "Choosing the profile",
                subcommands: [Why.self, Bind.self, Unbind.self, Allow.self, RuleCommand.self]),
            CommandGroup(name: "Other programs", subcommands: [Import.self, Export.self]),
            CommandGroup(name: "Storage", subcommands: [StoreCommand.self]),
            CommandGroup(name: "Shell", subcommands: [Completion.self, ShellInit.self, Prompt.self]),
        ])

    public init() {}

    /// The command that was typed. argument-parser describes only that command where its name comes first and its options
    /// are valid, which is quicker. Help and errors are made from the whole tree, because they mention it.
    private static func parsed(_ arguments: ArraySlice<String>) throws -> any ParsableCommand {
        let named = configuration.groupedSubcommands.lazy.flatMap(\.subcommands)
            .first { $0.configuration.commandName == arguments.first }
        let command = try? named?.parseAsRoot(Array(arguments.dropFirst()))
        return if let command = command as? any Command { command } else { try parseAsRoot(Array(arguments)) }
    }

    /// The arguments of `main`. `CommandLine.arguments` searches the memory next to the environment for them, and finds none
    /// where a preloaded library has called `setenv`.
    private static var typedArguments: [String] {
        var count: Int32 = 0
        guard let values = cprocess_arguments(&count) else { return CommandLine.arguments }
        return (0..<Int(count)).compactMap { values[$0].map { String(cString: $0) } }
    }

    /// Runs the command line and ends the process with its exit code.
    public static func runToExit() -> Never {
        ProcessMemory.protect()
        let arguments = typedArguments.dropFirst()
        MainThread.shared.run {
            if let request = FastPath.request(of: arguments) {
                Task(executorPreference: MainThread.shared) { await request.runToExit() }
            } else {
                Task { await parseAndRun(arguments) }
            }
        }
    }

    private static func parseAndRun(_ arguments: ArraySlice<String>) async -> Never {
        do {
            var command = try parsed(arguments)
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            exitNow(0)
        } catch {
            if arguments.contains("--json"), exitCode(for: error) == .validationFailure {
                let failure = Failure(.usage, message(for: error))
                StandardStream.error.write(fullMessage(for: error) + "\n" + failure.json + "\n")
                exit(withError: ExitCode.validationFailure)
            }
            exit(withError: error)
        }
    }
}
