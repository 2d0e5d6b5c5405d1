import ArgumentParser
import Foundation

/// The root: what `acct` alone shows, and the commands by what they are for.
public struct AcctCommand: AsyncParsableCommand {
    public static let configuration = CommandConfiguration(
        commandName: "acct",
        abstract: "Keep all your Microsoft accounts signed in, and act as the right one.",
        discussion: """
            Each profile is a name for an account in a tenant. Add one for every account you have, switch between \
            them, and let scripts name the one they mean.

              acct add work                 sign in with the browser
              acct add home --device-code   sign in on another device
              acct use work                 make it the current profile
              acct graph /me                ask Microsoft Graph as the current profile
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
                name: "Which account acts",
                subcommands: [Why.self, Bind.self, Unbind.self, Allow.self, RuleCommand.self]),
            CommandGroup(name: "Other programs", subcommands: [Import.self, Export.self]),
            CommandGroup(name: "Shell", subcommands: [Completion.self, ShellInit.self]),
        ])

    public init() {}

    /// The command that was typed. One that is named first and typed rightly needs no other to be described; help and
    /// errors come from the whole tree, since they speak of it.
    private static func parsed(_ arguments: ArraySlice<String>) throws -> any ParsableCommand {
        let named = configuration.groupedSubcommands.lazy.flatMap(\.subcommands)
            .first { $0.configuration.commandName == arguments.first }
        let command = try? named?.parseAsRoot(Array(arguments.dropFirst()))
        return if let command = command as? any Command { command } else { try parseAsRoot() }
    }

    /// Runs what the command line asks for and ends the process with its exit code.
    public static func runToExit() -> Never {
        CoreDump.forbid()
        let arguments = CommandLine.arguments.dropFirst()
        MainThread.shared.run {
            if let request = FastPath.request(of: arguments) {
                Task(executorPreference: MainThread.shared) { await request.runToExit(with: Services()) }
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
            ProcessEnd.now(0)
        } catch {
            if CommandLine.arguments.contains("--json"), exitCode(for: error) == .validationFailure {
                let failure = Failure(.usage, message(for: error))
                FileHandle.standardError.write(Data((fullMessage(for: error) + "\n" + failure.json + "\n").utf8))
                exit(withError: ExitCode.validationFailure)
            }
            exit(withError: error)
        }
    }
}
