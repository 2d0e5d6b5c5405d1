import Foundation
import Synchronization

/// An OpenID Connect issuer that signs a user in at once and sends the browser to the redirect URI. It compares that URI
/// with the registered one.
final class RedirectingIssuer: Sendable {
    private let server: ScriptedServer

    var url: String { server.url }

    /// The targets of the requests for its sign-in page.
    var authorizationTargets: [String] {
        server.requests.map(\.target).filter { $0.hasPrefix("/authorize?") }
    }

    /// - Parameters:
    ///   - accepts: whether a redirect URI is registered.
    ///   - padding: the length of the codes, at least.
    ///   - username: that of the user.
    init(
        padding: Int = 0, username: String = "dora@issuer.example",
        accepts: @escaping @Sendable (_ redirectURI: String) -> Bool
    ) throws {
        server = try ScriptedServer { request in
            let url = "http://\(request.headers["host"] ?? "")"
            let parts = URLComponents(string: url + request.target)
            switch parts?.path {
            case "/.well-known/openid-configuration":
                return .response(
                    200,
                    #"{"issuer":"\#(url)","authorization_endpoint":"\#(url)/authorize","token_endpoint":"\#(url)/token"}"#
                )
            case "/authorize": return Self.redirect(parts?.queryItems ?? [], padding, accepts)
            case "/token": return Self.tokens(request, issuer: url, username)
            default: return .response(404)
            }
        }
    }

    /// RFC 6749 section 4.1.2.1: an unregistered redirect URI is an error for the user alone.
    private static func redirect(
        _ query: [URLQueryItem], _ padding: Int, _ accepts: (String) -> Bool
    ) -> [ScriptedServer.Step] {
        func value(_ name: String) -> String { query.first { $0.name == name }?.value ?? "" }
        let uri = value("redirect_uri")
        guard accepts(uri) else { return .response(400, "redirect_uri mismatch") }
        let code = "\(value("nonce")).\(Data(uri.utf8).base64URL).\(String(repeating: "c", count: padding))"
        let separator = uri.contains("?") ? "&" : "?"
        return .response(302, headers: ["Location: \(uri)\(separator)code=\(code)&state=\(value("state"))"])
    }

    private struct Claims: Encodable {
        let iss, aud, sub, nonce, preferred_username: String
        let iat, exp: Int
    }

    /// The code has the nonce and the redirect URI, which the token request has to repeat (RFC 6749 section 4.1.3).
    private static func tokens(
        _ request: ScriptedServer.Request, issuer: String, _ username: String
    ) -> [ScriptedServer.Step] {
        let form = URLComponents(string: "?" + String(decoding: request.body, as: UTF8.self))?.queryItems ?? []
        func value(_ name: String) -> String { form.first { $0.name == name }?.value ?? "" }
        let code = value("code").components(separatedBy: ".")
        guard code.count == 3, code[1] == Data(value("redirect_uri").utf8).base64URL else {
            return .response(400, #"{"error":"invalid_grant","error_description":"redirect_uri differs"}"#)
        }
        let now = Int(Date.now.timeIntervalSince1970)
        let claims = Claims(
            iss: issuer, aud: value("client_id"), sub: "dora", nonce: code[0], preferred_username: username, iat: now,
            exp: now + 3600)
        let payload = (try? JSONEncoder().encode(claims)) ?? Data()
        let idToken = [Data(#"{"alg":"RS256"}"#.utf8), payload, Data()].map(\.base64URL).joined(separator: ".")
        return .response(
            200,
            #"{"access_token":"a","token_type":"Bearer","expires_in":3600,"refresh_token":"r","id_token":"\#(idToken)"}"#
        )
    }
}
