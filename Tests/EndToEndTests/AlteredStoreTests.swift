import Foundation
import Testing

/// Somebody who can write the database but lacks the key can break a profile, and not have its secrets sent elsewhere.
@Suite(.needs(.sqlite3)) struct AlteredStoreTests {
    @Test(arguments: [
        "graph = 'http://localhost:1'", "authority_url = 'http://localhost:1/common'",
        "authority_kind = 'oidc'", "client_id = '00000000-0000-0000-0000-000000000000'", "kind = 'personal'",
        "tenant_id = '00000000-0000-0000-0000-000000000000'", "mode = 'read-write', seal = NULL", "seal = NULL",
        "seal = (SELECT seal FROM profile WHERE name = 'bob')",
        "home_account_id = (SELECT home_account_id FROM profile WHERE name = 'bob')",
        "environment = 'localhost:1'", "tls_certificate = '/etc/hostname'", "browser = 'touch /tmp/acct-altered'",
        "browser = NULL",
    ])
    func changedDestinationIsRefusedAndNothingIsSent(change: String) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.store.sqlite("UPDATE profile SET \(change) WHERE name = 'alice'")
            try await sandbox.clearRequests()
            for line in [
                "graph /me -p alice", "token -p alice", "token -p alice --force-refresh", "sign-in alice --device-code",
                "rename alice carol", "edit alice --read-write", "open https://graph.microsoft.com -p alice",
                "export --format msal alice --output f --yes",
            ] {
                expect(
                    try await sandbox.acct(line),
                    ExpectedError(5, "Another program has changed where profile alice", run: "acct remove alice"))
            }
            #expect(try await sandbox.requests().isEmpty)
            #expect(try await sandbox.displayName("bob") == "Bob O'Neil")
            try await sandbox.succeed("remove alice")
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.succeed("rename alice carol")
            try await sandbox.succeed("graph /me -p carol")
        }
    }

    @Test func profilesThatAnotherProgramRenamedAreRefused() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.store.sqlite(
                """
                UPDATE profile SET name = 'x', name_key = 'x' WHERE name = 'alice';
                UPDATE profile SET name = 'alice', name_key = 'alice' WHERE name = 'bob';
                """)
            expect(try await sandbox.acct("token -p alice"), ExpectedError(5, "Another program has changed"))
        }
    }

    @Test(arguments: [
        "kind = 'federated_token_file', reference = '/etc/hostname', secret = NULL",
        "kind = 'certificate', reference = '/etc/hostname', secret = NULL", "seal = NULL",
    ])
    func changedCredentialOfAnAppIsRefused(change: String) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addApplication("report")
            try await sandbox.store.sqlite("UPDATE application_credential SET \(change)")
            try await sandbox.clearRequests()
            expect(
                try await sandbox.acct("token -p report --force-refresh"),
                ExpectedError(5, "Another program has changed where profile report", run: "acct remove report"))
            #expect(try await sandbox.requests().isEmpty)
        }
    }

    @Test func changedAuthorityOfAnAppGetsNoSecret() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addApplication("report")
            try await sandbox.store.sqlite(
                "UPDATE profile SET authority_url = replace(authority_url, 'localhost', '127.0.0.1')")
            try await sandbox.clearRequests()
            for line in ["token -p report --force-refresh", "sign-in report"] {
                expect(
                    try await sandbox.acct(line), ExpectedError(5, "Another program has changed where profile report"))
            }
            #expect(try await sandbox.requests().isEmpty)
        }
    }

    @Test(.needsRoot) func linkThatAnotherUserCanChangeIsRefused() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let open = "\(sandbox.workspace.folder)/open"
            try FileManager.default.createDirectory(atPath: open, withIntermediateDirectories: false)
            try FileManager.default.createSymbolicLink(
                atPath: "\(open)/acct", withDestinationPath: sandbox.store.folder)
            let home: [String: String?] = ["ACCT_HOME": "\(open)/acct"]
            try await sandbox.succeed("token", environment: home)
            for mode in [0o777, 0o775] as [mode_t] {
                chmod(open, mode)
                expect(
                    try await sandbox.acct("token", environment: home),
                    ExpectedError(5, "\(open)/acct is a symbolic link that another user can change"))
            }
            chmod(open, 0o1777)
            try await sandbox.succeed("token", environment: home)
            lchown("\(open)/acct", 12345, 12345)
            expect(
                try await sandbox.acct("token", environment: home),
                ExpectedError(5, "is a symbolic link that another user"))
        }
    }

    @Test(arguments: [0o644, 0o640, 0o666] as [mode_t])
    func storeThatOthersCouldReadIsRefused(mode: mode_t) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            chmod(sandbox.store.folder, 0o755)
            chmod("\(sandbox.store.folder)/key", mode)
            expect(
                try await sandbox.acct("token"),
                ExpectedError(5, "Other users of this machine may read", run: "chmod -R go= \(sandbox.store.folder)"))
            _ = try await sandbox.workspace.run(["/bin/sh", "-c", "chmod -R go= \(sandbox.store.folder)"])
            try await sandbox.succeed("token")
        }
    }

    @Test(.needsRoot) func sudoMakesNoStoreOfRootInAnotherUsersHome() async throws {
        let workspace = try Workspace()
        let home = "\(workspace.folder)/home"
        chown(home, 12345, 12345)
        let environment: [String: String?] = ["ACCT_HOME": nil, "XDG_DATA_HOME": nil, "SUDO_UID": "12345"]
        expect(
            try await workspace.acct(
                "add work --authority http://localhost:1/common --client-id 00000000-0000-0000-0000-000000000000",
                environment: environment),
            ExpectedError(5, "\(home) belongs to another user (id 12345)"))
        #expect(!FileManager.default.fileExists(atPath: "\(home)/.local"))
    }
}
