import Foundation
import Testing

/// The recipes of acct-scripting(7), as they stand on the page.
@Suite struct ScriptingRecipesTests {
    struct Expectation: Sendable, CustomTestStringConvertible {
        let title: String
        /// Files that the recipe reads, by name.
        var files: [String: String] = [:]
        var fault: Sandboxed.Fault?
        /// A command that succeeds in the folder after the recipe, with its output in the file `stdout`.
        let check: String

        var testDescription: String { title }
    }

    static let expectations = [
        Expectation(title: "A token for curl", check: "jq -e '.mail == \"alice@contoso.example\"' stdout"),
        Expectation(title: "A job of cron", check: "test $(grep -c '\"mail\"' users.ndjson) -gt 2000"),
        Expectation(title: "Exit codes under set -e", check: "jq -e .mail me.json"),
        Expectation(
            title: "A loop over profiles",
            check: "printf 'bob\\tbob@contoso.example\\nwork\\talice@contoso.example\\n' | diff - stdout"),
        Expectation(title: "Pipelines with jq", check: "grep -q '\"alice@contoso.example\"$' users.csv"),
        Expectation(
            title: "In parallel", files: ["users.txt": "alice@contoso.example\nbob@contoso.example\n"],
            check: "jq -e .mail alice@contoso.example.json bob@contoso.example.json"),
        Expectation(
            title: "Waiting out throttling",
            fault: Sandboxed.Fault(on: .graph, status: 429, headers: ["Retry-After": "1"]),
            check: "test $(wc -l < all.ndjson) -gt 2000"),
        Expectation(
            title: "Into SQLite",
            check: "test $(sqlite3 users.db 'SELECT count(*) FROM user WHERE mail <> \"\"') -gt 2000"),
    ]

    @Test func everyRecipeIsTried() throws {
        #expect(try Set(Recipe.all().keys) == Set(Self.expectations.map(\.title)))
    }

    @Test(.needs(.bash, .jq, .curl, .sqlite3), arguments: expectations)
    func recipeWorksAsItStandsOnThePage(_ expected: Expectation) async throws {
        let recipe = try #require(try Recipe.all()[expected.title])
        try await Sandboxed.run { sandbox in
            try await sandbox.add(
                "work", as: "alice@contoso.example", ["--scope", "User.Read", "--scope", "User.Read.All"])
            try await sandbox.add("bob", as: "bob@contoso.example")
            let folder = try sandbox.workspace.folder("recipe")
            for (name, content) in expected.files {
                try content.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
            }
            if let fault = expected.fault { try await sandbox.inject(fault) }
            let script = recipe.replacing("https://graph.microsoft.com", with: sandbox.server.graph)
            let run = try await sandbox.workspace.run(bash(in: folder, script))
            try #require(run.status == 0, "\(run)")
            try run.output.write(to: URL(filePath: "\(folder)/stdout"))
            let check = try await sandbox.workspace.run(bash(in: folder, expected.check))
            #expect(check.status == 0, "\(expected.title): \(expected.check)\n\(run)\n\(check)")
        }
    }

    private func bash(in folder: String, _ script: String) throws -> [String] {
        [try Tool.bash.require(), "-c", "cd \"$0\" || exit\n\(script)", folder]
    }
}

/// The displays of a page, by the headings that they stand under.
private enum Recipe {
    static func all() throws -> [String: String] {
        let page = URL(filePath: #filePath).appending(path: "../../../man/acct-scripting.7").standardizedFileURL
        let sections = try String(contentsOf: page, encoding: .utf8).split(separator: "\n.Ss ").dropFirst()
        return sections.reduce(into: [:]) { recipes, section in
            let lines = section.split(separator: "\n", omittingEmptySubsequences: false)
            let display = lines.drop { !$0.hasPrefix(".Bd -literal") }.dropFirst().prefix { $0 != ".Ed" }
            recipes[plain(lines[0])] = display.map(plain).joined(separator: "\n")
        }
    }

    /// A line without the escapes of mdoc(7).
    private static func plain(_ line: Substring) -> String {
        String(line).replacing("\\-", with: "-").replacing("\\&", with: "").replacing("\\e", with: "\\")
    }
}
