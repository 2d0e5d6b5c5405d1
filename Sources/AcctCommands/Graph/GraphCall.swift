import AccountProfiles
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
    func answer(keeping answers: KeptAnswers?) async throws -> HTTPStreamedResponse {
        guard let answers else { return try await client.stream(request) }
        if let fresh = try answers.fresh(self) { return fresh }
        return try await answers.new(self)
    }
}
