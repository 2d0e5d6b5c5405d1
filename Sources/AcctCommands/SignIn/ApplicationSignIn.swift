import AccountProfiles
import AccountStore
import AuthCore
import HTTPTransport

/// Acting as an app, which has no user to sign in.
extension Services {
    func application(
        clientID: String, authority: Authority, credential: ApplicationCredential
    ) throws -> ConfidentialClientApplication {
        ConfidentialClientApplication(
            clientID: clientID, authority: authority, credential: credential, cache: try tokenCache(), http: http,
            authorityCache: try authorityCache(), environment: environment)
    }

    /// The app of a profile with what it proved itself with.
    ///
    /// - Throws: `Failure` when it was signed out.
    func application(of profile: Profile) throws -> ConfidentialClientApplication {
        guard let credential = try profiles().credential(of: profile.account) else {
            throw Failure.applicationSignedOut(profile)
        }
        return try application(clientID: profile.clientID, authority: profile.authority, credential: credential)
    }

    /// Proves an app to the server; nothing is kept yet.
    ///
    /// - Parameter again: what to type to try again, without the credential's option.
    func signIn(
        _ application: ConfidentialClientApplication, scopes: Scopes, again: String
    ) async throws -> TokenGrant {
        do {
            return try await application.signIn(scopes: scopes)
        } catch {
            throw Failure(error, signInCommand: again)
        }
    }

    /// Proves the app of a profile anew, and keeps the tokens and what it proved itself with.
    ///
    /// - Parameter options: when they name nothing, it is what the app has proved itself with so far.
    func signInAgain(
        _ profile: Profile, _ options: ApplicationOptions
    ) async throws -> (profile: Profile, grant: TokenGrant) {
        let kept = try profiles().credential(of: profile.account)
        guard let credential = try options.credential(self) ?? kept else { throw Failure.applicationSignedOut(profile) }
        let application = try application(
            clientID: profile.clientID, authority: profile.authority, credential: credential)
        guard application.account == profile.account, credential.isIdentity(profile.clientID) else {
            throw Failure(
                .usage,
                "Profile \(profile.name) acts as \(profile.username), which is not what \(credential.option) stands "
                    + "for. Nothing was stored; add that as a profile of its own, with acct add.",
                profile: profile.name.text)
        }
        let grant = try await signIn(
            application, scopes: profile.scopes, again: "acct sign-in \(profile.name.text.asShellWord)")
        try profiles().update(profile, with: grant, credential: credential)
        output.note("Signed in as \(profile.username). Profile \(profile.name) is ready.")
        return (profile, grant)
    }
}

extension ApplicationCredential {
    /// Whether it can stand for that client: a managed identity is one by itself, all else proves whom it is told to.
    fileprivate func isIdentity(_ clientID: String) -> Bool {
        guard case .managedIdentity(let identity) = self else { return true }
        return identity.clientID == clientID
    }
}

extension ClientID {
    /// An app is always named: the id that is remembered is that of people's sign-ins.
    static func resolve(_ flag: String?, for credential: ApplicationCredential, _ services: Services) throws -> String {
        if case .managedIdentity(let identity) = credential {
            guard flag == nil else {
                throw Failure(.usage, "A managed identity is named with --identity: leave --client-id out.")
            }
            return identity.clientID
        }
        if let named = flag ?? services.environment["ACCT_CLIENT_ID"], !named.isEmpty { return try checked(named) }
        throw Failure(.usage, "Which app? Give its application id with --client-id, or in ACCT_CLIENT_ID.")
    }
}
