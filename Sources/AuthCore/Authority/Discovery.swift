import Foundation
import HTTPTransport

/// Fetches and checks the discovery document of an authority.
struct Discovery: Sendable {
    let http: any HTTPClient

    func configuration(for authority: Authority) async throws(AuthError) -> OpenIDConfiguration {
        let url = authority.openIDConfigurationURL
        var request = HTTPRequest(url: url)
        request.headers["Accept"] = "application/json"
        request.redirects = .follow(limit: 3)
        request.bodyLimit = 1 << 20
        let response: HTTPResponse
        do { response = try await http.send(request) } catch { throw .network(error) }
        if let error = try? JSONDecoder().decode(OAuthError.self, from: response.body) {
            throw .discovery(url: url, .refused(error))
        }
        if response.status == 429 || response.status >= 500 {
            throw .serverUnavailable(url: url, status: response.status, retryAfterSeconds: response.retryAfterSeconds)
        }
        guard response.status == 200,
            let document = try? JSONDecoder().decode(DiscoveryDocument.self, from: response.body)
        else { throw .discovery(url: url, .notJSON(status: response.status)) }
        return try document.configuration(for: authority)
    }

    /// Entra's endpoints follow from the tenant, which saves a request; other issuers have to be asked.
    func tokenEndpoint(of authority: Authority) async throws(AuthError) -> String {
        if let known = authority.knownTokenEndpoint { return known }
        return try await configuration(for: authority).tokenEndpoint
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
