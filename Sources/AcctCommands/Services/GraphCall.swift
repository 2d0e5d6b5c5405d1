import AccountProfiles
import AccountStore
import HTTPTransport
import MicrosoftGraph

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
