import Foundation
import SandboxServer
import Testing

@Suite struct SignInPageTests {
    @Test(arguments: [
        ("common", 12), ("organizations", 11), ("consumers", 1), (Scenario.contoso, 5), ("fabrikam.example", 3),
    ])
    func accountPickerListsAccountsOfTheAuthority(authority: String, count: Int) async throws {
        try await Scenario.run { scenario in
            let page = try scenario.authorize(authority: authority)
            #expect(page.text.components(separatedBy: "name=\"account\"").count - 1 == count)
        }
    }

    @Test func consentIsRequestedOnceForEachScope() async throws {
        try await Scenario.run { scenario in
            let first = try scenario.choose("alice", on: try scenario.authorize(scope: "Mail.Read openid"))
            #expect(first.text.contains("Read your mail"))
            _ = try scenario.answer("accept", on: first)
            let again = try scenario.choose("alice", on: try scenario.authorize(scope: "Mail.Read openid"))
            #expect(again.status == 302)
            let more = try scenario.choose("alice", on: try scenario.authorize(scope: "Mail.Read Mail.Send openid"))
            #expect(more.text.contains("Send mail as you"))
            #expect(!more.text.contains("Read your mail"))
        }
    }

    @Test func cancellingAndDecliningHaveDifferentErrors() async throws {
        try await Scenario.run { scenario in
            let cancelled = try scenario.answer("cancel", on: try scenario.authorize())
            #expect(cancelled.redirect["error"] == "access_denied")
            #expect(cancelled.redirect["error_subcode"] == "cancel")
            let declined = try scenario.answer("cancel", on: try scenario.choose("bob", on: try scenario.authorize()))
            #expect(declined.redirect["error"] == "access_denied")
            #expect(declined.redirect["error_description"]?.hasPrefix("AADSTS65004:") == true)
        }
    }

    @Test func browserSessionsRememberAccounts() async throws {
        try await Scenario.run { scenario in
            _ = try scenario.signIn("alice", "User.Read")
            let page = try scenario.authorize()
            #expect(page.text.contains("Signed in"))
            #expect(page.text.contains("Use another account"))
            let hinted = try scenario.authorize(changing: ["login_hint": "alice@contoso.example"])
            #expect(hinted.redirect["code"] != nil)
            #expect(try scenario.authorize(changing: ["prompt": "none"]).redirect["code"] != nil)
            let asked = try scenario.authorize(
                changing: ["login_hint": "alice@contoso.example", "prompt": "login"])
            #expect(asked.status == 200)
            _ = try scenario.client.get("/common/oauth2/v2.0/logout")
            #expect(try scenario.authorize(changing: ["prompt": "none"]).redirect["error"] == "login_required")
        }
    }

    @Test func requiredAccountsAreListedAlone() async throws {
        try await Scenario.run { scenario in
            let sam = try #require(scenario.sandbox.description.users.first { $0.kind == "personal" })
            let parts = sam.homeAccountId.split(separator: ".").map(String.init)
            let page = try scenario.authorize(
                changing: ["login_hint": sam.username, "login_req": parts[0], "domain_req": parts[1]])
            #expect(page.text.components(separatedBy: "name=\"account\"").count == 2)
            #expect(page.text.contains(sam.homeAccountId))
        }
    }

    @Test func hintedAccountsAreListedFirst() async throws {
        try await Scenario.run { scenario in
            let page = try scenario.authorize(changing: ["login_hint": "Carol@fabrikam.example"])
            #expect(page.field("account")?.hasPrefix("carol@fabrikam.example:") == true)
            #expect(page.text.contains("Use another account"))
            #expect(page.text.contains("alice@contoso.example"))
            let personal = try scenario.authorize(changing: ["domain_hint": "consumers"])
            #expect(personal.field("account")?.hasSuffix(Scenario.personal) == true)
        }
    }

    @Test func adminScopesRequireApproval() async throws {
        try await Scenario.run { scenario in
            let scope = "Directory.Read.All openid"
            let refused = try scenario.choose("bob", on: try scenario.authorize(scope: scope))
            #expect(refused.text.contains("AADSTS90094"))
            let query =
                "client_id=\(scenario.clientID)&redirect_uri=http%3A%2F%2Flocalhost&state=1&scope=Directory.Read.All"
            let list = try scenario.client.get("/contoso.example/v2.0/adminconsent?\(query)")
            let page = try scenario.choose("alice", on: list)
            let granted = try scenario.answer("accept", on: page)
            #expect(granted.redirect["admin_consent"] == "True")
            #expect(granted.redirect["tenant"] == Scenario.contoso)
            #expect(try scenario.choose("bob", on: try scenario.authorize(scope: scope)).redirect["code"] != nil)
            let other = try scenario.choose("bob", on: try scenario.authorize(scope: "Group.Read.All"))
            #expect(other.text.contains("AADSTS90094"))
        }
    }

    @Test func disabledAccountsGetAnErrorPage() async throws {
        try await Scenario.run { scenario in
            let page = try scenario.choose("erin", on: try scenario.authorize())
            #expect(page.status == 400)
            #expect(page.text.contains("AADSTS50057"))
        }
    }
}
