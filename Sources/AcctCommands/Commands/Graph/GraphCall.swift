import AccountProfiles
import AccountStore
import HTTPTransport
import MicrosoftGraph

/// A request to Graph, the profile that sends it, and the way there with that profile's tokens.
struct GraphCall: Sendable {
    let request: GraphRequest
    let profile: Profile
    let client: GraphClient

    init(_ request: GraphRequest, as profile: Profile, over client: GraphClient) {
        self.request = request
        self.profile = profile
        self.client = client
    }

    /// The answer of a read: out of the store where that is wanted, else from Graph.
    func answer(keeping answers: CachedResponses?) async throws -> HTTPStreamedResponse {
        guard let answers else { return try await client.stream(request) }
        if let fresh = try answers.fresh(self) { return fresh }
        return try await answers.new(self)
    }

    /// Where it goes.
    ///
    /// - Throws: `GraphError` for a URL that is not on the profile's Graph.
    var url: String { get throws { try client.url(of: request) } }

    /// What the store keeps things about this call under: who asks, where and what. Every header may make another answer,
    /// but for the id of the request.
    ///
    /// - Parameter purpose: tells apart several things that are kept about one call.
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
