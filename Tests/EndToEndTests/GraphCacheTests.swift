import Foundation
import Testing

/// `acct graph --cache` and `--stale-ok`: responses out of the store.
@Suite struct GraphCacheTests {
    private func expectNothingSent(_ sandbox: Sandboxed, sourceLocation: SourceLocation = #_sourceLocation) async throws
    {
        #expect(try await sandbox.requests().isEmpty, sourceLocation: sourceLocation)
    }

    @Test func freshResponseIsPrintedWithoutTheNetwork() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let first = try await sandbox.succeed("graph /me -i --cache 1h")
            try await sandbox.clearRequests()
            #expect(try await sandbox.succeed("graph me -i --cache 1h").output == first.output)
            try await expectNothingSent(sandbox)
            for other in [
                "graph /me --cache 0s", "graph /me", "graph /me?$select=id --cache 1h", "graph /me --cache 1h -p bob",
                "graph beta/me --cache 1h", "graph /me --cache 1h -H Prefer:x",
            ] {
                try await sandbox.succeed(other)
                #expect(try await sandbox.requests().count == 1, "\(other)")
                try await sandbox.clearRequests()
            }
        }
    }

    @Test(.needs(.sqlite3)) func onlySuccessfulResponsesAreStoredAndSealed() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            #expect(try await sandbox.acct("graph /me/nonsense --cache 1h").status == 6)
            #expect(try await sandbox.store.sqlite("SELECT count(*) FROM cached_answer") == "0\n")
            try await sandbox.succeed("graph /me --stale-ok 1h")
            #expect(try await sandbox.store.sqlite("SELECT count(*) FROM cached_answer") == "1\n")
            #expect(try sandbox.store.bytes().firstRange(of: Data("Ångström".utf8)) != nil)  // the profile's own name
            #expect(try sandbox.store.bytes().firstRange(of: Data("userPrincipalName".utf8)) == nil)
        }
    }

    @Test(.needs(.sqlite3)) func staleResponseIsUsedWhenTheNetworkIsDown() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let first = try await sandbox.succeed("graph /me --stale-ok 1h")
            await sandbox.stop()
            let again = try await sandbox.succeed("graph /me --stale-ok 1h --no-input")
            #expect(again.output == first.output)
            #expect(again.error.contains("Using the response stored just now. Cannot connect"), "\(again)")
            #expect(try await sandbox.acct("graph /me --stale-ok 0s").status == 7)
            #expect(try await sandbox.acct("graph /me?$select=id --stale-ok 1h").status == 7)
        }
    }

    /// What Graph said then is not what it says now.
    @Test(.needs(.sqlite3), arguments: ["--cache 1h", "--stale-ok 1h --max-wait 0"])
    func storedResponseTeachesNothing(options: String) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            func domains() async throws -> String {
                try await sandbox.store.sqlite("SELECT count(*) FROM tenant_domain WHERE domain = 'contoso.example'")
            }
            _ = try await sandbox.store.sqlite("DELETE FROM tenant_domain")
            try await sandbox.succeed("graph /organization \(options)")
            #expect(try await domains() == "1\n")
            _ = try await sandbox.store.sqlite("DELETE FROM tenant_domain")
            if options.hasPrefix("--stale") { try await sandbox.inject(.init(on: .graph, status: 503, body: "{}")) }
            try await sandbox.succeed("graph /organization \(options)")
            #expect(try await domains() == "0\n")
        }
    }

    @Test func staleResponseIsUsedWhenGraphIsDown() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let first = try await sandbox.succeed("graph /me --stale-ok 1h")
            try await sandbox.inject(.init(on: .graph, status: 503, body: "{}"))
            let again = try await sandbox.succeed("graph /me --stale-ok 1h --max-wait 0")
            #expect(again.output == first.output && again.error.contains("responded with status 503"), "\(again)")
        }
    }

    @Test(.needs(.sqlite3)) func staleResponseIsUsedWhenASignInIsRequired() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let first = try await sandbox.succeed("graph /me --stale-ok 1h")
            try await sandbox.revoke("alice@contoso.example")
            try await sandbox.store.expireAccessTokens()
            let again = try await sandbox.succeed("graph /me --stale-ok 1h")
            #expect(again.output == first.output && again.error.contains("Using the response stored"), "\(again)")
            #expect(try await sandbox.acct("graph /me").status == 4)
        }
    }

    @Test(.needs(.sqlite3)) func signOutRemovesTheStoredResponsesOfThatAccountOnly() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            for name in ["alice", "bob"] { try await sandbox.succeed("graph /me --cache 1h -p \(name)") }
            try await sandbox.succeed("sign-out alice")
            #expect(try await sandbox.store.sqlite("SELECT home_account_id FROM cached_answer") == "\(World.bob)\n")
            #expect(try await sandbox.acct("graph /me --cache 1h --stale-ok 1d -p alice").status == 4)
        }
    }

    @Test func eachProfileHasItsOwnStoredResponse() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let first = try await sandbox.succeed("graph /me --cache 1h --all-profiles")
            try await sandbox.clearRequests()
            let again = try await sandbox.succeed("graph /me --cache 1h --all-profiles")
            #expect(again.text.split(separator: "\n").sorted() == first.text.split(separator: "\n").sorted())
            try await expectNothingSent(sandbox)
        }
    }
}
