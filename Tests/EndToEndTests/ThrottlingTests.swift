import Foundation
import Testing

/// A token endpoint that throttles, over several processes.
@Suite(.needs(.sqlite3)) struct ThrottlingTests {
    /// 503 is about the server, 429 about the account.
    @Test(arguments: [(429, 0), (503, 7)])
    func throttlingCountsForTheAccountOrForTheEndpoint(status: Int, other: Int32) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            try await sandbox.store.expireAccessTokens()
            try await sandbox.inject(.init(on: .token, status: status, headers: ["Retry-After": "600"]))
            try await sandbox.clearRequests()
            expect(try await sandbox.acct("token -p alice"), ExpectedError(7, "(status \(status)). Nothing"))
            #expect(try await sandbox.acct("token -p bob").status == other)
            // Nothing is sent for her until then.
            let run = try await sandbox.acct("token -p alice --json")
            expect(run, ExpectedError(7, "(status \(status)). Nothing"))
            let error = try run.lastErrorLine()
            #expect(error.status == status && error.profile == "alice", "\(run)")
            #expect((500...600).contains(try #require(error.retryAfter)), "\(run)")
            #expect(try await sandbox.requests("refresh_token").map(\.status) == [status] + (other == 0 ? [200] : []))
            #expect(try await sandbox.states() == ["alice": "signedIn", "bob": "signedIn"])
            let keys = try await sandbox.store.sqlite("SELECT url FROM quiet_time")
            #expect(!keys.contains(World.alice) && !keys.contains("alice"), "\(keys)")
        }
    }

    @Test func signInIsTriedAndSaysWhatToExpect() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.store.expireAccessTokens()
            try await sandbox.inject(.init(on: .token, status: 503, headers: ["Retry-After": "600"]))
            #expect(try await sandbox.acct("token").status == 7)
            let run = try await sandbox.succeed("sign-in alice", sandbox.browser("alice@contoso.example"))
            #expect(run.error.firstMatch(of: /no more requests for \d+ s, until \d{4}-\d\d-\d\dT/) != nil, "\(run)")
            try await sandbox.succeed("token")
            // The sign-in has shown that the server works again.
            try await sandbox.succeed("token --force-refresh")
        }
    }

    /// What a server has against one refresh token, it does not have against the next.
    @Test func signInEndsTheThrottlingOfARefresh() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("bob", as: "bob@contoso.example")
            let scope = "https://vault.azure.net/user_impersonation"
            try await sandbox.succeed("consent bob --scope \(scope)", sandbox.browser("bob@contoso.example"))
            try await sandbox.store.expireAccessTokens()
            try await sandbox.inject(.init(on: .token, status: 429, headers: ["Retry-After": "600"]))
            for _ in 1...2 { #expect(try await sandbox.acct("token --scope \(scope)").status == 7) }
            try await sandbox.succeed("token")
            try await sandbox.succeed("sign-in bob", sandbox.browser("bob@contoso.example"))
            try await sandbox.succeed("token --scope \(scope)")
        }
    }

    /// The person has signed in: the code is not thrown away for a pause of a second, nor for a lost connection.
    @Test(arguments: [
        Sandboxed.Fault(on: .token, status: 429, headers: ["Retry-After": "1"]),
        Sandboxed.Fault(on: .token, status: 503, headers: ["Retry-After": "0"]),
        Sandboxed.Fault(on: .token, status: 500),
        Sandboxed.Fault(on: .token, drop: true),
    ])
    func finishedSignInIsRedeemedAgain(fault: Sandboxed.Fault) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.inject(fault)
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.succeed("token")
        }
    }

    @Test(arguments: [
        Sandboxed.Fault(on: .token, status: 429, headers: ["Retry-After": "2"], times: 2),
        Sandboxed.Fault(on: .token, status: 200, body: "<html>Log in to the network</html>", contentType: "text/html"),
        Sandboxed.Fault(on: .token, status: 302, headers: ["Location": "http://portal.example/"]),
        Sandboxed.Fault(on: .token, status: 511, body: "<html>"), Sandboxed.Fault(on: .token, drop: true),
        Sandboxed.Fault(on: .token, status: 400, body: #"{"error":"temporarily_unavailable"}"#),
    ])
    func deviceCodeOutlivesTrouble(fault: Sandboxed.Fault) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.inject(fault)
            let waiting = try sandbox.startDeviceCode("add alice")
            try await sandbox.approve(try await sandbox.userCode(shownBy: waiting), as: "alice@contoso.example")
            #expect(try await waiting.run().status == 0, "\(waiting.error)")
        }
    }
}
