import AccountProfiles
import AuthCore
import MicrosoftGraph

/// Why Graph refused somebody who is signed in.
extension Context {
    /// The failure with its cause, where the lists of permissions know it. Nothing is sent: the token is the one that
    /// was refused, from the store.
    func explaining(_ failure: Failure, of request: GraphRequest, as profile: Profile) async -> Failure {
        let path = ResourcePath(request.path)
        guard let status = failure.status, isRefusal(status, of: profile),
            let required = try? requiredPermissions(method: request.method, path: path)
        else { return failure }
        var explained = failure
        // What personal accounts are not offered is refused in many ways, a 403 has other causes too.
        if status == 403 {
            guard let held = try? await token(for: profile).scopes else { return failure }
            explained = failure.explained(by: required, profile, held: held)
        } else if required.personal == .notServed {
            explained = failure.explained(by: required, profile, held: [])
        }
        explained.profile = profile.name.text
        return explained
    }

    private func isRefusal(_ status: Int, of profile: Profile) -> Bool {
        status == 403 || (profile.kind == .personal && (400...405).contains(status))
    }
}
