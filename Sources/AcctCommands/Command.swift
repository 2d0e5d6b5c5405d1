import ArgumentParser

/// A command of `acct`: it says what it needs as options and does its work with the services.
///
/// Its configuration names it in so many letters. Left out, the name is made from the type's, which searches all
/// protocol conformances of the program: twelve commands of that were half the time of a start.
protocol Command: AsyncParsableCommand {
    var common: CommonOptions { get }
    /// Whether errors are also written as JSON.
    var wantsJSON: Bool { get }
    func run(_ services: Services) async throws
}

/// A command that prints data.
protocol DataCommand: Command {
    var json: JSONOption { get }
}

extension DataCommand {
    var wantsJSON: Bool { json.json }
}

extension Command {
    var wantsJSON: Bool { false }

    mutating func run() async throws {
        await Services(common).end(asJSON: wantsJSON, after: run)
    }
}

extension Services {
    /// The one place where a command meets the process.
    func end(asJSON: Bool, after run: (Services) async throws -> Void) async -> Never {
        let code = await exitCode(asJSON: asJSON, run)
        close()
        // Taking everything else down one by one would take longer.
        withExtendedLifetime(self) { ProcessEnd.now(code) }
    }

    /// Where errors become sentences and exit codes.
    private func exitCode(asJSON: Bool, _ run: (Services) async throws -> Void) async -> Int32 {
        do {
            try await run(self)
            return 0
        } catch let code as ExitCode {
            // The answer has said it all.
            return code.rawValue
        } catch {
            let failure = Failure(error)
            output.report(failure, asJSON: asJSON)
            return failure.kind.exitCode
        }
    }
}
