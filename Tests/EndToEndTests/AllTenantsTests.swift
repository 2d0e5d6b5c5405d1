import Foundation
import Testing

/// `acct add --all-tenants`: a profile for each tenant that the account can enter.
@Suite struct AllTenantsTests {
    struct Row: Decodable { let name, tenantId, username: String, browser: String?, current: Bool? }

    @Test func oneSignInAddsEveryTenant() async throws {
        try await Sandboxed.run { sandbox in
            let run = try await sandbox.succeed(
                "add --all-tenants --json", sandbox.signIn(as: "dana@contoso.example:contoso.example"))
            let rows = try run.json([Row].self)
            #expect(rows.map(\.name) == ["contoso", "fabrikam"])
            #expect(rows.map(\.tenantId) == [World.contoso, World.fabrikam])
            #expect(run.error.contains("Profile fabrikam is ready: fabrikam.example (Fabrikam Straße & Söhne)."))
            #expect(try await sandbox.requests("authorization_code").count == 1)
            let guest = try await sandbox.succeed("graph /me -p fabrikam")
            #expect(guest.text.contains("#EXT#@fabrikam.example"))
            let home = try await sandbox.succeed("show contoso --json").json(Row.self)
            #expect(home.current == true && home.browser?.hasPrefix("acct-sandbox browse") == true)
            let again = try await sandbox.succeed("add --all-tenants --account fabrikam")
            #expect(again.error.contains("The account can enter no other tenant."))
        }
    }

    @Test func tenantsOfASignedInAccountHaveItsSettings() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("dana", as: "dana@contoso.example:contoso.example", ["--read-only"])
            let run = try await sandbox.succeed("add --all-tenants --account dana --json")
            #expect(try run.json([Row].self).map(\.name) == ["fabrikam"])
            #expect(try await sandbox.succeed("current").line == "dana")
            expect(try await sandbox.acct("graph /me -p fabrikam -X PATCH"), ExpectedError(5, "read-only"))
        }
    }

    @Test func tenantWithASignInOfItsOwnIsNamedWithTheCommand() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("dana", as: "dana@contoso.example:contoso.example")
            // The list takes two: without consent, and after the sign-in.
            try await sandbox.inject(
                .init(
                    on: .token, status: 400,
                    body: #"{"error":"interaction_required","error_description":"AADSTS50076: MFA"}"#, skip: 2))
            let run = try await sandbox.succeed("add --all-tenants --account dana")
            #expect(
                run.error.contains(
                    "fabrikam.example requires a sign-in of its own. "
                        + "Run: acct add NAME --tenant fabrikam.example --account dana"), "\(run)")
            #expect(try await sandbox.states() == ["dana": "signedIn"])
        }
    }

    @Test func profilesAreListedAlthoughATenantFails() async throws {
        try await Sandboxed.run { sandbox in
            // The sign-in takes one, and the list another.
            try await sandbox.inject(
                .init(
                    on: .token, status: 400, body: #"{"error":"unauthorized_client","error_description":"No."}"#,
                    skip: 2))
            let run = try await sandbox.acct(
                "add --all-tenants --json", sandbox.signIn(as: "dana@contoso.example:contoso.example"))
            #expect(run.status == 1 && run.error.contains("Not added: fabrikam.example."), "\(run)")
            #expect(try run.json([Row].self).map(\.name) == ["contoso"], "\(run)")
        }
    }

    @Test func refusedSignInNamesThePermissionThatTheListNeeds() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.inject(
                .init(
                    on: .token, status: 400,
                    body: #"{"error":"invalid_resource","error_description":"AADSTS650057: Invalid resource."}"#))
            let run = try await sandbox.acct(
                "add --all-tenants", sandbox.signIn(as: "dana@contoso.example:contoso.example"))
            expect(run, ExpectedError(1, "user_impersonation of Azure Service Management"))
        }
    }

    @Test(arguments: [
        ("report", "--all-tenants --client-secret-stdin"), ("x", "--all-tenants --account dana"),
        ("", "--all-tenants --issuer https://issuer.example"), ("", "--all-tenants --account dana --read-only"),
    ])
    func otherSignInsHaveNoListOfTenants(name: String, options: String) async throws {
        let workspace = try Workspace()
        expect(try await workspace.acct("add \(name) \(options)"), ExpectedError(64, "--all-tenants"))
    }
}
