import Foundation
import SandboxServer
import Testing

@Suite struct GraphPagingTests {
    @Test(arguments: ["", "?$top=999", "?$top=7&$select=id", "?$select=id,displayName&$orderby=displayName desc"])
    func pagesContainEveryUserOnce(query: String) async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("carol", "User.ReadBasic.All")
            var ids: [String] = []
            var next: String? = "/v1.0/users" + query.replacingOccurrences(of: " ", with: "%20")
            while let target = next {
                let page = try scenario.client.get(target, token: token)
                ids += (page.json["value"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
                next = page["@odata.nextLink"].map { String($0.dropFirst(scenario.sandbox.description.graph.count)) }
                #expect(next?.contains("%") != false)
            }
            #expect(ids.count == 3000)
            #expect(Set(ids).count == 3000)
        }
    }

    @Test func modifiedSkipTokensAreRejected() async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("alice", "User.ReadBasic.All")
            let link = try #require(try scenario.client.get("/v1.0/users?$top=5", token: token)["@odata.nextLink"])
            let path = String(link.dropFirst(scenario.sandbox.description.graph.count))
            #expect(try scenario.client.get(path, token: token).status == 200)
            let twice = path.replacingOccurrences(of: "%", with: "%25")
            let other = path + "&$filter=startswith(displayName,'A')"
            for broken in [twice, other, path + "AA"] {
                let reply = try scenario.client.get(broken, token: token)
                #expect(reply.status == 400)
                #expect(reply.graphError("code") == "Directory_ExpiredPageToken")
            }
        }
    }

    @Test func countsRequireEventualConsistency() async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("alice", "User.ReadBasic.All")
            let eventual = ["ConsistencyLevel": "eventual"]
            let silent = try scenario.client.get("/v1.0/users?$count=true&$top=1", token: token)
            #expect(silent.json["@odata.count"] == nil)
            let first = try scenario.client.get("/v1.0/users?$count=true&$top=1", token: token, headers: eventual)
            #expect(first.json["@odata.count"] as? Int == 3000)
            let plain = try scenario.client.get("/v1.0/users/$count", token: token, headers: eventual)
            #expect(plain.text == "3000")
            #expect(plain.header("content-type") == "text/plain")
            #expect(try scenario.client.get("/v1.0/users/$count", token: token).status == 400)
            let search = "/v1.0/users?$search=%22displayName:ali%22"
            #expect(try scenario.client.get(search, token: token).graphError("code") == "Request_UnsupportedQuery")
            let found = try scenario.client.get(search, token: token, headers: eventual)
            #expect(found.text.contains("alice@contoso.example"))
        }
    }

    @Test(arguments: [
        ("userPrincipalName eq 'alice@contoso.example'", 1), ("displayName eq 'Bob O''Neil'", 1),
        ("startswith(displayName,'Alice ')", 1), ("accountEnabled eq false and startswith(mail,'erin')", 1),
        ("mail eq 'nobody@contoso.example'", 0),
    ])
    func filtersSelectUsers(filter: String, count: Int) async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("alice", "User.ReadBasic.All")
            let reply = try scenario.client.get("/v1.0/users?$filter=\(CookieClient.encode(filter))", token: token)
            #expect((reply.json["value"] as? [Any])?.count == count, "\(reply.text)")
        }
    }

    @Test(arguments: [
        "$filter=displayName gt 'A'", "$filter=shoeSize eq '46'", "$filter='", "$top=1000", "$top=0", "$top=x",
        "$select=shoeSize", "$skip=5", "$skiptoken=x", "$orderby=shoeSize",
    ])
    func invalidQueryOptionsAreRejected(query: String) async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("alice", "User.ReadBasic.All")
            let escaped = query.replacingOccurrences(of: " ", with: "%20")
            let reply = try scenario.client.get("/v1.0/users?\(escaped)", token: token)
            #expect(reply.status == 400)
            #expect(reply.graphError("code") != nil)
        }
    }

    @Test func messagesArePagedWithSkip() async throws {
        try await Scenario.run { scenario in
            let token = try scenario.accessToken("alice", "Mail.Read")
            var seen = 0
            var next: String? = "/v1.0/me/messages?$top=60&$count=true"
            while let target = next {
                let page = try scenario.client.get(target, token: token)
                seen += (page.json["value"] as? [Any])?.count ?? 0
                next = page["@odata.nextLink"].map { String($0.dropFirst(scenario.sandbox.description.graph.count)) }
                #expect(next?.contains("$skip=\(seen)") != false)
            }
            #expect(seen == 250)
        }
    }
}
