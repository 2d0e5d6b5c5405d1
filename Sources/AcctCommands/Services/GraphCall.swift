import AccountProfiles
import AccountStore
import AuthCore
import FoundationEssentials
import HTTPTransport
import MicrosoftGraph
import Synchronization

/// A request to Graph, the profile that sends it, and a client with that profile's tokens.
struct GraphCall: Sendable {
    let request: GraphRequest
    let profile: Profile
    let client: GraphClient

    init(_ request: GraphRequest, as profile: Profile, over client: GraphClient) {
        self.request = request
        self.profile = profile
        self.client = client
    }

    /// The response to a read, out of the store if it is fresh there.
    ///
    /// - Parameter cache: nil to ask Graph.
    func response(cachedIn cache: CachedResponses?) async throws -> HTTPStreamedResponse {
        guard let cache else { return try await client.stream(request) }
        if let fresh = try cache.fresh(self) { return fresh }
        return try await cache.new(self)
    }

    /// The whole URL on the profile's Graph.
    ///
    /// - Throws: `GraphError` for a URL that is not on the profile's Graph.
    var url: String { get throws { try client.url(of: request) } }

    /// The key of this call in the store: account, client, tenant, URL and headers. Every header may change the response,
    /// except for the id of the request.
    ///
    /// - Parameter purpose: tells apart several entries about one call.
    func key(_ purpose: [String] = []) throws -> RequestKey {
        let headers = request.headers.compactMap { field -> String? in
            guard case .text(let value) = field.value, field.name.lowercased() != "client-request-id" else {
                return nil
            }
            return "\(field.name.lowercased()): \(value)"
        }
        return RequestKey(
            account: profile.account, parts: try purpose + [profile.clientID, profile.tenantID, url] + headers.sorted())
    }
}

/// The token of a run that makes many requests. The store is not asked for every page, but when the token is about to
/// expire or was refused.
final class CachedToken: Sendable {
    private let authenticator: Authenticator
    private let profile: Profile
    private let last = Mutex<AuthenticationResult?>(nil)

    /// A token with less time left is renewed before it is used.
    private static let margin: TimeInterval = 300

    init(for profile: Profile, from authenticator: Authenticator) {
        self.authenticator = authenticator
        self.profile = profile
    }

    func token(_ request: GraphClient.TokenRequest) async throws -> Secret {
        if request == GraphClient.TokenRequest(), let last = last.withLock(\.self),
            last.expiresOn.timeIntervalSince(authenticator.clock.now()) > Self.margin
        {
            return last.accessToken
        }
        let result = try await authenticator.token(
            for: profile, scopes: profile.scopesForGraph, forceRefresh: request.forceRefresh, claims: request.claims)
        last.withLock { $0 = result }
        return result.accessToken
    }
}

extension Profile {
    /// Nil for the profile's own scopes. Where those are of another resource, all that was consented to at Graph.
    var scopesForGraph: Scopes? {
        guard kind != .app, authority.kind.tokensHaveOneResource, !scopes.areForGraph, let resource = scopes.resource,
            resource != graph
        else { return nil }
        return graphResource.map { Scopes(defaultOf: $0) }
    }
}
