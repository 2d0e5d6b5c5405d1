import Foundation
import HTTPTransport

/// Asks the identity platform whether a login host is one of its own, before anybody types a password there.
///
/// Documented behaviour of MSAL: hosts that are known need no asking; `invalid_instance` ends the sign-in; any other
/// trouble does not, because the host's own discovery document is checked as well.
struct InstanceDiscovery: Sendable {
    let http: any HTTPClient
    var clock = WallClock.system
    /// Where an answer is kept for as long as it says, so that not every sign-in asks.
    var authorityCache: (any AuthorityCache)?

    /// - Throws: `AuthError.discovery` with the platform's refusal.
    func validate(_ authority: Authority) async throws(AuthError) {
        guard authority.kind == .entra, authority.cloud == nil, !Loopback.isLoopback(host: authority.host) else {
            return
        }
        let url = InstanceDiscovery.url(for: authority)
        let kept = (try? authorityCache?.document(of: url, at: clock.now())) ?? nil
        if let kept, InstanceDiscovery.names(authority.host, in: kept) { return }
        var request = HTTPRequest(url: url)
        request.headers["Accept"] = "application/json"
        request.bodyLimit = 1 << 20
        guard let response = try? await http.send(request) else { return }
        if response.status == 200, InstanceDiscovery.names(authority.host, in: response.body) {
            try? authorityCache?.save(
                response.body, of: url, until: clock.now().addingTimeInterval(response.maxAgeInSeconds))
        }
        guard response.status == 400, let error = try? JSONDecoder().decode(OAuthError.self, from: response.body),
            error.code == "invalid_instance"
        else { return }
        throw .discovery(url: url, .refused(error))
    }

    /// Whether the platform counts the host among its own.
    private static func names(_ host: String, in body: Data) -> Bool {
        struct Answer: Decodable {
            let metadata: [Instance]

            struct Instance: Decodable { let aliases: [String] }
        }
        let answer = try? JSONDecoder().decode(Answer.self, from: body)
        return answer?.metadata.contains { $0.aliases.contains { $0.caseInsensitiveEquals(host) } } ?? false
    }

    private static func url(for authority: Authority) -> String {
        let query = QueryString.make([
            ("api-version", "1.1"), ("authorization_endpoint", "\(authority.url)/oauth2/v2.0/authorize"),
        ])
        return "https://\(Cloud.global.loginHost)/common/discovery/instance?\(query)"
    }
}
