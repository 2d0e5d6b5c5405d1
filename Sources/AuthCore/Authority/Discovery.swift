import Foundation
import HTTPTransport

/// Fetches and checks the discovery document of an authority.
struct Discovery: Sendable {
    let http: any HTTPClient
    let clock: WallClock
    let authorityCache: (any AuthorityCache)?

    init(http: any HTTPClient, clock: WallClock = .system, authorityCache: (any AuthorityCache)? = nil) {
        self.http = http
        self.clock = clock
        self.authorityCache = authorityCache
    }

    /// The document that is kept, while its time lasts; else a fresh one.
    func keptConfiguration(for authority: Authority) async throws(AuthError) -> OpenIDConfiguration {
        // A cache that fails costs a request and nothing else; a document that no longer passes the checks likewise.
        let kept = (try? authorityCache?.document(of: authority.openIDConfigurationURL, at: clock.now())) ?? nil
        if let kept, let configuration = try? parse(kept, status: 200, authority) { return configuration }
        return try await configuration(for: authority)
    }

    /// A fresh document: a sign-in is worth the request, and tells soonest of what has changed.
    func configuration(for authority: Authority) async throws(AuthError) -> OpenIDConfiguration {
        let url = authority.openIDConfigurationURL
        let response = try await fetch(url)
        let configuration = try parse(response.body, status: response.status, authority)
        try? authorityCache?.save(
            response.body, of: url, until: clock.now().addingTimeInterval(response.maxAgeInSeconds))
        return configuration
    }

    private func fetch(_ url: String) async throws(AuthError) -> HTTPResponse {
        var request = HTTPRequest(url: url)
        request.headers["Accept"] = "application/json"
        request.redirects = .follow(limit: 3)
        request.bodyLimit = 1 << 20
        let response: HTTPResponse
        do { response = try await http.send(request) } catch { throw .network(error) }
        let isJSON = (try? JSONDecoder().decode(OAuthError.self, from: response.body)) != nil
        if response.status == 429 || response.status >= 500, !isJSON {
            throw .serverUnavailable(url: url, status: response.status, retryAfterSeconds: response.retryAfterSeconds)
        }
        return response
    }

    private func parse(_ body: Data, status: Int, _ authority: Authority) throws(AuthError) -> OpenIDConfiguration {
        let url = authority.openIDConfigurationURL
        if let error = try? JSONDecoder().decode(OAuthError.self, from: body) {
            throw .discovery(url: url, .refused(error))
        }
        guard status == 200, let document = try? JSONDecoder().decode(DiscoveryDocument.self, from: body) else {
            throw .discovery(url: url, .notJSON(status: status))
        }
        return try document.configuration(for: authority)
    }

    /// Entra's endpoints follow from the tenant, which saves a request; other issuers have to be asked.
    func tokenEndpoint(of authority: Authority) async throws(AuthError) -> String {
        if let known = authority.knownTokenEndpoint { return known }
        return try await keptConfiguration(for: authority).tokenEndpoint
    }

    /// The GUID of a tenant that may be named by a domain, which its issuer tells.
    func tenantID(of authority: Authority) async throws(AuthError) -> String {
        guard let named = authority.tenant else { return "" }
        if UUID(uuidString: named) != nil { return named }
        let issuer = try await configuration(for: authority).issuer
        return issuer.split(separator: "/").map(String.init).first { UUID(uuidString: $0) != nil }?.lowercased()
            ?? named
    }
}

extension HTTPResponse {
    /// The whole seconds that the server asks to be left alone.
    var retryAfterSeconds: Int? {
        RetryAfter.wait(in: headers, now: Date()).map { Int($0.inSeconds.rounded(.up)) }
    }
}

extension HTTPResponse {
    /// `max-age` of `Cache-Control` (RFC 9111 section 5.2.2.1), a day at the most, which is also what documents without
    /// one get: the platform's own live that long.
    var maxAgeInSeconds: Double {
        let day = 86_400.0
        let directives = headers.values("Cache-Control").flatMap { $0.split(separator: ",") }
            .map { $0.filter { $0 != " " }.lowercased() }
        if directives.contains("no-store") || directives.contains("no-cache") { return 0 }
        let age = directives.first { $0.hasPrefix("max-age=") }.flatMap { Double($0.dropFirst("max-age=".count)) }
        return min(max(age ?? day, 0), day)
    }
}
