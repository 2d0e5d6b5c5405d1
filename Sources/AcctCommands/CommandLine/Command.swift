import AccountStore
import ArgumentParser

/// The work of one command line, however the line was read.
protocol Invocation: Sendable {
    /// Whether the data, and an error, is written as JSON.
    var asJSON: Bool { get }
    var storeAccess: StoreAccess { get }
    func run(_ services: Services) async throws
}

extension Invocation {
    var storeAccess: StoreAccess { .full }

    func runToExit() async -> Never {
        await runToExit(with: Services(storeAccess: storeAccess))
    }

    /// Does the work and ends the process with its exit code. All errors become sentences and exit codes here.
    func runToExit(with services: Services) async -> Never {
        let code = await exitCode(services)
        // The system frees everything else faster than one deinitializer after the other.
        withExtendedLifetime(services) { exitNow(code) }
    }

    private func exitCode(_ services: Services) async -> Int32 {
        do {
            try await run(services)
            return 0
        } catch let code as ExitCode {
            // Thrown where stdout holds the explanation already.
            return code.rawValue
        } catch {
            var failure = Failure(error)
            if failure.lacksProfileOption, let line = AcctCommand.typedLine?.withProfile {
                failure.remedy = Remedy(line)
            }
            services.output.report(failure, asJSON: asJSON)
            return failure.kind.exitCode
        }
    }
}

/// A command of `acct`, read by argument-parser: its options are properties.
///
/// The configuration must state `commandName`. argument-parser otherwise makes it from the type's name and searches all
/// protocol conformances of the program for that: for twelve commands this took half the time of a start.
protocol Command: AsyncParsableCommand, Invocation {
    var common: CommonOptions { get }
    /// Nil to show progress on a terminal.
    var progressFormat: ProgressFormat? { get }
    /// Whether this is an ``ImmediateCommand``.
    var isImmediate: Bool { get }
}

/// A command that waits for no task and does one thing after the other. It runs on the process's own thread, so
/// libdispatch's pool is never started.
protocol ImmediateCommand: Command {
    func run(_ services: Services) throws
}

extension ImmediateCommand {
    var isImmediate: Bool { true }
}

extension Command {
    var asJSON: Bool { false }
    var progressFormat: ProgressFormat? { nil }
    var isImmediate: Bool { false }

    mutating func run() async throws {
        await runToExit(
            with: Services(
                allowsInput: !common.behavior.noInput, logging: common.behavior.loggedDetail, isQuiet: common.quiet,
                progress: progressFormat, storeAccess: storeAccess))
    }
}

/// A command that prints data.
protocol DataCommand: Command {
    var json: JSONOption { get }
}

extension DataCommand {
    var asJSON: Bool { json.json }
}
