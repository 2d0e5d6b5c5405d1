import Foundation
import Testing

/// `acct token`, out of the cache and refreshed.
@Suite struct TokenTests {
    struct Printed: Decodable {
        let accessToken, tokenType, tenantId, username, profile: String
        let expiresOn: Int
        let scopes: [String]
    }

    @Test func cachedTokenIsPrintedWithoutARequest() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.clearRequests()
            let printed = try await sandbox.succeed("token --json").json(Printed.self)
            #expect(printed.profile == "alice" && printed.username == "alice@contoso.example")
            #expect(printed.tenantId == World.contoso && printed.tokenType == "Bearer")
            #expect(printed.scopes.contains { $0.hasSuffix("User.Read") })
            #expect(abs(printed.expiresOn - Int(Date().timeIntervalSince1970) - 3600) < 120)
            #expect(try await sandbox.succeed("token").text == printed.accessToken + "\n")
            #expect(try await sandbox.requests().isEmpty)
        }
    }

    /// An API that is named by its app id is not Microsoft Graph.
    @Test func tokenOfGraphIsNotThatOfAnotherAPI() async throws {
        try await Sandboxed.run { sandbox in
            let devOps = "499b84ac-1321-427f-aa17-267ca6975798/.default"
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.succeed("consent alice --scope \(devOps)", sandbox.browser("alice@contoso.example"))
            func audience(_ options: String) async throws -> String? {
                try tokenClaims(of: try await sandbox.succeed("token \(options)").line)["aud"] as? String
            }
            let other = try await audience("--scope \(devOps)")
            let graph = try await audience("--resource https://graph.microsoft.com")
            #expect(try await audience("") == graph && graph != other && other != nil)
            // Nor is Graph of another cloud, for which no token is cached.
            try await sandbox.clearRequests()
            _ = try await sandbox.acct("token -p alice --resource https://microsoftgraph.chinacloudapi.cn")
            #expect(try await sandbox.requests("refresh_token").count == 1)
            expect(
                try await sandbox.acct("token --scope User.Read --scope \(devOps)"),
                ExpectedError(64, "a token is for one resource"))
            try await sandbox.add("devops", as: "bob@contoso.example", ["--scope", devOps])
            #expect(try await sandbox.acct("graph /me -p devops").status == 4, "no token of Azure DevOps goes to Graph")
        }
    }

    @Test func formatsHoldTheSameToken() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let token = try await sandbox.succeed("token").line
            let json = try await sandbox.succeed("token --json").text
            #expect(try await sandbox.succeed("token --format json").text == json)
            #expect(try await sandbox.succeed("token --format header").text == "Authorization: Bearer \(token)\n")
            let az = try await sandbox.succeed("token --format az", environment: ["TZ": "XYZ-3"])
            #expect(az.text.hasPrefix("{\n  \"accessToken\": \"\(token)\",\n  \"expiresOn\": \""))
            #expect(az.text.hasSuffix("\"tenant\": \"\(World.contoso)\",\n  \"tokenType\": \"Bearer\"\n}\n"))
            let shell = try await sandbox.workspace.run([
                "/bin/sh", "-c", "eval \"$('\(Products.acct)' token --format env)\"; echo \"$ACCESS_TOKEN\"",
            ])
            #expect(shell.line == token)
            for line in ["token --format json", "token --format=json"] {
                let error = try await sandbox.acct("\(line) -p nobody").lastErrorLine()
                #expect(error.kind == "no_profile")
                #expect(try await sandbox.acct("\(line) extra").lastErrorLine().kind == "usage")
            }
            expect(
                try await sandbox.acct("token --format az --json"),
                ExpectedError(64, "Give either --json or --format.", run: "acct token --help"))
        }
    }

    @Test func kubernetesGetsACredential() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let version = "client.authentication.k8s.io/v1beta1"
            let info = #"{"apiVersion":"\#(version)","kind":"ExecCredential","spec":{"interactive":false}}"#
            let line = "token --format exec-credential"
            let run = try await sandbox.succeed(line, environment: ["KUBERNETES_EXEC_INFO": info])
            let credential = try run.json(ExecCredential.self)
            #expect(credential.apiVersion == version && credential.kind == "ExecCredential")
            #expect(try await sandbox.succeed("token").line == credential.status.token)
            #expect(try Date(credential.status.expirationTimestamp, strategy: .iso8601) > Date())
            let other = info.replacing("v1beta1", with: "v2")
            expect(
                try await sandbox.acct(line, environment: ["KUBERNETES_EXEC_INFO": other]),
                ExpectedError(
                    64, "requests an ExecCredential of version \"client.authentication.k8s.io/v2\"",
                    run: "kubectl config set-credentials USER --exec-api-version=client.authentication.k8s.io/v1"))
        }
    }

    private struct ExecCredential: Decodable {
        struct Status: Decodable { let expirationTimestamp, token: String }
        let apiVersion, kind: String
        let status: Status
    }

    @Test(.needs(.sqlite3)) func expiredTokenIsRefreshedOnce() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let old = try await sandbox.succeed("token").line
            try await sandbox.store.expireAccessTokens()
            let new = try await sandbox.succeed("token").line
            #expect(new != old)
            #expect(try await sandbox.succeed("token").line == new)
            #expect(try await sandbox.requests("refresh_token").map(\.username) == ["alice@contoso.example"])
        }
    }

    /// The server gives a time from which a token should be replaced (`refresh_in`), while it is still valid.
    @Test(.needs(.sqlite3)) func tokenIsReplacedEarly() async throws {
        try await Sandboxed.run("--access-token-lifetime", "14400") { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let old = try await sandbox.succeed("token").line
            try await sandbox.store.makeEarlyRefreshDue()
            let new = try await sandbox.succeed("token").line
            #expect(new != old)
            #expect(try await sandbox.succeed("token").line == new)
            #expect(try await sandbox.requests("refresh_token").count == 1)
        }
    }

    @Test(.needs(.sqlite3)) func earlyRefreshThatFailsKeepsTheValidToken() async throws {
        try await Sandboxed.run("--access-token-lifetime", "14400") { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let token = try await sandbox.succeed("token").line
            try await sandbox.store.makeEarlyRefreshDue()
            try await sandbox.inject(.init(on: .token, status: 503, times: 9))
            let run = try await sandbox.succeed("token")
            #expect(run.line == token && run.error.contains("the cached one is still valid"), "\(run)")
            #expect(try await sandbox.requests("refresh_token").first?.status == 503)
        }
    }

    @Test(.needs(.sqlite3)) func concurrentCommandsShareOneRefresh() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.store.expireAccessTokens()
            let started = try (0..<100).map { _ in try sandbox.workspace.start([Products.acct, "token"]) }
            var tokens: Set<String> = []
            for child in started {
                let run = try await child.run()
                #expect(run.status == 0, "\(run)")
                tokens.insert(run.line)
            }
            #expect(tokens.count == 1)
            #expect(try await sandbox.requests("refresh_token").count == 1)
        }
    }

    @Test(.needs(.sqlite3)) func concurrentCommandsShareARefusal() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.store.expireAccessTokens()
            let body = #"{"error":"invalid_grant","error_description":"AADSTS50173: The grant was revoked."}"#
            try await sandbox.inject(.init(on: .token, status: 400, body: body, delayMilliseconds: 500))
            let started = try (0..<12).map { _ in try sandbox.workspace.start([Products.acct, "token"]) }
            for child in started {
                expect(try await child.run(), ExpectedError(4, "was revoked", run: "acct sign-in alice"))
            }
            #expect(try await sandbox.requests("refresh_token").count == 1)
            try await sandbox.succeed("sign-in alice", sandbox.browser("alice@contoso.example"))
            try await sandbox.succeed("token")
        }
    }

    @Test func eachForcedRefreshRotatesTheRefreshToken() async throws {
        try await Sandboxed.run("--reuse-detection") { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            var tokens: Set = [try await sandbox.succeed("token").line]
            for _ in 0..<3 { tokens.insert(try await sandbox.succeed("token --force-refresh").line) }
            #expect(tokens.count == 4)
        }
    }

    @Test func missingConsentRequiresASignInWithTheScope() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let run = try await sandbox.acct("token --scope Mail.Read --json")
            #expect(run.status == 4, "\(run)")
            #expect(try run.lastErrorLine().kind == "sign_in_required")
            try await sandbox.succeed(
                "sign-in alice --scope Mail.Read", sandbox.browser("alice@contoso.example"))
            try await sandbox.succeed("token --scope Mail.Read")
        }
    }

    @Test(.needs(.sqlite3)) func accountThatIsDisabledAfterItsSignInLosesNothing() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.setDisabled(true, "alice@contoso.example")
            try await sandbox.store.expireAccessTokens()
            expect(try await sandbox.acct("token"), ExpectedError(4, "the account is disabled; ask an administrator"))
            #expect(try await sandbox.succeed("token -p bob").line.isEmpty == false)
            #expect(try await sandbox.store.sqlite("SELECT count(*) FROM refresh_token") == "2\n")
            try await sandbox.setDisabled(false, "alice@contoso.example")
            try await sandbox.succeed("sign-in alice", sandbox.browser("alice@contoso.example"))
            try await sandbox.succeed("token")
        }
    }

    @Test(.needs(.sqlite3)) func revokedRefreshTokenRequiresASignInAndDeletesNothing() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.revoke("alice@contoso.example")
            try await sandbox.store.expireAccessTokens()
            let run = try await sandbox.acct("token --json")
            expect(
                run, ExpectedError(4, "alice must sign in again: the sign-in was revoked", run: "acct sign-in alice"))
            let error = try run.lastErrorLine()
            #expect(error.kind == "sign_in_required" && error.profile == "alice")
            #expect(error.command == "acct sign-in alice")
            #expect(try await sandbox.states()["alice"] == "signInRequired")
            #expect(try await sandbox.store.sqlite("SELECT count(*) FROM refresh_token") == "2\n")
            #expect(try await sandbox.displayName("bob") == "Bob O'Neil")

            try await sandbox.succeed("sign-in alice", sandbox.browser("alice@contoso.example"))
            #expect(try await sandbox.displayName("alice") == "Alice Ångström")
        }
    }
}
