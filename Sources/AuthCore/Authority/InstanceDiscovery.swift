import Foundation
import HTTPTransport

/// Asks the identity platform whether a login host is one of its own, before anybody types a password there.
///
/// Documented behaviour of MSAL: hosts that are known need no asking; `invalid_instance` ends the sign-in; any other
/// trouble does not, because the host's own discovery document is checked as well.
struct InstanceDiscovery: Sendable {
    let http: any HTTPClient

    /// - Throws: `AuthError.discovery` with the platform's refusal.
    func validate(_ authority: Authority) async throws(AuthError) {
        guard authority.kind == .entra, authority.cloud == nil, !Loopback.isLoopback(host: authority.host) else {
            return
        }
        let url = InstanceDiscovery.url(for: authority)
        var request = HTTPRequest(url: url)
        request.headers["Accept"] = "application/json"
        request.bodyLimit = 1 << 20
        guard let response = try? await http.send(request), response.status == 400,
            let error = try? JSONDecoder().decode(OAuthError.self, from: response.body),
            error.code == "invalid_instance"
        else { return }
        throw .discovery(url: url, .refused(error))
    }

    private static func url(for authority: Authority) -> String {
        let query = QueryString.make([
            ("api-version", "1.1"), ("authorization_endpoint", "\(authority.url)/oauth2/v2.0/authorize"),
        ])
        return "https://\(Cloud.global.loginHost)/common/discovery/instance?\(query)"
    }
}
