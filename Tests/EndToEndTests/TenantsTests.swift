import Foundation
import Testing

/// Profiles in several tenants: each tenant has its own data.
@Suite struct TenantsTests {
    struct Listing: Decodable {
        struct Item: Decodable { let name: String }
        let value: [Item]
    }

    private func add(
        _ name: String, _ person: String, _ scopes: String, to sandbox: Sandboxed
    ) async throws {
        let tenant = person.split(separator: "@").last.map(String.init) ?? ""
        try await sandbox.add(
            name, as: person, at: "\(sandbox.server.graph)/\(tenant)", ["--scope", scopes])
    }

    @Test func writeHappensInTheNamedTenantOnly() async throws {
        try await Sandboxed.run { sandbox in
            try await add("contoso", "alice@contoso.example", "User.ReadWrite.All", to: sandbox)
            try await add("tailspin", "gail@tailspin.example", "User.ReadWrite.All", to: sandbox)
            let wrong = try await sandbox.acct("graph -p tailspin -X DELETE /users/bob@contoso.example")
            #expect(wrong.status == 6 && wrong.text.contains("Request_ResourceNotFound"), "\(wrong)")
            try await sandbox.succeed("graph -p contoso /users/bob@contoso.example")
            try await sandbox.succeed("graph -p contoso -X DELETE /users/bob@contoso.example")
            let gone = try await sandbox.acct("graph -p contoso /users/bob@contoso.example")
            #expect(gone.status == 6 && gone.text.contains("Request_ResourceNotFound"), "\(gone)")
            try await sandbox.succeed("graph -p tailspin /users/henry@tailspin.example")
        }
    }

    @Test func sharePointHostBelongsToOneTenant() async throws {
        try await Sandboxed.run { sandbox in
            try await add("contoso", "alice@contoso.example", "Sites.Read.All", to: sandbox)
            try await add("fabrikam", "frank@fabrikam-gmbh.example", "Sites.Read.All", to: sandbox)
            let path = "/sites/fabrikam.sharepoint.com:/sites/finance"
            try await sandbox.succeed("graph -p fabrikam \(path)")
            let wrong = try await sandbox.acct("graph -p contoso \(path)")
            #expect(wrong.status == 6 && wrong.text.contains("invalid hostname for this tenancy"), "\(wrong)")
            let lists = try await sandbox.succeed("graph -p fabrikam \(path):/lists?$top=2 --paginate")
            #expect(try lists.json(Listing.self).value.map(\.name) == ["Documents", "Site Pages", "Aufgaben"])
        }
    }
}
