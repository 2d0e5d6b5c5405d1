import FoundationEssentials
import HTTPTransport

/// Fetches, checks and caches the discovery documents of authorities (OpenID Connect Discovery 1.0 section 4).
struct Discovery: Sendable {
    let http: any HTTPClient
    let clock: WallClock
    let authorityCache: (any AuthorityCache)?

    /// Entra's token endpoint follows from the tenant, which saves a request; other issuers publish theirs.
    func tokenEndpoint(of authority: Authority) async throws(AuthError) -> AuthenticatedEndpoint {
        guard let known = authority.knownTokenEndpoint else {
            return try await configuration(of: authority).tokens
        }
        return AuthenticatedEndpoint(url: known, methods: ClientAuthenticationMethods(), audience: known)
    }

    /// The same without a request; nil where only a request would tell.
    func cachedTokenEndpoint(of authority: Authority) -> String? {
        authority.knownTokenEndpoint ?? cachedConfiguration(of: authority)?.tokenEndpoint
    }

    /// The GUID of a tenant that may be named by a domain; the issuer of its document has it.
    func tenantID(of authority: Authority) async throws(AuthError) -> String {
        guard let tenant = authority.tenant else { return "" }
        if tenant.isGUID { return tenant }
        let issuer = try await fetchConfiguration(of: authority).issuer
        return Authority.tenantID(inIssuer: issuer)?.lowercased() ?? tenant
    }

    /// The cached document until it expires, else a fetched one.
    func configuration(of authority: Authority) async throws(AuthError) -> OpenIDConfiguration {
        if let cached = cachedConfiguration(of: authority) { return cached }
        return try await fetchConfiguration(of: authority)
    }

    /// The cached document until it expires; nil also for a cache that fails, and for a document that no longer passes the
    /// checks.
    private func cachedConfiguration(of authority: Authority) -> OpenIDConfiguration? {
        let cached = (try? authorityCache?.document(of: authority.openIDConfigurationURL, at: clock.now())) ?? nil
        return cached.flatMap { try? parse($0, status: 200, for: authority) }
    }

    /// A fetched document, which is then cached. A sign-in always fetches, so that it sees changes first.
    func fetchConfiguration(of authority: Authority) async throws(AuthError) -> OpenIDConfiguration {
        let url = authority.openIDConfigurationURL
        let response = try await fetch(url)
        let configuration = try parse(response.body, status: response.status, for: authority)
        let expiry = clock.now().addingTimeInterval(response.maxAgeInSeconds)
        try? authorityCache?.save(response.body, of: url, until: expiry)
        return configuration
    }

    private func fetch(_ url: String) async throws(AuthError) -> HTTPResponse {
        var request = HTTPRequest(url: url)
        request.headers["Accept"] = "application/json"
        request.redirects = .follow(limit: 3)
        request.bodyLimit = 1 << 20
        let response: HTTPResponse
        do { response = try await http.send(request) } catch { throw .network(error) }
        let hasOAuthError = (try? JSONDecoder().decode(OAuthError.self, from: response.body)) != nil
        if let unavailability = response.unavailability(at: url, now: clock.now()), !hasOAuthError {
            throw unavailability
        }
        return response
    }

    private func parse(
        _ body: Data, status: Int, for authority: Authority
    ) throws(AuthError) -> OpenIDConfiguration {
        let url = authority.openIDConfigurationURL
        if let error = try? JSONDecoder().decode(OAuthError.self, from: body) {
            throw .discovery(url: url, .refused(error))
        }
        guard status == 200, let document = try? JSONDecoder().decode(DiscoveryDocument.self, from: body) else {
            throw .discovery(url: url, .notJSON(status: status))
        }
        return try document.configuration(for: authority)
    }
}

extension HTTPResponse {
    /// `max-age` of `Cache-Control` (RFC 9111 section 5.2.2.1), one day at most. A document without it gets one day too,
    /// the lifetime of the platform's own documents.
    var maxAgeInSeconds: Double {
        let day = 86_400.0
        let directives = headers.values("Cache-Control").flatMap { $0.split(separator: ",") }
            .map { $0.filter { $0 != " " }.lowercased() }
        if directives.contains("no-store") || directives.contains("no-cache") { return 0 }
        let age = directives.first { $0.hasPrefix("max-age=") }?.dropFirst("max-age=".count)
        // `Double` would also read "nan", which is neither more nor less than a day.
        guard let age, age.utf8.allSatisfy(\.isASCIIDigit) else { return day }
        return min(Double(age) ?? day, day)
    }
}
