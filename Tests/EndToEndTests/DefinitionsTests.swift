import Foundation
import Testing

/// `acct export` and `acct import FILE`: profiles, rules, bindings and defaults in another store.
@Suite struct DefinitionsTests {
    struct Row: Decodable { let outcome, profile, username, reason: String }

    @Test func aFileOfOneStoreFillsAnother() async throws {
        try await Sandboxed.run { sandbox in
            let (file, other) = try await exported(sandbox)
            let rows = try await sandbox.succeed(other, "import \(file) --json --trust", sandbox).json([Row].self)
            #expect(rows.map(\.profile) == ["alice", "bob"] && rows.allSatisfy { $0.outcome == "added" }, "\(rows)")
            #expect(try await sandbox.succeed("rule list", environment: other).text.contains("/users/*"))
            #expect(
                try await sandbox.succeed("bind", environment: other).text.contains(
                    "\(sandbox.workspace.folder)/home/src"))
            #expect(try await sandbox.succeed("current", environment: other).line == "bob")
            expect(
                try await sandbox.acct("token -p alice", environment: other),
                ExpectedError(4, "alice is signed out.", run: "acct sign-in alice"))

            // The first sign-in decides the account. Another than the file names is not taken without a question.
            let wrong = try await sandbox.acct(
                "sign-in alice", sandbox.browser("bob@contoso.example"), environment: other)
            #expect(
                wrong.status == 1 && wrong.error.contains("bob@contoso.example signed in, not alice@contoso.example"))
            try await sandbox.succeed("sign-in alice", sandbox.browser("alice@contoso.example"), environment: other)
            #expect(try await sandbox.succeed("graph /me -p alice", environment: other).text.contains("Alice"))
            // From then on it is that account's.
            let later = try await sandbox.acct(
                "sign-in alice", sandbox.browser("bob@contoso.example"), environment: other)
            #expect(later.status == 1 && later.error.contains("bob@contoso.example"), "\(later)")
        }
    }

    @Test func aFileWithoutProfilesPrintsNoTable() async throws {
        try await Sandboxed.run { sandbox in
            let file = try sandbox.workspace.file("none.json", try await sandbox.succeed("export").text)
            let run = try await sandbox.shown("import \(file)")
            #expect(run.status == 0 && run.text == "\(file) has no profiles.\n", "\(run)")
        }
    }

    /// Its account may turn out to be a guest's.
    @Test func profileWithoutAnAccountSendsNothingOfAPersonBeforeItsSignIn() async throws {
        try await Sandboxed.run { sandbox in
            let (file, other) = try await exported(sandbox)
            _ = try await sandbox.succeed(other, "import \(file) --trust", sandbox)
            let path = "/organization/\(World.contoso)"
            for method in ["GET", "PATCH"] {
                for command in ["graph", "graph --dry-run", "why"] {
                    expect(
                        try await sandbox.acct("\(command) -X \(method) \(path)", environment: other),
                        ExpectedError(
                            4,
                            "bob has never been signed in, so its account cannot be compared with \(path.dropFirst())",
                            run: "acct sign-in bob"))
                }
            }
            let named = try await sandbox.acct("graph \(path) -p bob", environment: other)
            expect(named, ExpectedError(4, "bob is signed out.", run: "acct sign-in bob"))
        }
    }

    @Test func nothingThatExistsIsChanged() async throws {
        try await Sandboxed.run { sandbox in
            let (file, _) = try await exported(sandbox)
            let before = try await sandbox.store.dump()
            let rows = try await sandbox.succeed("import \(file) --json").json([Row].self)
            #expect(rows.allSatisfy { $0.outcome == "unchanged" }, "\(rows)")
            #expect(try await sandbox.store.dump() == before)

            let taken = try String(contentsOfFile: file, encoding: .utf8)
                .replacing("7c6e2b14-3f0a-4d5c-9b8e-c0470500ac01", with: "fab71ca3-92d4-4b6f-8a1e-0d5c3e7b2f02")
            try taken.write(toFile: file, atomically: false, encoding: .utf8)
            let refused = try await sandbox.acct("import \(file) --json")
            #expect(refused.status == 1, "\(refused)")
            let skipped = try refused.json([Row].self)
            #expect(skipped.allSatisfy { $0.reason == "another profile has the name" }, "\(skipped)")
            #expect(try await sandbox.store.dump() == before)
        }
    }

    /// A definition has no account yet: the first sign-in decides it.
    @Test func commandForAProfileWithoutAnAccountNamesTheSignIn() async throws {
        try await Sandboxed.run { sandbox in
            let (file, other) = try await exported(sandbox)
            _ = try await sandbox.succeed(other, "import \(file) --trust", sandbox)
            expect(
                try await sandbox.acct("consent alice --scope Mail.Read", environment: other),
                ExpectedError(4, "alice was never signed in.", run: "acct sign-in alice --scope Mail.Read"))
            expect(
                try await sandbox.acct("add more --account alice --tenant fabrikam.example", environment: other),
                ExpectedError(4, "alice was never signed in.", run: "acct sign-in alice"))
        }
    }

    /// In a file a name stands for the profile of that file.
    @Test func rulesAndBindingsOfASkippedProfileAreLeftOut() async throws {
        try await Sandboxed.run { sandbox in
            let (file, _) = try await exported(sandbox)
            let taken = try String(contentsOfFile: file, encoding: .utf8)
                .replacing("7c6e2b14-3f0a-4d5c-9b8e-c0470500ac01", with: "fab71ca3-92d4-4b6f-8a1e-0d5c3e7b2f02")
            try taken.write(toFile: file, atomically: false, encoding: .utf8)
            for rule in try await sandbox.succeed("rule list --json").json([Named].self) {
                try await sandbox.succeed("rule remove", [rule.pattern])
            }
            let before = try await sandbox.store.dump()
            let run = try await sandbox.acct("import \(file)")
            #expect(run.status == 1 && run.error.contains("No profile of the file could be imported."), "\(run)")
            #expect(run.error.contains("is not among your profiles."), "\(run)")
            #expect(try await sandbox.store.dump() == before)
        }
    }

    /// Somebody else's file could choose an account for requests with them.
    @Test func choicesForProfilesThatExistNeedConsent() async throws {
        try await Sandboxed.run { sandbox in
            let (file, other) = try await exported(sandbox)
            _ = try await sandbox.succeed(other, "import \(file) --trust", sandbox)
            let text = """
                {"profiles":[],"rules":[{"pattern":"WRITE /*","profile":"bob"}],\
                "bindings":[{"directory":"/","profile":"alice"}],"current":"alice"}
                """
            try text.write(toFile: file, atomically: false, encoding: .utf8)
            let before = try await sandbox.store.dump()
            let run = try await sandbox.succeed("import \(file)")
            #expect(try await sandbox.store.dump() == before)
            let list = """
                because the profiles exist: the rule "WRITE /*" for bob (bob@contoso.example); \
                the binding of / to alice (alice@contoso.example).
                """
            #expect(run.error.contains(list) && run.error.contains("acct import \(file) --yes\n"), "\(run)")
            let taken = try await sandbox.succeed("import \(file) --yes")
            #expect(
                taken.error.contains("Imported: the rule \"WRITE /*\" for bob (bob@contoso.example)."), "\(taken)")
            #expect(try await sandbox.succeed("rule list").text.contains("WRITE /*\tbob"))
        }
    }

    /// A colleague's file has another account under the same name: its rules would choose the account here.
    @Test func profileOfAnotherAccountIsNamedByItsOwn() async throws {
        try await Sandboxed.run { sandbox in
            let (file, _) = try await exported(sandbox)
            let text = try String(contentsOfFile: file, encoding: .utf8)
            try text.replacing("\"alice@contoso.example\"", with: "\"bob@contoso.example\"")
                .write(toFile: file, atomically: false, encoding: .utf8)
            let rows = try await sandbox.succeed("import \(file) --json").json([Row].self)
            let row = try #require(rows.first { $0.profile == "alice" })
            #expect(row.outcome == "unchanged" && row.username == "alice@contoso.example")
            #expect(row.reason == "the profile exists; the file's is bob@contoso.example")
        }
    }

    private struct Named: Decodable { let pattern: String }

    /// A file must not decide where codes and tokens are sent.
    @Test func aHostOutsideTheCloudsNeedsTrust() async throws {
        try await Sandboxed.run { sandbox in
            let (file, other) = try await exported(sandbox)
            let run = try await sandbox.acct("import \(file) --json", environment: other)
            #expect(try run.status == 5 && run.lastErrorLine().kind == "policy", "\(run)")
            let rows = try run.json([Row].self)
            #expect(rows.allSatisfy { $0.outcome == "skipped" && $0.reason.contains("--trust http://") }, "\(rows)")
            #expect(run.error.contains("Not imported: the rule"), "\(run)")
            #expect(try await sandbox.succeed("list", environment: other).text.isEmpty)
            let command = try #require(run.lastErrorLine().command)
            let words = command.split(separator: " ").dropFirst().map(String.init)
            #expect(
                try await sandbox.succeed("", words, environment: other).text.contains("added\talice"), "\(command)")
        }
    }

    /// A URL that looks like a cloud's and is not one.
    @Test(arguments: [
        "https://login.microsoftonline.com@evil.example/x", "https://evil.example:x/", "evil.app://login",
    ])
    func aRedirectWithoutAnOriginNeedsTrust(uri: String) async throws {
        try await Sandboxed.run { sandbox in
            let (file, other) = try await exported(sandbox)
            let text = try String(contentsOfFile: file, encoding: .utf8)
            let redirected = text.replacing(
                "\"username\" : \"alice@contoso.example\"",
                with: "\"username\" : \"alice@contoso.example\", \"redirectUri\" : \"\(uri)\"")
            try redirected.write(toFile: file, atomically: false, encoding: .utf8)
            let rows = try await sandbox.succeed(other, "import \(file) --json --trust", sandbox).json([Row].self)
            let row = try #require(rows.first { $0.profile == "alice" })
            #expect(row.outcome == "skipped" && row.reason.contains("; add --trust "), "\(row)")
        }
    }

    @Test func aTrustedHostThatTheFileDoesNotHaveIsNamed() async throws {
        try await Sandboxed.run { sandbox in
            let (file, other) = try await exported(sandbox)
            let host = sandbox.server.graph
            let run = try await sandbox.succeed(
                "import \(file) --trust \(host)/ --trust LOGIN.example.com --dry-run", environment: other)
            let words =
                "No profile of the file needs --trust login.example.com: the hosts outside the Microsoft clouds are "
            #expect(run.error.contains("\(words)\(host)."), "\(run)")
            #expect(!run.error.contains("--trust http"), "\(run)")
            let wrong = try await sandbox.acct("import \(file) --trust", ["a b"], environment: other)
            expect(wrong, ExpectedError(64, "give a host, such as login.example.com"))
        }
    }

    @Test func aDryRunStoresNothing() async throws {
        try await Sandboxed.run { sandbox in
            let (file, other) = try await exported(sandbox)
            let run = try await sandbox.succeed(other, "import \(file) --dry-run --trust", sandbox)
            #expect(run.error.contains("Nothing was stored"), "\(run)")
            #expect(run.error.contains("Would import: the "), "\(run)")
            #expect(run.error.contains("bob would become the current profile."), "\(run)")
            #expect(!run.error.contains("Imported: ") && !run.error.contains("is the current profile"), "\(run)")
            #expect(!FileManager.default.fileExists(atPath: "\(sandbox.workspace.folder)/other"))
        }
    }

    @Test(arguments: [
        ("", "it is not JSON of that form"), ("[]", "it is not JSON of that form"), ("{}", "it lacks profiles."),
        (#"{"profiles":[{"name":"a"}]}"#, "it lacks profiles.[0]."),
        (#"{"profiles":7}"#, "it is not JSON of that form"),
        ("{\"profiles\":[],\"rules\":null,\u{0}", "it is not JSON of that form"),
    ])
    func anotherFileIsRefused(text: String, words: String) async throws {
        let workspace = try Workspace()
        let run = try await workspace.acct("import -", input: Data(text.utf8))
        expect(run, ExpectedError(1, words, run: "acct import --help"))
        #expect(!FileManager.default.fileExists(atPath: workspace.store.folder))
    }

    @Test func invalidDefinitionsAreNamedAndTheOthersImported() async throws {
        let workspace = try Workspace()
        func profile(_ name: String, _ changes: [String: String] = [:]) -> String {
            let fields = [
                "name": name, "kind": "work", "authority": "https://login.microsoftonline.com/contoso.com",
                "tenantId": "7c6e2b14-3f0a-4d5c-9b8e-c0470500ac01", "clientId": "00000000-0000-0000-0000-000000000001",
                "mode": "read-write",
                "graph": "https://graph.microsoft.com",
            ].merging(changes) { $1 }
            return "{" + fields.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",") + ",\"scopes\":[\"User.Read\"]}"
        }
        let profiles = [
            profile("good"), profile("-bad"), profile("k", ["kind": "evil"]), profile("u", ["authority": "file:///x"]),
            profile("g", ["graph": "https://evil.example"]), profile("h", ["authority": "https://evil.example/t"]),
            profile("\\u001b[31mred"), profile("r", ["redirectUri": "https://evil.example/cb"]),
            profile("n", ["redirectUri": "https://login.microsoftonline.com/common/oauth2/nativeclient"]),
            profile("l", ["redirectUri": "http://evil.example/cb"]), profile("c", ["username": "a\\npath=/evil"]),
        ]
        let text = """
            {"profiles":[\(profiles.joined(separator: ","))],"rules":[{"pattern":"/a","profile":"nobody"},\
            {"pattern":"nonsense","profile":"good"},{"pattern":"/b","profile":"good"},{"pattern":"/b","profile":"n"}],\
            "bindings":[\
            {"directory":"relative","profile":"good"},{"directory":"~/x","profile":"good"}],"current":"nobody"}
            """
        let run = try await workspace.succeed("import - --json", input: Data(text.utf8))
        let rows = try run.json([Row].self)
        #expect(
            rows.map { "\($0.outcome) \($0.profile)" } == [
                "added good", "skipped -bad", "skipped k", "skipped u", "skipped g", "skipped h",
                "skipped \u{1B}[31mred",
                "skipped r", "added n", "skipped l", "skipped c",
            ],
            "\(run)")
        #expect(rows.allSatisfy { $0.reason.isEmpty == ($0.outcome == "added") }, "\(run)")
        #expect(rows.last?.reason == "The username of c has control characters.", "\(run)")
        #expect(run.error.split(separator: "\n").count { $0.hasPrefix("Not imported:") } == 4, "\(run)")
        #expect(run.error.contains("Not imported: the rule \"/b\" for n. The same pattern has a rule for good."))
        #expect(!run.error.contains("\u{1B}"))
        #expect(try await workspace.succeed("rule list").text.contains("/b"))
        #expect(try await workspace.succeed("bind").text.contains("/home/x"))
        let lines = try await workspace.succeed("import - --dry-run", input: Data(text.utf8)).text
        #expect(lines.contains("skipped\tk\t") && !lines.contains("\u{1B}"), "\(lines)")
    }

    /// A definition that cannot be read keeps the others from nothing.
    @Test func incompleteDefinitionsAreRowsWithTheirReason() async throws {
        let good = """
            {"name":"good","kind":"work","authority":"https://login.microsoftonline.com/contoso.com","tenantId":"t",\
            "clientId":"00000000-0000-0000-0000-000000000001","mode":"read-write","scopes":[]}
            """
        let profiles = [
            good, #"{"name":"bare"}"#, good.replacing("[]", with: "7").replacing("good", with: "odd"), "[]",
        ]
        let rows = try await Workspace().succeed(
            "import - --json", input: Data("{\"profiles\":[\(profiles.joined(separator: ","))]}".utf8)
        ).json([Row].self)
        #expect(
            rows.map { "\($0.outcome) \($0.profile): \($0.reason)" } == [
                "added good: ", "skipped bare: The definition lacks kind.",
                "skipped odd: The definition is not one of acct export.",
                "skipped : The definition is not one of acct export.",
            ])
    }

    @Test func profilesAreInTheOrderOfTheirNumbers() async throws {
        let workspace = try Workspace()
        let names = ["cust10", "cust2", "cust1"]
        let profiles = names.map { name in
            "{\"name\":\"\(name)\",\"kind\":\"work\",\"authority\":\"https://login.microsoftonline.com/\(name).example\","
                + "\"tenantId\":\"7c6e2b14-3f0a-4d5c-9b8e-c0470500ac01\",\"clientId\":\"00000000-0000-0000-0000-000000000001\","
                + "\"mode\":\"read-write\",\"scopes\":[\"User.Read\"],\"graph\":\"https://graph.microsoft.com\"}"
        }
        try await workspace.succeed("import -", input: Data("{\"profiles\":[\(profiles.joined(separator: ","))]}".utf8))
        struct Named: Decodable { let name: String }
        struct Exported: Decodable { let profiles: [Named] }
        struct Why: Decodable {
            struct Candidate: Decodable { let profile: String }
            let candidates: [Candidate]
        }
        let expected = ["cust1", "cust2", "cust10"]
        #expect(try await workspace.succeed("list --json").json([Named].self).map(\.name) == expected)
        #expect(try await workspace.succeed("export").json(Exported.self).profiles.map(\.name) == expected)
        let tie = try await workspace.acct("token")
        #expect(tie.error.contains("Several profiles could do this: cust1, cust2, cust10."), "\(tie)")
        let why = try await workspace.acct("why --json")
        #expect(try why.json(Why.self).candidates.map(\.profile) == expected, "\(why)")
        let completed = try await workspace.acct("---complete zsh use cust")
        #expect(completed.text.matches(of: /(?m)^cust\d+/).map { String($0.0) } == expected, "\(completed)")
    }

    /// - Returns: a file with alice and bob, a rule and a binding, and the environment of an empty store.
    private func exported(_ sandbox: Sandboxed) async throws -> (file: String, other: [String: String?]) {
        try await sandbox.addAliceAndBob()
        try sandbox.workspace.folder("src")
        try await sandbox.succeed("use bob")
        try await sandbox.succeed("bind alice src")
        try await sandbox.succeed("rule add /users/*@contoso.example alice")
        let file = "\(sandbox.workspace.folder)/profiles.json"
        let run = try await sandbox.succeed("export")
        #expect(run.text.contains("\n  \"profiles\" : [\n") && run.text.contains("~/src"), "\(run)")
        #expect(!run.text.contains("oid") && !run.text.contains("eyJ"))
        try run.output.write(to: URL(fileURLWithPath: file))
        return (file, ["ACCT_HOME": "\(sandbox.workspace.folder)/other"])
    }
}

extension Sandboxed {
    /// Runs a line that ends with `--trust` with the sandbox's origin behind it.
    fileprivate func succeed(_ environment: [String: String?], _ line: String, _ sandbox: Sandboxed) async throws -> Run
    {
        try await succeed(line, [server.graph], environment: environment)
    }
}
