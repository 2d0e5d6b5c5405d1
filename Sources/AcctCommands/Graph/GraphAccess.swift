import AccountProfiles
import AuthCore
import MicrosoftGraph

extension Context {
    /// Graph with this profile's tokens.
    func graphClient(for profile: Profile) throws -> GraphClient {
        guard let endpoint = profile.graph else {
            throw Failure(
                .usage,
                "Profile \(profile.name) has no Graph: its issuer is \(profile.authority.url). "
                    + "Name a profile of a Microsoft account with --profile.", profile: profile.name.text)
        }
        return GraphClient(endpoint: endpoint, http: patientHTTP()) { [self] demand in
            switch demand {
            case .any: try await token(for: profile).accessToken
            case .fresh: try await token(for: profile, forceRefresh: true).accessToken
            case .claims(let claims): try await token(for: profile, claims: claims).accessToken
            }
        }
    }
}
