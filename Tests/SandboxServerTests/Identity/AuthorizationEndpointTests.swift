import Foundation
import SandboxServer
import Testing

@Suite struct AuthorizationEndpointTests {
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
    func errorsAreRedirectedToTheClient(_ refusal: Refusal) async throws {
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
    func invalidClientsAreNotRedirected(parameter: String, value: String, code: Int) async throws {
        try await Scenario.run { scenario in
            let reply = try scenario.authorize(changing: [parameter: value])
            #expect(reply.status == 400)
            #expect(reply.header("location") == nil)
            #expect(reply.text.contains("AADSTS\(code):"))
        }
    }

    @Test(arguments: ["http://localhost", "http://localhost/", "http://localhost:1", "http://localhost:65535/"])
    func everyPortOfLocalhostIsRegistered(redirectURI: String) async throws {
        try await Scenario.run { scenario in
            let page = try scenario.authorize(changing: ["redirect_uri": redirectURI])
            #expect(page.status == 200)
        }
    }

    @Test func formPostSendsTheCodeInABody() async throws {
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

    @Test func reflectedParametersAreEscaped() async throws {
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
