import AccountProfiles
import AuthCore
import MicrosoftGraph

/// Why Graph refused somebody who is signed in.
extension Services {
    /// The failure with its cause, where the lists of permissions know it. Nothing is sent: the token is the one that
    /// was refused, from the store.
    func explaining(_ failure: Failure, of request: GraphRequest, as profile: Profile) async -> Failure {
        guard let status = failure.status, (400...405).contains(status),
            let scheme = PermissionScheme(profile.kind),
            let required = try? requiredPermissions(method: request.method, path: ResourcePath(request.path))
        else { return failure }
        // What a kind of account is not offered is refused in many ways; a 403 has other causes too.
        guard status == 403 || (scheme != .delegatedWork && required[scheme] == .notServed),
            let held = try? await token(for: profile).scopes
        else { return failure }
        var explained = failure.explained(by: required, profile, held: held)
        explained.profile = profile.name.text
        return explained
    }
}
