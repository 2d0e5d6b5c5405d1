import Foundation
import Synchronization

/// An OpenID Connect issuer on loopback whose refresh tokens have scopes, with the choices that such servers have.
///
/// Its sign-in page redirects at once, as that of a browser with a session does.
final class ScopedIssuer: Sendable {
    struct Behavior: Sendable {
        /// The subject of the browser's session.
        var session = "alice"
        /// The subject that the person chooses where the page asks; nil where the server ignores `prompt`.
        var chosen: String?
        /// `prompt_values_supported` of discovery.
        var prompts: [String]?
        /// `scopes_supported` of discovery; another scope is refused. Nil for any.
        var supported: [String]?
        /// The scopes that are granted at a sign-in; nil for all.
        var grantable: Set<String>?
        /// Usernames other than `SUBJECT@idp.example`.
        var usernames: [String: String] = [:]
        /// Whether a refresh for fewer scopes narrows the refresh token too.
        var narrowsRefreshTokens = false
        /// Whether a refresh for more scopes than the refresh token has is refused; else the others are left out.
        var isStrict = true
    }

    struct Grant: Sendable {
        let subject: String
        let scopes: [String]
        let nonce: String?
    }

    fileprivate struct State {
        var behavior = Behavior()
        var grants: [String: Grant] = [:]
        var authorizations: [[String: String]] = []
        var tokenRequests: [[String: String]] = []
        var count = 0
    }

    /// What the handler shares with the issuer, which owns the server.
    private final class Storage: Sendable {
        let state = Mutex(State())
    }

    private let storage = Storage()
    private let server: ScriptedServer

    init(_ change: (inout Behavior) -> Void = { _ in }) throws {
        let storage = storage
        storage.state.withLock { change(&$0.behavior) }
        server = try ScriptedServer { request in storage.state.withLock { $0.respond(to: request) } }
    }

    var url: String { server.url }

    /// The queries of the authorization requests so far.
    var authorizations: [[String: String]] { storage.state.withLock(\.authorizations) }

    /// The scopes of the refreshes so far.
    var refreshedScopes: [Set<String>] {
        storage.state.withLock(\.tokenRequests).filter { $0["grant_type"] == "refresh_token" }
            .map { Set(($0["scope"] ?? "").split(separator: " ").map(String.init)) }
    }

    func change(_ change: (inout Behavior) -> Void) {
        storage.state.withLock { change(&$0.behavior) }
    }

    /// The options that sign in here, in a browser without a screen.
    func signIn() throws -> [String] {
        ["--issuer", url, "--client-id", "cli"] + (try Self.browser())
    }

    static func browser() throws -> [String] {
        ["--browser", "\(try Tool.curl.require()) -sL -o /dev/null", "--timeout", "30"]
    }
}

extension ScopedIssuer.State {
    fileprivate mutating func respond(to request: ScriptedServer.Request) -> [ScriptedServer.Step] {
        let url = "http://\(request.headers["host"] ?? "")"
        let parts = request.target.split(separator: "?", maxSplits: 1).map(String.init)
        switch parts[0] {
        case "/.well-known/openid-configuration": return .response(200, discovery(url))
        case "/authorize": return authorize(Self.fields(parts.last ?? ""))
        case "/token": return token(Self.fields(String(decoding: request.body, as: UTF8.self)), issuer: url)
        default: return .response(404)
        }
    }

    private func discovery(_ url: String) -> String {
        var document: [String: Any] = [
            "issuer": url, "authorization_endpoint": "\(url)/authorize", "token_endpoint": "\(url)/token",
            "token_endpoint_auth_methods_supported": ["none"],
        ]
        document["prompt_values_supported"] = behavior.prompts
        document["scopes_supported"] = behavior.supported
        return Self.json(document)
    }

    private mutating func authorize(_ query: [String: String]) -> [ScriptedServer.Step] {
        authorizations.append(query)
        guard supports(query["scope"]) else { return redirect(query, "error=invalid_scope") }
        let asks = query["prompt"] != nil
        let subject = asks ? behavior.chosen ?? behavior.session : behavior.session
        let scopes = (query["scope"] ?? "").split(separator: " ").map(String.init)
            .filter { behavior.grantable?.contains($0) ?? true }
        let code = name("code", ScopedIssuer.Grant(subject: subject, scopes: scopes, nonce: query["nonce"]))
        return redirect(query, "code=\(code)")
    }

    private func redirect(_ query: [String: String], _ response: String) -> [ScriptedServer.Step] {
        .response(
            302, headers: ["Location: \(query["redirect_uri"] ?? "")?\(response)&state=\(query["state"] ?? "")"])
    }

    private func supports(_ scope: String?) -> Bool {
        guard let supported = behavior.supported else { return true }
        return (scope ?? "").split(separator: " ").allSatisfy { supported.contains(String($0)) }
    }

    private mutating func token(_ form: [String: String], issuer: String) -> [ScriptedServer.Step] {
        tokenRequests.append(form)
        guard supports(form["scope"]) else { return .response(400, #"{"error":"invalid_scope"}"#) }
        guard let grant = grants.removeValue(forKey: form["code"] ?? form["refresh_token"] ?? "") else {
            return .response(400, #"{"error":"invalid_grant"}"#)
        }
        guard form["grant_type"] == "refresh_token" else { return tokens(of: grant, for: grant.scopes, issuer: issuer) }
        let requested = form["scope"]?.split(separator: " ").map(String.init) ?? grant.scopes
        let extra = Set(requested).subtracting(grant.scopes)
        guard extra.isEmpty || !behavior.isStrict else {
            grants[form["refresh_token"] ?? ""] = grant
            return .response(400, #"{"error":"invalid_scope","error_description":"More than was granted."}"#)
        }
        return tokens(of: grant, for: requested.filter { !extra.contains($0) }, issuer: issuer)
    }

    /// Every refresh token works once.
    private mutating func tokens(
        of grant: ScopedIssuer.Grant, for scopes: [String], issuer: String
    ) -> [ScriptedServer.Step] {
        var claims: [String: Any] = [
            "iss": issuer, "aud": "cli", "sub": grant.subject, "exp": 4_000_000_000, "iat": 1_700_000_000,
            "preferred_username": behavior.usernames[grant.subject] ?? "\(grant.subject)@idp.example",
        ]
        claims["nonce"] = grant.nonce
        let kept = behavior.narrowsRefreshTokens ? scopes : grant.scopes
        return .response(
            200,
            Self.json([
                "access_token": name("access", grant), "token_type": "Bearer", "expires_in": 3600,
                "refresh_token": name(
                    "refresh", ScopedIssuer.Grant(subject: grant.subject, scopes: kept, nonce: nil)),
                "scope": scopes.joined(separator: " "),
                "id_token": [#"{"alg":"RS256"}"#, Self.json(claims), "sig"].map { Data($0.utf8).base64URL }.joined(
                    separator: "."),
            ]))
    }

    private mutating func name(_ kind: String, _ grant: ScopedIssuer.Grant) -> String {
        count += 1
        let name = "\(kind)-\(grant.subject)-\(count)"
        grants[name] = grant
        return name
    }

    private static func fields(_ text: String) -> [String: String] {
        var components = URLComponents()
        components.percentEncodedQuery = text.replacing("+", with: "%20")
        return (components.queryItems ?? []).reduce(into: [:]) { $0[$1.name] = $1.value }
    }

    private static func json(_ members: [String: Any]) -> String {
        String(decoding: (try? JSONSerialization.data(withJSONObject: members)) ?? Data(), as: UTF8.self)
    }
}
