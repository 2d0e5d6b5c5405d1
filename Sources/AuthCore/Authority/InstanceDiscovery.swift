import FoundationEssentials
import HTTPTransport

/// Asks the identity platform whether a login host is one of its own, before anybody types a password there.
///
/// Documented behaviour of MSAL: known hosts are not asked about. `invalid_instance` ends the sign-in. Any other failure
/// does not, because the host's own discovery document is checked as well.
struct InstanceDiscovery: Sendable {
    let http: any HTTPClient
    let clock: WallClock
    /// Storage of a confirming response for as long as its `max-age`, so that not every sign-in asks.
    let authorityCache: (any AuthorityCache)?

    /// - Throws: ``AuthError/discovery(url:_:)`` with the platform's refusal.
    func validate(_ authority: Authority) async throws(AuthError) {
        guard authority.kind == .entra, authority.cloud == nil, !HTTPOrigin.isLoopback(host: authority.host) else {
            return
        }
        let url = Self.url(for: authority)
        let cached = (try? authorityCache?.document(of: url, at: clock.now())) ?? nil
        if let cached, Self.document(cached, lists: authority.host) { return }
        var request = HTTPRequest(url: url)
        request.headers["Accept"] = "application/json"
        request.bodyLimit = 1 << 20
        guard let response = try? await http.send(request) else { return }
        if response.status == 200, Self.document(response.body, lists: authority.host) {
            let expiry = clock.now().addingTimeInterval(response.maxAgeInSeconds)
            try? authorityCache?.save(response.body, of: url, until: expiry)
        }
        guard response.status == 400, let error = try? JSONDecoder().decode(OAuthError.self, from: response.body),
            error.code == "invalid_instance"
        else { return }
        throw .discovery(url: url, .refused(error))
    }

    /// Whether the host is among the aliases of the platform's login hosts.
    private static func document(_ body: Data, lists host: String) -> Bool {
        struct Document: Decodable {
            let metadata: [Instance]

            struct Instance: Decodable { let aliases: [String] }
        }
        let document = try? JSONDecoder().decode(Document.self, from: body)
        return document?.metadata.contains { $0.aliases.contains { $0.equalsIgnoringASCIICase(host) } } ?? false
    }

    private static func url(for authority: Authority) -> String {
        let query = QueryString.make([
            ("api-version", "1.1"), ("authorization_endpoint", "\(authority.url)/oauth2/v2.0/authorize"),
        ])
        return "https://\(Cloud.global.loginHost)/common/discovery/instance?\(query)"
    }
}
