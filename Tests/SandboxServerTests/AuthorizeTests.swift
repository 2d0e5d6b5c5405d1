import Foundation
import SandboxServer
import Testing

@Suite struct AuthorizeTests {
    struct Refusal: Sendable {
        let changes: [String: String?]
        let error: String
        let code: Int
    }

    @Test(arguments: [
        Refusal(changes: ["response_type": "token"], error: "unsupported_response_type", code: 700051),
        Refusal(changes: ["response_type": nil], error: "invalid_request", code: 900144),
        Refusal(changes: ["scope": nil], error: "invalid_request", code: 900144),
        Refusal(changes: ["scope": "Mail.Raed"], error: "invalid_client", code: 650053),
        Refusal(changes: ["scope": "https://unknown.example/x"], error: "invalid_resource", code: 500011),
        Refusal(changes: ["code_challenge": nil], error: "invalid_request", code: 9002325),
        Refusal(changes: ["code_challenge_method": "plain"], error: "invalid_request", code: 501491),
        Refusal(changes: ["code_challenge": "short"], error: "invalid_request", code: 50147),
        Refusal(changes: ["prompt": "none"], error: "login_required", code: 50058),
    ])
    func refusalsGoBackToTheApp(_ refusal: Refusal) async throws {
        try await Scenario.run { scenario in
            let reply = try scenario.authorize(changing: refusal.changes)
            #expect(reply.status == 302)
            #expect(reply.redirect["error"] == refusal.error)
            #expect(reply.redirect["error_description"]?.hasPrefix("AADSTS\(refusal.code):") == true)
            #expect(reply.redirect["state"] == "st&te")
        }
    }

    @Test(arguments: [
        ("redirect_uri", "http://localhost:1/callback", 50011), ("redirect_uri", "http://127.0.0.1:1", 50011),
        ("redirect_uri", "https://localhost", 50011), ("redirect_uri", "http://localhost.evil.example", 50011),
        ("redirect_uri", "http://localhost:1@evil.example", 50011), ("redirect_uri", "http://localhost:1//", 50011),
        ("redirect_uri", "javascript:alert(1)", 50011), ("client_id", "0c0ffee0-0000-4000-8000-000000000000", 700016),
        ("response_mode", "carrier_pigeon", 90023),
    ])
    func aDoubtfulAppGetsNoRedirect(parameter: String, value: String, code: Int) async throws {
        try await Scenario.run { scenario in
            let reply = try scenario.authorize(changing: [parameter: value])
            #expect(reply.status == 400)
            #expect(reply.header("location") == nil)
            #expect(reply.text.contains("AADSTS\(code):"))
        }
    }

    @Test(arguments: ["http://localhost", "http://localhost/", "http://localhost:1", "http://localhost:65535/"])
    func anyPortOfLocalhostIsRegistered(redirectURI: String) async throws {
        try await Scenario.run { scenario in
            let page = try scenario.authorize(changing: ["redirect_uri": redirectURI])
            #expect(page.status == 200)
        }
    }

    @Test(arguments: [
        ("common", 7), ("organizations", 6), ("consumers", 1), (Scenario.contoso, 5), ("fabrikam.example", 2),
    ])
    func theListHoldsWhoCanSignInThere(authority: String, count: Int) async throws {
        try await Scenario.run { scenario in
            let page = try scenario.authorize(authority: authority)
            #expect(page.text.components(separatedBy: "name=\"account\"").count - 1 == count)
        }
    }

    @Test func consentIsAskedOnceForEachScope() async throws {
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

    @Test func cancellingIsToldApartFromDeclining() async throws {
        try await Scenario.run { scenario in
            let cancelled = try scenario.answer("cancel", on: try scenario.authorize())
            #expect(cancelled.redirect["error"] == "access_denied")
            #expect(cancelled.redirect["error_subcode"] == "cancel")
            let declined = try scenario.answer("cancel", on: try scenario.choose("bob", on: try scenario.authorize()))
            #expect(declined.redirect["error"] == "access_denied")
            #expect(declined.redirect["error_description"]?.hasPrefix("AADSTS65004:") == true)
        }
    }

    @Test func theBrowserRemembersWhoSignedIn() async throws {
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

    @Test func theRequiredAccountIsTheOnlyOneShown() async throws {
        try await Scenario.run { scenario in
            let sam = try #require(scenario.sandbox.description.users.first { $0.kind == "personal" })
            let parts = sam.homeAccountId.split(separator: ".").map(String.init)
            let page = try scenario.authorize(
                changing: ["login_hint": sam.username, "login_req": parts[0], "domain_req": parts[1]])
            #expect(page.text.components(separatedBy: "name=\"account\"").count == 2)
            #expect(page.text.contains(sam.homeAccountId))
        }
    }

    @Test func anAdministratorHasToApproveSomeScopes() async throws {
        try await Scenario.run { scenario in
            let scope = "Directory.Read.All openid"
            let refused = try scenario.choose("bob", on: try scenario.authorize(scope: scope))
            #expect(refused.text.contains("AADSTS90094"))
            let query = "client_id=\(scenario.clientID)&redirect_uri=http%3A%2F%2Flocalhost&state=1"
            let list = try scenario.client.get("/contoso.example/v2.0/adminconsent?\(query)")
            let page = try scenario.choose("alice", on: list)
            let granted = try scenario.answer("accept", on: page)
            #expect(granted.redirect["admin_consent"] == "True")
            #expect(granted.redirect["tenant"] == Scenario.contoso)
            #expect(try scenario.choose("bob", on: try scenario.authorize(scope: scope)).redirect["code"] != nil)
        }
    }

    @Test func formPostCarriesTheCodeInABody() async throws {
        try await Scenario.run { scenario in
            let page = try scenario.authorize(changing: ["response_mode": "form_post"])
            let done = try scenario.answer("accept", on: try scenario.choose("alice", on: page))
            #expect(done.status == 200)
            #expect(done.text.contains("action=\"\(Scenario.redirectURI)\""))
            #expect(done.field("state") == "st&te")
            #expect(done.text.contains("<noscript>"))
            let code = try #require(done.field("code"))
            #expect(try scenario.redeem(code).status == 200)
        }
    }

    @Test func aDisabledAccountGetsAPage() async throws {
        try await Scenario.run { scenario in
            let page = try scenario.choose("erin", on: try scenario.authorize())
            #expect(page.status == 400)
            #expect(page.text.contains("AADSTS50057"))
        }
    }

    @Test func whatIsReflectedIsEscaped() async throws {
        try await Scenario.run { scenario in
            let hostile = "\"><script>alert('x')</script>&amp;"
            for (name, mode) in [("client_id", "query"), ("redirect_uri", "query"), ("state", "form_post")] {
                var page = try scenario.authorize(changing: [name: hostile, "response_mode": mode])
                if name == "state" { page = try scenario.answer("cancel", on: page) }
                #expect(!page.text.contains("<script>alert"))
                #expect(page.text.contains("&lt;script&gt;alert(&#39;x&#39;)"))
                #expect(page.header("content-security-policy")?.contains("default-src 'none'") == true)
            }
        }
    }
}
