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

    /// The one place where a command meets the process, and where its errors become sentences and exit codes.
    mutating func run() async throws {
        let context = Context(common)
        do {
            try await run(context)
        } catch let code as ExitCode {
            // The answer has said it all.
            throw code
        } catch {
            let failure = Failure(error)
            context.output.report(failure, asJSON: wantsJSON)
            throw ExitCode(failure.kind.exitCode)
        }
    }
}
