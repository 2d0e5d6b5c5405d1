import Foundation
import Testing

/// Read-only profiles, however they are chosen.
@Suite struct ReadOnlyTests {
    @Test func readOnlyProfileRefusesWritesAndWriteScopes() async throws {
        try await Sandboxed.run { sandbox in
            let refused = try await sandbox.acct(
                "add audit --read-only --scope Mail.ReadWrite", sandbox.signIn(as: "bob@contoso.example"))
            expect(refused, ExpectedError(64, "Mail.ReadWrite may allow changes"))
            try await sandbox.add("audit", as: "bob@contoso.example", ["--read-only", "--scope", "Mail.Read"])
            try await sandbox.clearRequests()

            for line in ["token --scope Mail.Send", "token --resource https://graph.microsoft.com"] {
                expect(try await sandbox.acct(line), ExpectedError(5, "is read-only", run: "acct list"))
            }
            expect(
                try await sandbox.acct("consent audit --scope Files.ReadWrite"),
                ExpectedError(5, "Files.ReadWrite may allow")
            )
            let remote = Data("protocol=https\nhost=dev.azure.com\n\n".utf8)
            let git = try await sandbox.acct("git-credential get -p audit", input: remote)
            #expect(git.status == 5 && git.error.contains("A token for it could write"), "\(git)")
            for method in ["POST", "PATCH", "PUT", "DELETE", "post"] {
                expect(try await sandbox.acct("graph /me/messages -X \(method)"), ExpectedError(5, "read-only"))
            }
            #expect(try await sandbox.requests().isEmpty)

            try await sandbox.succeed("graph /me/messages")
            try await sandbox.succeed("token --scope Mail.Read")
        }
    }

    /// The platform puts all that was consented to into a token, whichever profile asked for it.
    @Test func tokenThatAllowsChangesIsGivenToNoProgram() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("work", as: "bob@contoso.example", ["--scope", "Mail.Read"])
            try await sandbox.add("audit", as: "bob@contoso.example", ["--read-only", "--scope", "Mail.Read"])
            try await sandbox.succeed("token -p audit")
            try await sandbox.succeed(
                "consent work --scope Mail.Send", sandbox.browser("bob@contoso.example"))
            let refusal = ExpectedError(
                5, "its token allows changes: in this app, the account has consented to Mail.Send",
                run: "acct add NAME --read-only --client-id ID")
            expect(try await sandbox.acct("token -p audit --force-refresh"), refusal)
            expect(try await sandbox.acct("exec -p audit --token-env T -- true"), refusal)
            try await sandbox.succeed("graph /me/messages -p audit")
            try await sandbox.succeed("token -p work")
        }
    }

    @Test func readOnlyAppRefusesWrites() async throws {
        try await Sandboxed.run { sandbox in
            let authority = try #require(sandbox.server.authorities["contoso.example"])
            try await sandbox.succeed(
                "add report --read-only --client-id \(sandbox.server.daemon.clientId) --client-secret-stdin",
                ["--authority", authority], input: Data(sandbox.server.daemon.clientSecret.utf8))
            try await sandbox.succeed("graph /users?$top=1")
            expect(try await sandbox.acct("graph /users/bob@contoso.example -X DELETE"), ExpectedError(5, "read-only"))
        }
    }
}
