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
        let kept = KeptToken(for: profile, in: self)
        return GraphClient(endpoint: endpoint, http: patientHTTP()) { try await kept.token($0) }
    }
}
