import Foundation
import Testing

/// The first transcript of the README must match the program. `make generate` rewrites it.
@Suite struct ReadmeTranscriptTests {
    private static let readme = URL(filePath: #filePath).appending(path: "../../../README.md").standardizedFileURL
    private static let opening = "```console\n"
    private static let closing = "```\n"

    /// Each adds a profile of another tenant. The first is current.
    private static let people = [
        ("work", "alice@contoso.example"), ("fabrikam", "carol@fabrikam.example"),
        ("northwind", "nora@northwind.example"), ("tailspin", "gail@tailspin.example"),
        ("home", "sam@contoso.example:personal"),
    ]

    private static let commands = [
        "acct list",
        "acct graph /users/carol@fabrikam.example --jq .displayName",
        "acct graph /me --select mail --all-profiles | jq -r '.profile + \": \" + .value.mail' | sort",
        "acct use tailspin",
    ]

    @Test(.needs(.bash, .jq), .needsJQ)
    func transcriptMatchesTheProgram() async throws {
        var transcript = ""
        try await Sandboxed.run { sandbox in
            for (name, person) in Self.people { try await sandbox.add(name, as: person) }
            for command in Self.commands { transcript += "$ \(command)\n" + (try await shown(command, in: sandbox)) }
        }
        var text = try String(contentsOf: Self.readme, encoding: .utf8)
        let start = try #require(text.range(of: Self.opening)).upperBound
        let end = try #require(text.range(of: Self.closing, range: start..<text.endIndex)).lowerBound
        let kept = String(text[start..<end])
        if ProcessInfo.processInfo.environment["ACCT_RECORD"] == "1" {
            text.replaceSubrange(start..<end, with: transcript)
            try text.write(to: Self.readme, atomically: true, encoding: .utf8)
        } else {
            #expect(kept == transcript, "README.md is stale. Run: make generate")
        }
    }

    /// The text that a command leaves on a terminal.
    private func shown(_ command: String, in sandbox: Sandboxed) async throws -> String {
        let terminal = try PseudoTerminal()
        let child = try sandbox.workspace.start(
            [try Tool.bash.require(), "-c", command], input: .terminal(path: terminal.path),
            environment: ["TERM": "xterm", "NO_COLOR": "1"])
        let status = try await terminal.finish(child)
        try #require(status == 0, "\(command): \(terminal.plainText)")
        return terminal.plainText
    }
}
