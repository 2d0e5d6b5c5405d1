import Foundation
import Testing

/// `acct graph --dry-run`: the profile and the request, with nothing sent.
@Suite struct DryRunTests {
    private struct Answer: Decodable {
        struct Scopes: Decodable {
            let supported: Bool
            let least: String?
            let held: Bool?
        }

        let profile, step, method, url: String
        let headers: [String: String]
        let body: String?
        let bodySize, uploadSize: Int?
        let isWrite, asksFirst: Bool
        let scopes: Scopes?
    }

    private func answer(_ run: Run) throws -> Answer { try JSONDecoder().decode(Answer.self, from: run.output) }

    @Test func theRequestIsShownAndNotSent() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.succeed("graph /me")
            try await sandbox.clearRequests()
            let run = try await sandbox.succeed("graph /me --select id --dry-run")
            #expect(
                run.text.hasPrefix("GET \(sandbox.server.graph)/v1.0/me?$select=id\nAuthorization: Bearer <redacted>"))
            #expect(run.text.contains("As alice (alice@contoso.example), because it is the current profile. [current]"))
            #expect(run.text.contains("It only reads.") && run.text.contains("It needs the scope User.Read"), "\(run)")
            #expect(run.error == "Nothing was sent.\n", "\(run)")
            let read = try answer(try await sandbox.succeed("graph /me --dry-run --json"))
            #expect(read.scopes?.held == true && !read.isWrite && read.body == nil)
            let write = try answer(
                try await sandbox.succeed("graph /me/messages -f subject=Hello -H X-Test:1 --dry-run --json"))
            #expect(write.method == "POST" && write.isWrite && write.body == #"{"subject":"Hello"}"#)
            #expect(write.bodySize == 19 && write.headers["X-Test"] == "1" && write.scopes?.held == false)
            #expect(
                try await sandbox.succeed("graph /me/messages --dry-run").text.hasSuffix(
                    "lacks.\n  Run: acct consent alice --scope Mail.ReadBasic\n"))
            #expect(try await sandbox.requests().isEmpty)
        }
    }

    @Test func theProfileIsThatOfWhy() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.add("carol", as: "carol@fabrikam.example")
            struct Explanation: Decodable { let profile, step: String }
            for path in ["/users/erin@fabrikam.example", "/me", "/users/bob@contoso.example"] {
                let why = try await sandbox.succeed("why -X DELETE \(path) --json")
                let explained = try JSONDecoder().decode(Explanation.self, from: why.output)
                let dry = try answer(try await sandbox.succeed("graph -X DELETE \(path) --dry-run --json"))
                #expect(dry.profile == explained.profile && dry.step == explained.step)
                #expect(dry.asksFirst == (explained.step == "inference"))
            }
        }
    }

    @Test func dryRunOfARefusedRequestIsRefused() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("audit", as: "alice@contoso.example", ["--read-only"])
            expect(
                try await sandbox.acct("graph -X DELETE /me/messages/1 --dry-run"), ExpectedError(5, "it is read-only"))
            expect(try await sandbox.acct("graph https://evil.example/me --dry-run"), ExpectedError(5, "evil.example"))
            for header in ["Content-Length: 1", "a b: c"] {
                expect(
                    try await sandbox.acct("graph /me --dry-run -H", [header]),
                    ExpectedError(64, "not valid: the header"))
            }
            expect(try await sandbox.acct("graph /me --dry-run --all-profiles"), ExpectedError(64, "--dry-run"))
        }
    }

    @Test func aLargeFileIsAnUploadInParts() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let file = try sandbox.workspace.file("big", String(repeating: "x", count: 5 << 20))
            let shown = try answer(
                try await sandbox.succeed(
                    "graph -X PUT /me/drive/root:/big:/content --input \(file) --dry-run --json"))
            #expect(
                shown.method == "POST" && shown.url.hasSuffix("/createUploadSession") && shown.uploadSize == 5 << 20)
        }
    }
}
