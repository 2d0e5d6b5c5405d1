import Foundation
import SandboxServer
import Testing

/// Delta queries: all items at first, and then what has changed.
@Suite struct DeltaCollectionTests {
    private struct Run {
        var items: [[String: Any]] = []
        var pages = 0
        var deltaLink = ""
    }

    /// Follows all pages.
    private func run(_ path: String, _ scenario: Scenario, token: String) throws -> Run {
        var run = Run()
        var next: String? = path
        while let link = next {
            let path = link.replacingOccurrences(of: scenario.sandbox.description.graph, with: "")
            let page = try scenario.client.get(path, token: token)
            try #require(page.status == 200, "\(page.text)")
            run.items += page.json["value"] as? [[String: Any]] ?? []
            run.pages += 1
            next = page["@odata.nextLink"]
            run.deltaLink = page["@odata.deltaLink"] ?? ""
        }
        return run
    }

    @Test func usersAreReadOnceAndThenTheirChanges() async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("alice", "User.ReadWrite.All")
            let first = try run("/v1.0/users/delta?$select=displayName", scenario, token: token)
            #expect(first.items.count > 1000 && first.pages > 10)
            #expect(Set(first.items.compactMap { $0["id"] as? String }).count == first.items.count)
            let none = try run(first.deltaLink, scenario, token: token)
            #expect(none.items.isEmpty && none.pages == 1)

            let change = #"{"displayName": "Bobby"}"#
            for _ in 1...2 {
                let path = "/v1.0/users/bob@contoso.example"
                #expect(try scenario.client.send("PATCH", path, json: change, token: token).status == 204)
            }
            let dana = try #require(try scenario.client.get("/v1.0/users/dana@contoso.example", token: token)["id"])
            let headers = ["Authorization": "Bearer \(token)"]
            #expect(try scenario.client.send("DELETE", "/v1.0/users/\(dana)", headers: headers).status == 204)
            let changed = try run(none.deltaLink, scenario, token: token)
            try #require(changed.items.count == 2, "\(changed.items)")
            #expect(changed.items[0]["displayName"] as? String == "Bobby" && changed.items[0]["mail"] == nil)
            #expect(changed.items[1]["id"] as? String == dana)
            #expect((changed.items[1]["@removed"] as? [String: String])?["reason"] == "changed")
            // An earlier link still tells of the same changes.
            #expect(try run(first.deltaLink, scenario, token: token).items.count == 2)
            let latest = try run("/v1.0/users/delta?$deltatoken=latest", scenario, token: token)
            #expect(latest.items.isEmpty && !latest.deltaLink.isEmpty)
        }
    }

    @Test func messagesAreReadOnceAndThenTheirChanges() async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("alice", "Mail.ReadWrite")
            let first = try run("/v1.0/me/messages/delta?$top=100", scenario, token: token)
            #expect(first.items.count == 250 && first.pages == 3)
            let body = #"{"subject": "New"}"#
            let draft = try #require(
                try scenario.client.send("POST", "/v1.0/me/messages", json: body, token: token)["id"])
            let created = try run(first.deltaLink, scenario, token: token)
            #expect(created.items.map { $0["subject"] as? String } == ["New"])
            let path = "/v1.0/me/messages/\(CookieClient.encode(draft))"
            let headers = ["Authorization": "Bearer \(token)"]
            #expect(try scenario.client.send("DELETE", path, headers: headers).status == 204)
            let removed = try run(created.deltaLink, scenario, token: token)
            #expect((removed.items.first?["@removed"] as? [String: String])?["reason"] == "deleted")
        }
    }

    @Test func tokenIsOfItsQueryAndExpires() async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("alice", "User.Read.All")
            let link = try run("/v1.0/users/delta", scenario, token: token).deltaLink
                .replacingOccurrences(of: scenario.sandbox.description.graph, with: "")
            #expect(try scenario.client.get(link + "&$select=id", token: token).status == 400)
            #expect(try scenario.client.get("/v1.0/users/delta?$deltatoken=AAAA", token: token).status == 400)
            #expect(try scenario.client.get("/v1.0/users/delta?$filter=a", token: token).status == 400)
            let advanced = try scenario.client.send("POST", "/sandbox/time", json: #"{"advance": 700000}"#, token: "")
            #expect((200..<300).contains(advanced.status), "\(advanced.text)")
            let later = try scenario.accessToken("alice", "User.Read.All")
            let expired = try scenario.client.get(link, token: later)
            #expect(expired.status == 410 && expired.text.contains("syncStateNotFound"), "\(expired.text)")
        }
    }
}
