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
            for method in ["POST", "PATCH", "PUT", "DELETE", "post"] {
                expect(try await sandbox.acct("graph /me/messages -X \(method)"), ExpectedError(5, "read-only"))
            }
            #expect(try await sandbox.requests().isEmpty)

            try await sandbox.succeed("graph /me/messages")
            try await sandbox.succeed("token --scope Mail.Read")
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
