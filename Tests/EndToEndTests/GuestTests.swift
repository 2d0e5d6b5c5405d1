import Testing

/// An account in two tenants: the second tenant needs no interactive sign-in where the account is a guest.
@Suite struct GuestTests {
    @Test func guestTenantIsAddedWithoutABrowser() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("dana", as: "dana@contoso.example:contoso.example")
            let run = try await sandbox.acct(
                "add guest --account dana --tenant fabrikam.example --browser /nonexistent")
            #expect(run.status == 0, "\(run)")
            let me = try await sandbox.acct("graph /me -p guest")
            #expect(me.text.contains("dana_contoso.example#EXT#@fabrikam.example"), "\(me)")
            let home = try await sandbox.acct("graph /me -p dana")
            #expect(home.text.contains(#""userPrincipalName":"dana@contoso.example""#), "\(home)")
        }
    }

    @Test func tenantWithoutTheAccountRequiresASignIn() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let before = try await sandbox.store.dump()
            let run = try await sandbox.acct("add there --account alice --tenant fabrikam.example --no-input")
            #expect(run.status == 4, "\(run)")
            #expect(run.error.contains("Run: acct add there --tenant fabrikam.example --account alice"), "\(run)")
            #expect(try await sandbox.store.dump() == before)
        }
    }

    @Test(arguments: ["--account dana", "--account dana --tenant x.example --cloud usgov"])
    func accountOptionNeedsATenantAndNoCloud(options: String) async throws {
        try await Sandboxed.run { sandbox in
            let run = try await sandbox.acct("add guest \(options)")
            #expect(run.status == 64, "\(run)")
        }
    }

    /// An account has a single refresh token for all its tenants.
    @Test func signOutAppliesToEveryTenantOfTheAccount() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("dana", as: "dana@contoso.example:contoso.example")
            _ = try await sandbox.acct("add guest --account dana --tenant fabrikam.example")
            _ = try await sandbox.acct("sign-out guest")
            for name in ["dana", "guest"] {
                let token = try await sandbox.acct("token -p \(name)")
                #expect(token.status == 4, "\(token)")
            }
        }
    }
}
