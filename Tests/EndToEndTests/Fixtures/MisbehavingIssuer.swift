import Foundation
import Testing

/// An OpenID Connect issuer on loopback that departs from the specifications in the way that a test names.
///
/// Its codes and refresh tokens are the nonce of the sign-in, so it remembers nothing. No signature of its tokens is valid.
final class MisbehavingIssuer: Sendable {
    /// The difference from a correct issuer.
    struct Deviation: Sendable {
        enum Part: Sendable {
            case discovery, redirect, header, claims, tokenResponse, refreshedClaims, refreshResponse
        }

        /// Members in place of the correct ones, as JSON, or as percent-encoded text for the redirect. `URL` in them stands
        /// for the issuer's address and `CODE` for the code. Nil leaves a member out.
        var members: [Part: [String: String?]] = [:]
        /// The text that replaces the whole discovery document, with its status.
        var document: (status: Int, text: String)?
        /// The end of the ID token.
        var signature = "c2lnbmF0dXJl"
    }

    /// The way in which the redirect carries its parameters.
    enum ResponseMode: Sendable {
        case query, fragment
        case formPost
    }

    static let clientID = "s6BhdRkqt3"
    let server: ScriptedServer
    private let deviation: Deviation

    /// - Parameter scheme: `https` for an issuer behind a proxy that terminates TLS.
    init(_ deviation: Deviation = Deviation(), scheme: String = "http") throws {
        self.deviation = deviation
        server = try ScriptedServer { request in
            deviation.response(to: request, at: "\(scheme)://\(request.headers["host"] ?? "")")
        }
    }

    /// The paths that were requested, without their queries.
    var requestedPaths: [String] { server.requests.map { String($0.target.prefix { $0 != "?" }) } }

    /// Visits the redirect URI of an authorization request, as the browser does after the sign-in.
    func redirect(_ request: RecordedBrowser.AuthorizationRequest, _ mode: ResponseMode) async throws {
        let asked = URLComponents(string: request.url)?.queryItems ?? []
        let values = asked.reduce(into: [:]) { $0[$1.name] = $1.value }
        let code = values["nonce"] ?? ""
        let fields = deviation.parameters(code: code, state: values["state"] ?? "", url: server.url)
        let http = LoopbackHTTP()
        switch mode {
        case .query: _ = try await http.send("GET", "\(request.redirectURI)?\(fields)")
        // A browser does not send the fragment.
        case .fragment: _ = try await http.send("GET", request.redirectURI)
        case .formPost:
            let headers = ["Content-Type": "application/x-www-form-urlencoded"]
            _ = try await http.send("POST", request.redirectURI, headers: headers, body: Data(fields.utf8))
        }
    }
}

extension MisbehavingIssuer.Deviation {
    fileprivate func parameters(code: String, state: String, url: String) -> String {
        members(of: .redirect, in: ["code": "CODE", "state": state]).map { "\($0)=\($1)" }.joined(separator: "&")
            .replacing("CODE", with: code).replacing("URL", with: url)
    }

    fileprivate func response(to request: ScriptedServer.Request, at url: String) -> [ScriptedServer.Step] {
        switch request.target {
        case "/.well-known/openid-configuration":
            let text = document?.text ?? json(.discovery, Self.discovery)
            return .response(document?.status ?? 200, text.replacing("URL", with: url))
        case "/token":
            let form = URLComponents(string: "?" + String(decoding: request.body, as: UTF8.self))?.queryItems ?? []
            let grant = form.first { $0.name == "code" || $0.name == "refresh_token" }
            let tokens = tokens(isRefresh: grant?.name == "refresh_token", nonce: grant?.value ?? "", url: url)
            return .response(200, tokens)
        default: return .response(404)
        }
    }

    private func tokens(isRefresh: Bool, nonce: String, url: String) -> String {
        let now = Int(Date().timeIntervalSince1970)
        var claims = [
            "iss": #""URL""#, "sub": #""248289761001""#, "aud": #""\#(MisbehavingIssuer.clientID)""#,
            "exp": "\(now + 3600)", "iat": "\(now)", "preferred_username": #""jane""#,
        ]
        // A refreshed ID token should have none (OpenID Connect Core 1.0 section 12.2).
        if !isRefresh { claims["nonce"] = "\"\(nonce)\"" }
        let parts = [
            json(.header, ["alg": #""RS256""#, "kid": #""1""#]), json(isRefresh ? .refreshedClaims : .claims, claims),
        ]
        let idToken = parts.map { Data($0.replacing("URL", with: url).utf8).base64URL } + [signature]
        let response = [
            "access_token": isRefresh ? #""renewed""# : #""first""#, "token_type": #""Bearer""#, "expires_in": "3600",
            "refresh_token": "\"\(nonce)\"", "id_token": "\"\(idToken.joined(separator: "."))\"",
        ]
        return json(isRefresh ? .refreshResponse : .tokenResponse, response)
    }

    private static let discovery = [
        "issuer": #""URL""#, "authorization_endpoint": #""URL/authorize""#, "token_endpoint": #""URL/token""#,
        "userinfo_endpoint": #""URL/userinfo""#, "jwks_uri": #""URL/jwks""#,
        "response_types_supported": #"["code"]"#, "subject_types_supported": #"["public"]"#,
        "id_token_signing_alg_values_supported": #"["RS256"]"#,
    ]

    private func json(_ part: Part, _ correct: [String: String]) -> String {
        "{\(members(of: part, in: correct).map { "\"\($0)\":\($1)" }.joined(separator: ","))}"
    }

    private func members(of part: Part, in correct: [String: String]) -> [String: String] {
        let changes = members[part] ?? [:]
        return correct.filter { changes[$0.key] == nil }.merging(changes.compactMapValues(\.self)) { $1 }
    }
}
