import AccountStore
import ArgumentParser
import CBuild
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

            acct help TOPIC explains more: exit-codes, environment, selection, issuers, keys, scripting, pages \
            and acct-exec.
            The words of other tools work, too: login, logout, ls, mv, rm, status, switch, whoami.
            """,
        version: "acct " + String(cString: cbuild_version()),
        groupedSubcommands: [
            CommandGroup(
                name: "Accounts",
                subcommands: [Add.self, SignIn.self, SignOut.self, Consent.self, ClientIDCommand.self]),
            CommandGroup(
                name: "Profiles",
                subcommands: [Use.self, List.self, Show.self, Current.self, Edit.self, Rename.self, Remove.self]),
            CommandGroup(
                name: "Acting as a profile",
                subcommands: [Token.self, Graph.self, Batch.self, Exec.self, Open.self, ScopesCommand.self]),
            CommandGroup(
                name: "Choosing the profile",
                subcommands: [Why.self, Bind.self, Unbind.self, Allow.self, RuleCommand.self]),
            CommandGroup(
                name: "Other programs",
                subcommands: [DockerCredential.self, GitCredential.self, Import.self, Export.self]),
            CommandGroup(name: "Storage", subcommands: [StoreCommand.self, Doctor.self]),
            CommandGroup(name: "Shell", subcommands: [Completion.self, ShellInit.self, Prompt.self]),
        ])

    public init() {}

    /// The command that was typed. argument-parser describes only that command where its name comes first and its options
    /// are valid, which is quicker. Help and errors are made from the whole tree, because they mention it.
    private static func parsed(_ line: TypedLine) throws -> any ParsableCommand {
        let named = configuration.groupedSubcommands.lazy.flatMap(\.subcommands)
            .first { $0.configuration.commandName == line.words.first }
        let command = try? named?.parseAsRoot(Array(line.words.dropFirst()))
        if let command = command as? any Command { return command }
        // argument-parser shows the help of acct for the help of an unknown command.
        if line.words.first == "help" { try line.requireKnownCommand() }
        do {
            return try parseAsRoot(line.words)
        } catch  where exitCode(for: error) == .validationFailure {
            try line.requireKnownCommand()
            throw error
        }
    }

    /// The arguments of `main`; nil where one is not UTF-8. `CommandLine.arguments` searches the memory next to the
    /// environment for them, and finds none where a preloaded library has called `setenv`.
    private static var typedArguments: [String]? {
        var count: Int32 = 0
        guard let values = cprocess_arguments(&count) else { return CommandLine.arguments }
        var arguments: [String] = []
        for index in 0..<Int(count) {
            guard let value = values[index], let argument = String(validatingCString: value) else { return nil }
            arguments.append(argument)
        }
        return arguments
    }

    /// The command line of this process; nil where it is not UTF-8.
    static var typedLine: TypedLine? { typedArguments.map { TypedLine(ProgramName.words(of: $0)) } }

    /// Runs the command line and ends the process with its exit code.
    public static func runToExit() -> Never {
        if let shim = Shim.started { shim.runToExit(typedArguments.map { Array($0.dropFirst()) }) }
        StandardStream.openClosed()
        ProcessMemory.protect()
        let arguments = typedArguments.map(ProgramName.words)
        MainThread.shared.run {
            if let arguments, let invocation = FastPath.invocation(of: arguments) {
                Task(executorPreference: MainThread.shared) { await invocation.runToExit() }
            } else {
                begin(arguments.map(TypedLine.init))
            }
        }
    }

    /// Parses the line and starts the command's work.
    private static func begin(_ line: TypedLine?) {
        do {
            guard let line else { throw Failure.argumentNotText }
            if let topic = line.helpTopic {
                let output = Output.standard
                output.line(TopicPage.wrapped(topic.text, to: output.terminal.outputColumns))
                exitNow(0)
            }
            try line.requireValues()
            try line.requireSingleValues()
            let command = try parsed(line)
            let isImmediate = (command as? any Command)?.isImmediate == true
            Task(executorPreference: isImmediate ? MainThread.shared : nil) { await run(command, line) }
        } catch {
            exit(after: error, line)
        }
    }

    private static func run(_ command: any ParsableCommand, _ line: TypedLine) async -> Never {
        do {
            var command = command
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
            exitNow(0)
        } catch {
            exit(after: error, line)
        }
    }

    /// Prints an error of argument-parser, among which are the help and the version, or of the line.
    private static func exit(after error: any Error, _ line: TypedLine?) -> Never {
        let output = Output.standard
        let isWrong = exitCode(for: error) == .validationFailure
        guard let failure = error as? Failure ?? (isWrong ? line?.failure(for: error, isProfile: isProfile) : nil)
        else {
            let text = fullMessage(for: error, columns: HelpPage.unbroken)
            output.line(HelpPage.wrapped(text, to: output.terminal.outputColumns))
            exitNow(exitCode(for: error).rawValue)
        }
        output.report(failure, asJSON: line?.requestsJSON == true)
        exitNow(failure.kind.exitCode)
    }

    /// Whether there is a profile of that name; false where the store cannot be read.
    private static func isProfile(_ name: String) -> Bool {
        (try? Services(storeAccess: .readOnly).profiles.profile(named: name)) != nil
    }
}

/// The command that `acct` stands for under the name of a symbolic link to it.
enum ProgramName {
    /// The words after `acct`.
    ///
    /// - Parameter arguments: those of `main`, with the name or path of the program first.
    static func words(of arguments: [String]) -> [String] {
        let name = arguments.first.map(ResolvedPath.lastName)
        let words = Array(arguments.dropFirst())
        return name == "docker-credential-acct" ? ["docker-credential"] + words : words
    }
}
