import Foundation
import Testing

/// Import from and export to the token caches of other programs.
@Suite struct InteropTests {
    struct Row: Decodable, Equatable {
        let outcome: String
        let profile: String?
        let username, clientId: String
        let signedIn: Bool
    }

    @Test func exportedCacheIsImportedIntoAnotherStore() async throws {
        try await Sandboxed.run { sandbox in
            let file = try await exported(sandbox)
            let other: [String: String?] = ["ACCT_HOME": "\(sandbox.workspace.folder)/other"]
            let line = "import msal \(file) --json " + target(sandbox)
            let dry = try await sandbox.succeed(line + " --dry-run", environment: other)
            #expect(dry.error.contains("dry run"))
            #expect(!FileManager.default.fileExists(atPath: "\(sandbox.workspace.folder)/other"))

            let rows = try await sandbox.succeed(line, environment: other).json([Row].self)
            #expect(rows.map(\.outcome) == ["added"] && rows.map(\.signedIn) == [true])
            let profile = try #require(rows.first?.profile)
            try await sandbox.succeed("graph /me -p \(profile)", environment: other)
            try await sandbox.succeed("token --force-refresh -p \(profile)", environment: other)
            let again = try await sandbox.succeed(line, environment: other).json([Row].self)
            #expect(again.map(\.outcome) == ["unchanged"])
        }
    }

    @Test func importSignsASignedOutProfileInAgain() async throws {
        try await Sandboxed.run { sandbox in
            let file = try await exported(sandbox)
            try await sandbox.succeed("sign-out alice")
            let rows = try await sandbox.succeed("import msal \(file) --json " + target(sandbox)).json([Row].self)
            #expect(rows.map(\.outcome) == ["updated"] && rows.map(\.profile) == ["alice"])
            #expect(try await sandbox.states() == ["alice": "signedIn"])
        }
    }

    @Test(arguments: [false, true]) func tokensOfAnotherAccountReplaceNothing(signedOut: Bool) async throws {
        try await Sandboxed.run { sandbox in
            let line = "import msal \(try await craftedFile(sandbox)) --json " + target(sandbox)
            if signedOut { try await sandbox.succeed("sign-out alice") }
            try await eventually("the file's tokens are newer than Alice's") {
                let rows = try await sandbox.succeed(line + " --dry-run").json([Row].self)
                return rows.map(\.outcome) == ["updated"]
            }
            let run = try await sandbox.succeed(line)
            let rows = try run.json([Row].self)
            #expect(rows.map(\.outcome) == ["unchanged"] && rows.map(\.signedIn) == [!signedOut], "\(run)")
            #expect(run.error.contains("alice keeps its tokens: those of the file belong to bob@contoso.example."))
            #expect(try await sandbox.states()["alice"] == (signedOut ? "signedOut" : "signedIn"))
            guard !signedOut else { return }
            #expect(try await sandbox.displayName("alice") == "Alice Ångström")
            try await sandbox.succeed("token --force-refresh -p alice")
        }
    }

    @Test func importWithoutTheNetworkKeepsTheTokensOfAnExistingProfile() async throws {
        try await Sandboxed.run { sandbox in
            let line = "import msal \(try await exported(sandbox)) --json " + target(sandbox)
            try await sandbox.succeed("sign-out alice")
            try await sandbox.inject(Sandboxed.Fault(on: .token, drop: true))
            let run = try await sandbox.succeed(line)
            #expect(try run.json([Row].self).map(\.outcome) == ["unchanged"])
            #expect(run.error.contains("alice keeps its tokens: the server could not confirm the file's."), "\(run)")
            #expect(run.error.contains("To try again, run: acct import msal "), "\(run)")
            #expect(try await sandbox.states() == ["alice": "signedOut"])
            #expect(try await sandbox.succeed(line).json([Row].self).map(\.outcome) == ["updated"])
            try await sandbox.succeed("token --force-refresh -p alice")
        }
    }

    @Test(.needs(.sqlite3)) func importOfABrokenFileChangesNothing() async throws {
        try await Sandboxed.run { sandbox in
            let file = try await exported(sandbox)
            let whole = try #require(FileManager.default.contents(atPath: file))
            let before = try await sandbox.store.dump()
            let broken: [(String, Data)] = [
                ("truncated", whole.prefix(whole.count / 2)), ("empty", Data()), ("page", Data("<html>".utf8)),
                ("nul", whole + [0]), ("other", Data(#"{"a":1}"#.utf8)), ("list", Data(#"{"Account":[]}"#.utf8)),
            ]
            for (name, bytes) in broken {
                let path = "\(sandbox.workspace.folder)/\(name)"
                try bytes.write(to: URL(fileURLWithPath: path))
                expect(
                    try await sandbox.acct("import msal \(path) " + target(sandbox)),
                    ExpectedError(1, "is not a token cache")
                )
                #expect(FileManager.default.contents(atPath: path) == bytes)
            }
            expect(try await sandbox.acct("import msal /nowhere"), ExpectedError(64, "Cannot read /nowhere"))
            expect(
                try await sandbox.acct("import msal \(file)"),
                ExpectedError(1, "No account in \(file) can be imported."))
            #expect(try await sandbox.store.dump() == before)
        }
    }

    @Test func azureCLIAccountsAreImportedWithoutTokens() async throws {
        let workspace = try Workspace()
        let folder = "\(workspace.folder)/home/.azure"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let azure = "04b07795-8ddb-461a-bbee-02f9e1bf7b46"
        let common = #""home_account_id":"u.\#(World.contoso)","environment":"login.microsoftonline.com""#
        let cache = """
            {"RefreshToken":{"r":{\(common),"client_id":"\(azure)","secret":"azure-secret","family_id":"1"}},
            "Account":{"a":{\(common),"realm":"organizations","username":"alice@contoso.example"}}}
            """
        let path = try workspace.file("home/.azure/msal_token_cache.json", cache)
        _ = try workspace.file(
            "home/.azure/azureProfile.json",
            "\u{FEFF}"
                + #"{"subscriptions":[{"tenantId":"t","user":{"name":"b'b@contoso.example","type":"user"}}]}"#)
        _ = try workspace.file("home/.azure/service_principal_entries.json", "[]")
        let run = try await workspace.succeed("import azure-cli --client-id own --json")
        let rows = try run.json([Row].self)
        #expect(
            rows == [
                Row(
                    outcome: "added", profile: "contoso", username: "alice@contoso.example", clientId: "own",
                    signedIn: false)
            ])
        #expect(run.error.contains("service principals") && run.error.contains(#"--username 'b'\''b@contoso.example'"#))
        #expect(run.error.contains("acct sign-in contoso"))
        #expect(try workspace.store.bytes().range(of: Data("azure-secret".utf8)) == nil)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == cache)
        expect(
            try await workspace.acct("token"), ExpectedError(4, "contoso is signed out.", run: "acct sign-in contoso"))
    }

    @Test func exportOfTokensNeedsConfirmation() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let path = "\(sandbox.workspace.folder)/out.json"
            let line = "export --format msal alice --output \(path)"
            expect(try await sandbox.acct(line), ExpectedError(5, "unencrypted", run: "acct \(line) --yes"))
            #expect(!FileManager.default.fileExists(atPath: path))
            try await sandbox.succeed(line + " --yes")
            expect(try await sandbox.acct(line + " --yes"), ExpectedError(64, "already exists"))
            try await sandbox.succeed("edit alice --read-only")
            expect(try await sandbox.acct(line + " --yes --force"), ExpectedError(5, "is read-only", run: "acct list"))
            let definitions = try await sandbox.succeed("export")
            #expect(definitions.text.contains(sandbox.server.clientId))
            #expect(!definitions.text.lowercased().contains("secret") && !definitions.text.contains("eyJ"))
        }
    }

    @Test(.needsMicrosoftPython) func cacheWrittenByMSALPythonIsImported() async throws {
        try await Sandboxed.run { sandbox in
            let file = "\(sandbox.workspace.folder)/python.json"
            let python = try sandbox.workspace.start(MicrosoftPython.msalClient("device", sandbox, file))
            let code = try await eventually("Python shows a code") {
                if let status = python.exitCode { throw SystemError("exit code \(status): \(python.error)") }
                return String(decoding: python.output, as: UTF8.self).firstMatch(of: /(\S+)\n/).map { String($0.1) }
            }
            try await sandbox.approve(code, as: "alice@contoso.example")
            let run = try await python.run()
            try #require(run.status == 0, "\(run)")
            try await sandbox.succeed("import msal \(file) --name alice " + target(sandbox))
            try await sandbox.succeed("graph /me")
            try await sandbox.succeed("token --force-refresh")
        }
    }

    @Test(.needsMicrosoftPython) func exportedCacheIsUsedByMSALPython() async throws {
        struct Printed: Decodable { let username, cached, cachedSource, refreshed, refreshedSource: String }
        struct Token: Decodable { let accessToken: String, scopes: [String] }
        try await Sandboxed.run { sandbox in
            let file = try await exported(sandbox)
            let token = try await sandbox.succeed("token --json").json(Token.self)
            let run = try await sandbox.workspace.run(
                MicrosoftPython.msalClient("silent", sandbox, file, try #require(token.scopes.first)))
            try #require(run.status == 0, "\(run)")
            let printed = try run.json(Printed.self)
            #expect(printed.username == "alice@contoso.example")
            #expect(printed.cached == token.accessToken && printed.cachedSource == "cache")
            #expect(printed.refreshed != printed.cached && printed.refreshedSource == "identity_provider")
        }
    }

    /// A cache file with Bob's refresh token under Alice's account, newer than her own.
    private func craftedFile(_ sandbox: Sandboxed) async throws -> String {
        typealias Entities = [String: [String: [String: String]]]
        let file = try await exported(sandbox)
        try await sandbox.add("bob", as: "bob@contoso.example", at: sandbox.server.authorities["contoso.example"])
        let other = "\(sandbox.workspace.folder)/bob.json"
        try await sandbox.succeed("export --format msal bob --output \(other) --yes")
        func entities(_ path: String) throws -> Entities {
            try JSONDecoder().decode(Entities.self, from: Data(contentsOf: URL(filePath: path)))
        }
        var crafted = try entities(file)
        let secret = try #require(try entities(other)["RefreshToken"]?.values.first?["secret"])
        crafted["RefreshToken"] = crafted["RefreshToken"]?.mapValues { token in
            token.merging(["secret": secret, "last_modification_time": "9999999999"]) { $1 }
        }
        try JSONEncoder().encode(crafted).write(to: URL(filePath: file))
        return file
    }

    /// Alice's sign-in as a cache file.
    private func exported(_ sandbox: Sandboxed) async throws -> String {
        try await sandbox.add("alice", as: "alice@contoso.example", at: sandbox.server.authorities["contoso.example"])
        let file = "\(sandbox.workspace.folder)/alice.json"
        try await sandbox.succeed("export --format msal alice --output \(file) --yes")
        return file
    }

    private func target(_ sandbox: Sandboxed) -> String {
        "--authority \(sandbox.server.authority) --graph \(sandbox.server.graph)"
    }
}
