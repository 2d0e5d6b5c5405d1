import AccountProfiles
import Foundation
import MicrosoftGraph
import Synchronization
import Testing

@testable import AcctCommands

/// The action that the ladder sees for a batch.
@Suite struct BatchActionTests {
    private func action(_ lines: String...) async throws -> Action {
        let text = Mutex<Data?>(Data(lines.joined(separator: "\n").utf8))
        let reader = BatchReader(version: "v1.0") {
            text.withLock { text in
                defer { text = nil }
                return text
            }
        }
        let home = TemporaryHome()
        return try home.services().selector.action(of: try await reader.head(limit: nil))
    }

    /// A rule with the address that a browser shows matches the request for the same site.
    @Test(arguments: [
        ("/sites/contoso.sharepoint.com:/sites/hr", true), ("/sites/Contoso.sharepoint.com:/sites/HR-eu:/lists", true),
        ("/sites/contoso.sharepoint.com%3A/sites/hr", true), ("/beta/sites/contoso.sharepoint.com:/sites/sales", false),
        ("/sites/fabrikam.sharepoint.com:/sites/hr", false), ("/sites/contoso.sharepoint.com", false),
        ("/sites/contoso.sharepoint.com,1,2", false),
    ])
    func siteHasTheAddressOfABrowser(path: String, matches: Bool) throws {
        let rule = try RulePattern("https://contoso.sharepoint.com/sites/hr*")
        let action = Action(GraphRequest(path: path), nil)
        #expect(rule.matches(action, tenants: []) == matches)
        // A path alone is one of Graph.
        #expect(try !RulePattern("/sites/hr*").matches(action, tenants: []))
        let site = try RulePattern("https://contoso.sharepoint.com/")
        #expect(site.matches(action, tenants: []) == !path.contains("fabrikam"))
    }

    @Test func contentOfASiteIsBelowIt() throws {
        let action = Action(GraphRequest(path: "/sites/contoso.sharepoint.com:/sites/hr:/lists/1"), nil)
        for pattern in ["https://contoso.sharepoint.com/sites/hr/*", "https://contoso.sharepoint.com/sites/hr"] {
            #expect(try RulePattern(pattern).matches(action, tenants: []))
        }
    }

    @Test func batchWithAWriteIsAWrite() async throws {
        #expect(try await action("GET /me", "GET /users").isWrite == false)
        let mixed = try await action("GET /me", "PATCH /users/1", "GET /users")
        #expect(mixed.isWrite && mixed.method == "POST" && mixed.path == "/$batch")
    }

    @Test func kindThatCannotServeOnePartIsExcluded() async throws {
        let unsupportedKinds = try await action("GET /users/1", "GET /me/chats", "GET /me").unsupportedKinds
        #expect(unsupportedKinds[.personal]?.contains("/me/chats") == true)
        #expect(unsupportedKinds[.app] != nil && unsupportedKinds[.work] == nil)
        #expect(try await action("GET /users/1").unsupportedKinds[.work] == nil)
    }

    @Test func kindThatOneMethodLacksIsDoubtfulAlone() async throws {
        let action = try await action("GET /me", "DELETE /users/1")
        #expect(action.unsupportedKinds[.personal] == nil && action.doubtfulKinds[.work] == nil)
        #expect(action.doubtfulKinds[.personal]?.contains("DELETE /users/{id}") == true)
    }

    @Test func hintsOfAllPartsAreCollectedOnce() async throws {
        let action = try await action(
            "GET /users/dana@fabrikam.example", "GET /users/dana@fabrikam.example",
            "GET /sites/tailspin.sharepoint.com:/sites/plans")
        #expect(action.hints.filter { $0.kind == .user("dana@fabrikam.example") }.count == 1)
        #expect(action.hosts == ["tailspin.sharepoint.com"])
        #expect(action.needsGraph && action.topic == "$batch")
    }
}
