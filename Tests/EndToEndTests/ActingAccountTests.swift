import Foundation
import Testing

/// The account that each request arrives as, according to the server.
@Suite struct ActingAccountTests {
    struct Row: Sendable {
        let words: String
        let command: String
        var path: String?
        var input: String?
        /// The accounts in their tenants, in the order of arrival; empty where nothing is sent.
        let arrivals: [String]
        /// The exit code, where nothing is sent.
        var status: Int32 = 0
    }

    private static let alice = "alice@contoso.example in contoso.example"
    private static let dana = "dana@contoso.example in fabrikam.example"
    private static let gail = "gail@tailspin.example in tailspin.example"

    /// `work` is current. `guest` is the only profile in fabrikam.example, and `audit` in tailspin.example is read-only.
    private static let rows = [
        Row(
            words: "a user of the current tenant", command: "graph", path: "/users/bob@contoso.example",
            arrivals: [alice]),
        Row(
            words: "a user of the tenant whose domain was typed for a guest", command: "graph",
            path: "/users/frank@fabrikam.example", arrivals: [dana]),
        Row(
            words: "a write to that tenant", command: "graph -X PATCH --input -", path: "/users/frank@fabrikam.example",
            input: "{}", arrivals: [], status: 5),
        Row(
            words: "a write to that tenant by a named profile", command: "graph -X PATCH -p guest --input -",
            path: "/users/frank@fabrikam.example", input: "{}", arrivals: [dana]),
        Row(
            words: "a read of the read-only profile's tenant", command: "graph", path: "/users/gail@tailspin.example",
            arrivals: [gail]),
        Row(
            words: "a write to the read-only profile's tenant", command: "graph -X DELETE",
            path: "/users/gail@tailspin.example", arrivals: [], status: 5),
        Row(
            words: "a filter on a log", command: "graph",
            path: "/auditLogs/signIns?$filter=userPrincipalName eq 'x@fabrikam.example'", arrivals: [alice]),
        Row(
            words: "a write to a partner's settings", command: "graph -X PATCH --input -",
            path: "/policies/crossTenantAccessPolicy/partners/\(World.fabrikam)", input: "{}", arrivals: [alice]),
        Row(
            words: "a mail to somebody of another tenant", command: "graph -X POST --input -", path: "/me/sendMail",
            input: #"{"message":{"subject":"x","toRecipients":[{"emailAddress":{"address":"x@fabrikam.example"}}]}}"#,
            arrivals: [alice]),
        Row(
            words: "a list filter that names a host", command: "graph -p guest",
            path: "/sites/root/lists/a/items?$filter=fields/Url eq 'https://tailspin.sharepoint.com'", arrivals: [dana]),
        Row(
            words: "a write to that host afterwards", command: "graph -X DELETE",
            path: "/sites/tailspin.sharepoint.com:/sites/plans", arrivals: [], status: 3),
        Row(
            words: "a batch of reads of another tenant", command: "batch -", input: "GET /users/frank@fabrikam.example",
            arrivals: [dana]),
        Row(
            words: "a batch with a write to the read-only profile's tenant", command: "batch -",
            input: "GET /me\nDELETE /users/gail@tailspin.example", arrivals: [], status: 5),
        Row(
            words: "a batch for two tenants", command: "batch -",
            input: "GET /users/bob@contoso.example\nGET /users/frank@fabrikam.example", arrivals: [], status: 3),
        Row(
            words: "a body for $batch with a write to another tenant", command: "graph -X POST --input -",
            path: "/$batch",
            input: #"{"requests":[{"id":"1","method":"DELETE","url":"/users/frank@fabrikam.example"}]}"#, arrivals: [],
            status: 5),
    ]

    @Test func eachRequestArrivesAsTheAccountItIsMeantFor() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("work", as: "alice@contoso.example")
            try await sandbox.succeed("add guest --tenant fabrikam.example", sandbox.signIn(as: "dana@contoso.example"))
            try await sandbox.add("audit", as: "gail@tailspin.example", ["--read-only"])
            for row in Self.rows {
                try await expect(row, in: sandbox)
            }
            let batch = try sandbox.workspace.file(
                "batch.json",
                #"{"requests":[{"id":"1","method":"DELETE","url":"/users/gail@tailspin.example"}]}"#)
            try await expect(
                Row(
                    words: "a file for $batch with a write to the read-only profile's tenant",
                    command: "graph --input \(batch)", path: "/$batch", arrivals: [], status: 5), in: sandbox)
            try await sandbox.succeed("sign-out guest")
            try await expect(
                Row(
                    words: "a user of the tenant of a signed-out profile", command: "graph --no-input",
                    path: "/users/frank@fabrikam.example", arrivals: [], status: 4), in: sandbox)
            // The home tenant of the guest has no profile then, and no other tenant stands in for it.
            try await sandbox.succeed("remove work")
            try await sandbox.succeed("use guest")
            try await expect(
                Row(
                    words: "a user of the guest's home tenant", command: "graph -X DELETE",
                    path: "/users/alice@contoso.example", arrivals: [], status: 3), in: sandbox)
        }
    }

    private func expect(_ row: Row, in sandbox: Sandboxed) async throws {
        try await sandbox.clearRequests()
        let run = try await sandbox.acct(
            row.command, row.path.map { [$0] } ?? [], input: row.input.map { Data($0.utf8) } ?? Data())
        let arrivals = try await sandbox.requests().filter { $0.path.hasPrefix("/v1.0/") }
            .map { "\($0.username ?? "nobody") in \($0.tenant ?? "nothing")" }
        #expect(arrivals == row.arrivals, "\(row.words): \(run)")
        if row.arrivals.isEmpty { #expect(run.status == row.status, "\(row.words): \(run)") }
    }
}
