import Foundation
import Testing

/// The fields of `--json` are those that the manual pages list.
@Suite struct DocumentedJSONTests {
    /// Commands in an order in which they can run, each with the page that documents it.
    private static let commands: [(line: String, page: String)] = [
        ("list --json", "acct-list"), ("current --json", "acct-current"), ("why /me --json", "acct-why"),
        ("show --json", "acct-show"), ("doctor --json", "acct-doctor"),
        ("edit alice --scope User.Read --json", "acct-edit"),
        ("client-id 00000000-0000-0000-0000-000000000001 --json", "acct-client-id"),
        ("open https://portal.azure.com --print --json", "acct-open"), ("token --json", "acct-token"),
        ("scopes /me --json", "acct-scopes"), ("export", "acct-export"),
        ("bind alice --json", "acct-bind"), ("bind --json", "acct-bind"),
        ("rule add /users/* alice --json", "acct-rule-add"), ("rule list --json", "acct-rule-list"),
        ("sign-in alice --json", "acct-sign-in"), ("consent alice --scope Mail.Read --json", "acct-consent"),
        ("sign-out alice --json", "acct-sign-out"), ("use alice --json", "acct-use"),
        ("rule remove 1 --json", "acct-rule-remove"), ("unbind --json", "acct-unbind"),
        ("rename alice work --json", "acct-rename"), ("allow --json", "acct-allow"),
        ("allow --revoke --json", "acct-allow"), ("store rotate --json", "acct-store-rotate"),
        ("store migrate --to file --json", "acct-store-migrate"), ("store unlock --json", "acct-store-unlock"),
        ("remove work --json", "acct-remove"),
    ]

    @Test func printedFieldsAreOnThePage() async throws {
        try await Sandboxed.run { sandbox in
            let browser = sandbox.browser("alice@contoso.example")
            let file = try sandbox.workspace.file("home/.acct", "work")
            let added = try await sandbox.succeed("add alice --json", sandbox.signIn(as: "alice@contoso.example"))
            #expect(try Self.fields(of: added) == Self.documented("acct-add"), "\(added)")
            for (line, page) in Self.commands {
                let signsIn = line.hasPrefix("sign-in") || line.hasPrefix("consent")
                let more = signsIn ? browser : line.hasPrefix("allow") ? [file] : []
                let run = try await sandbox.succeed(line, more)
                let (fields, documented) = (try Self.fields(of: run), try Self.documented(page))
                // The state of a key leaves fields out.
                #expect(line.hasPrefix("store ") ? fields.isSubset(of: documented) : fields == documented, "\(run)")
            }
        }
    }

    /// The names of the members of the object, or of the first object of an array.
    private static func fields(of run: Run) throws -> Set<String> {
        let value = try JSONSerialization.jsonObject(with: run.output)
        let object = (value as? [Any])?.first ?? value
        return Set(try #require(object as? [String: Any]).keys)
    }

    private static func documented(_ name: String) throws -> Set<String> {
        let file = URL(filePath: #filePath).appending(path: "../../../man/\(name).1").standardizedFileURL
        let page = try String(contentsOf: file, encoding: .utf8)
        let section = try #require(page.split(separator: "\n.Sh ").first { $0.hasPrefix("JSON OUTPUT\n") })
        return Set(section.matches(of: /\n\.It Li (\w+)/).map { String($0.1) })
    }
}
