import Foundation

extension Sandboxed {
    /// Runs `acct` on a terminal; what it shows is the output.
    func shown(_ line: String, environment: [String: String] = [:]) async throws -> Run {
        let terminal = try TypedTerminal()
        let child = try workspace.start(
            [Products.acct] + line.split(separator: " ").map(String.init), input: .terminal(path: terminal.path),
            environment: ["TERM": "xterm"].merging(environment) { $1 })
        let status = try await child.finish(within: .seconds(60))
        return Run(command: child.command, status: status, output: Data(terminal.text.utf8), error: "")
    }
}
