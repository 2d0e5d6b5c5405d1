import ArgumentParser

/// A command of `acct`: it says what it needs as options and does its work with a context.
///
/// Its configuration names it in so many letters. Left out, the name is made from the type's, which searches all
/// protocol conformances of the program: twelve commands of that were half the time of a start.
protocol Command: AsyncParsableCommand {
    var common: CommonOptions { get }
    /// Whether errors are also written as JSON.
    var wantsJSON: Bool { get }
    func run(_ context: Context) async throws
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
        let context = Context(common)
        let code = await context.exitCode(asJSON: wantsJSON, run)
        if code != 0 { throw ExitCode(code) }
    }
}

extension Context {
    /// The one place where a command meets the process, and where its errors become sentences and exit codes.
    func exitCode(asJSON: Bool, _ run: (Context) async throws -> Void) async -> Int32 {
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
