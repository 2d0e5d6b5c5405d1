import Foundation
import SandboxServer
import Testing

/// A running sandbox, a browser, and the steps that most tests start with.
struct Scenario {
    let sandbox: Sandbox
    let client: CookieClient

    /// RFC 7636 appendix B.
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    static let redirectURI = "http://localhost:50505"
    static let contoso = "7c6e2b14-3f0a-4d5c-9b8e-c0470500ac01"
    static let fabrikam = "fab71ca3-92d4-4b6f-8a1e-0d5c3e7b2f02"
    static let personal = "9188040d-6c67-4c5b-b112-36a304b66dad"
    static let baseScope = "openid profile offline_access"

    static func run(_ options: SandboxOptions = .init(), _ body: (Scenario) async throws -> Void) async throws {
        let sandbox = try await Sandbox.start(options: options)
        let port = try #require(URL(string: sandbox.description.graph)?.port)
        do {
            try await body(Scenario(sandbox: sandbox, client: CookieClient(port: port)))
        } catch {
            try await sandbox.shutdown()
            throw error
        }
        try await sandbox.shutdown()
    }

    var clientID: String { sandbox.description.clientId }

    /// Sends the authorization request. `changes` adds, changes or (with nil) removes parameters.
    func authorize(
        scope: String = "User.Read " + baseScope, authority: String = "common",
        changing changes: [String: String?] = [:]
    ) throws -> ReceivedResponse {
        var parameters: [String: String?] = [
            "client_id": clientID, "response_type": "code", "redirect_uri": Self.redirectURI, "scope": scope,
            "state": "st&te", "nonce": "n0nce", "code_challenge": Self.challenge, "code_challenge_method": "S256",
            "client_info": "1",
        ]
        parameters.merge(changes) { _, new in new }
        let pairs = parameters.compactMap { name, value in value.map { "\(name)=\(CookieClient.encode($0))" } }
        return try client.get("/\(authority)/oauth2/v2.0/authorize?\(pairs.joined(separator: "&"))")
    }

    /// Chooses an account on the account picker.
    func choose(_ account: String, on page: ReceivedResponse) throws -> ReceivedResponse {
        let request = try #require(page.field("request"))
        let button = try #require(page.field("account", startingWith: account))
        return try client.post("/login", form: [("request", request), ("account", button)])
    }

    func answer(_ answer: String, on page: ReceivedResponse) throws -> ReceivedResponse {
        let request = try #require(page.field("request"))
        return try client.post("/login", form: [("request", request), ("answer", answer)])
    }

    /// Follows all pages and returns the authorization code.
    func code(for account: String, scope: String, authority: String = "common") throws -> String {
        var reply = try choose(account, on: try authorize(scope: scope, authority: authority))
        if reply.status == 200 { reply = try answer("accept", on: reply) }
        return try #require(reply.redirect["code"], "\(reply.text)")
    }

    func redeem(
        _ code: String, scope: String? = nil, authority: String = "common", changing changes: [String: String?] = [:]
    ) throws -> ReceivedResponse {
        try token(
            authority: authority,
            [
                "grant_type": "authorization_code", "code": code, "redirect_uri": Self.redirectURI,
                "code_verifier": Self.verifier, "scope": scope, "client_info": "1",
            ].merging(changes) { _, new in new })
    }

    func refresh(_ token: String, scope: String? = nil, authority: String = "common") throws -> ReceivedResponse {
        try self.token(
            authority: authority, ["grant_type": "refresh_token", "refresh_token": token, "scope": scope])
    }

    func token(authority: String = "common", _ parameters: [String: String?]) throws -> ReceivedResponse {
        let form = ["client_id": clientID].merging(parameters) { _, new in new }
        return try client.post(
            "/\(authority)/oauth2/v2.0/token", form: form.compactMap { name, value in value.map { (name, $0) } })
    }

    /// Signs in and returns the token response.
    func signIn(_ account: String, _ scope: String, authority: String = "common") throws -> ReceivedResponse {
        let scope = "\(scope) \(Self.baseScope)"
        return try redeem(
            try code(for: account, scope: scope, authority: authority), scope: scope, authority: authority)
    }

    func accessToken(_ account: String, _ scope: String, authority: String = "common") throws -> String {
        try #require(try signIn(account, scope, authority: authority)["access_token"])
    }
}

/// The claims of a JWT; empty for other tokens.
func claims(of token: String?) -> [String: Any] {
    let parts = (token ?? "").split(separator: ".").map(String.init)
    guard parts.count == 3 else { return [:] }
    var text = parts[1].replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
    while text.utf8.count % 4 != 0 { text += "=" }
    let data = Data(base64Encoded: text) ?? Data()
    return (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:]
}
