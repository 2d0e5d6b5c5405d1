import AccountProfiles
import AccountStore
import AuthCore
import HTTPTransport

/// A profile and the grant of its latest sign-in.
struct SignedInProfile {
    let profile: Profile
    let grant: TokenGrant
}

/// Tokens for profiles: from the cache, by a refresh, or after a sign-in that the person at the terminal agreed to.
struct Authenticator: Sendable {
    let profiles: ProfileRepository
    let tokenCache: any TokenCache
    let clients: OAuthClients
    let interactiveSignIn: InteractiveSignIn
    let usernameCheck: UsernameCheck
    let prompter: Prompter
    let clock: WallClock

    /// A token for the profile. A sign-in is offered on a terminal only, and only when no token can be had without one.
    ///
    /// - Throws: `ActingError`, which names the profile.
    func token(
        for profile: Profile, scopes: Scopes? = nil, forceRefresh: Bool = false, claims: String? = nil,
        minimumValidity: Duration? = nil
    ) async throws -> AuthenticationResult {
        if let scopes { try profile.refuseWritingScopes(scopes) }
        let profile = try profiles.withAccount(profile)
        func request(as profile: Profile) -> SilentRequest {
            SilentRequest(
                account: profile.account, tenantID: profile.tenantID,
                scopes: scopes?.relative(to: profile.graphResource) ?? profile.scopes,
                forceRefresh: forceRefresh, claims: claims, minimumValidity: minimumValidity,
                // The person may have declined some of the profile's own scopes. Only the request that needs one of them fails.
                allowsDeclinedScopes: scopes == nil)
        }
        return try await ActingError.naming(profile.name) {
            let result: AuthenticationResult
            do {
                result = try await silentToken(request(as: profile), of: profile)
            } catch AuthError.interactionRequired(let details) where prompter.canPrompt && profile.kind != .app {
                guard let signedIn = try await offerSignIn(to: profile, details) else {
                    throw AuthError.interactionRequired(details)
                }
                result = try await silentToken(request(as: signedIn), of: signedIn)
            }
            report(result.storage, of: profile)
            return result
        }
    }

    private func silentToken(_ request: SilentRequest, of profile: Profile) async throws -> AuthenticationResult {
        if profile.kind == .app {
            return try await clients.confidentialClient(of: profile).acquireTokenSilently(
                scopes: request.scopes, forceRefresh: request.forceRefresh, claims: request.claims,
                minimumValidity: request.minimumValidity)
        }
        let client = try clients.publicClient(of: profile)
        guard profile.isBrokered else { return try await client.acquireTokenSilently(request) }
        return try await prompter.output.notingBroker { try await client.acquireTokenSilently(request) }
    }

    /// Says so when the token is good but its renewal could not be stored.
    private func report(_ storage: Renewal.Storage, of profile: Profile) {
        func note(_ text: String, command: SuggestedCommand? = nil) {
            prompter.output.note(Remark(text, command: command, naming: profile.name))
        }
        switch storage {
        case .saved: break
        case .setAside(let error):
            note(
                "The renewed tokens of \(profile.name) are not in the store yet. \(Failure.reason(of: error)) They are "
                    + "kept, encrypted, and the next command that can write the store saves them.")
        case .uncached(let error):
            note("The new token of \(profile.name) could not be stored. \(Failure.reason(of: error))")
        case .lost(let error):
            note(
                "The renewed tokens of \(profile.name) could not be stored. \(Failure.reason(of: error)) This token still "
                    + "works; after it, sign in again:", command: .signIn(to: profile.name))
        }
    }

    /// - Returns: the profile after the sign-in; nil when the person declined.
    private func offerSignIn(to profile: Profile, _ details: InteractionRequired) async throws -> Profile? {
        let failure = Failure(ActingError(profile: profile.name, cause: AuthError.interactionRequired(details)))
        prompter.output.prompt(failure.message.safeLine + "\n")
        guard prompter.confirm("Sign in to \(profile.nameAndUsername) now?", isDefaultYes: true) else {
            return nil
        }
        // The server refused a token for scopes that the profile does not request, so this sign-in requests them.
        let missing = details.scopes.missing(from: profile.scopes, at: profile.authority)
        guard case .server = details.reason, !missing.isEmpty else {
            return try await signInAgain(profile, options: .none(), claims: details.claims).profile
        }
        return try await requestConsent(to: missing, for: profile, options: .none(), claims: details.claims).profile
    }

    /// Signs a person in to an existing profile, and stores the tokens and the scopes. Another account than the profile's
    /// is refused.
    ///
    /// - Parameters:
    ///   - addedScopes: those to request beyond the profile's own.
    ///   - credential: a new one of the client; nil for the one that is stored, if any.
    ///   - claims: the claims that the server demanded when it refused the last token.
    func signInAgain(
        _ profile: Profile, adding addedScopes: Scopes = [], options: SignInOptions,
        credential: ApplicationCredential? = nil, claims: String? = nil
    ) async throws -> SignedInProfile {
        let client = try clients.tenantClient(of: profile, credential: credential)
        let demanded = try claims ?? tokenCache.pendingClaims(of: profile.tokenKey)
        let scopes = try clients.scopesOfRefreshToken(of: profile).union(addedScopes)
        let request = SignInRequest(
            scopes: scopes, loginHint: profile.username,
            expectedAccount: profile.hasAccount ? profile.account : nil, claims: demanded)
        let command = SuggestedCommand.signIn(to: profile.name, adding: addedScopes)
        let attempt = SignInAttempt(
            request: request, application: client, options: options, command: command,
            adminConsentCommand: .consent(to: scopes, of: profile.name).adding("--admin"))
        let (grant, reservation) = try await ActingError.naming(profile.name) {
            try await reservedSignIn(attempt, to: profile)
        }
        if !profile.hasAccount {
            // A definition can be a colleague's.
            try usernameCheck.confirm(
                grant, as: profile.username, orElse: { _ in "sign in on a terminal, where acct asks" },
                retryCommand: command.adding(options.words))
        }
        var profile = profile
        profile.account = grant.account
        profile.redirectURI = options.namedRedirectURI ?? profile.redirectURI
        profile.adopt(grant)
        let declined = grant.declined(among: addedScopes)
        profile = try await profiles.update(
            profile, addedScopes: addedScopes.without(declined), with: grant, credential: credential,
            in: reservation)
        guard declined.isEmpty else {
            throw Failure.scopesDeclined(
                declined, of: profile.name,
                retryCommand: .consent(to: declined, of: profile.name).adding(options.words))
        }
        prompter.output.noteSignIn(to: profile, declined: grant.declined(among: profile.scopes))
        return SignedInProfile(profile: profile, grant: grant)
    }

    /// Has the person sign in to a profile, once a place for the tokens is taken.
    func reservedSignIn(
        _ attempt: SignInAttempt, to profile: Profile
    ) async throws -> (grant: TokenGrant, reservation: Reservation) {
        let reservation = try await profiles.reserve()
        return (try await interactiveSignIn.signIn(attempt, to: profile), reservation)
    }

    /// Signs the app of a profile in again, and stores its tokens and its credential.
    ///
    /// - Parameters:
    ///   - newCredential: nil for the one that is stored.
    ///   - addedScopes: those to request beyond the profile's own.
    func signInAgain(
        _ profile: Profile, with newCredential: ApplicationCredential?, adding addedScopes: Scopes
    ) async throws -> SignedInProfile {
        let stored = try profiles.credential(of: profile)
        guard let credential = newCredential ?? stored else { throw Failure.applicationSignedOut(profile) }
        let client = clients.confidentialClient(profile.clientID, at: profile.authority, credential: credential)
        var profile = profile
        if !profile.hasAccount { profile.account = client.account }
        guard client.account == profile.account, credential.canAuthenticate(profile.clientID) else {
            throw Failure.credentialOfAnotherApp(credential, for: profile)
        }
        let reservation = try await profiles.reserve()
        let grant = try await ActingError.naming(profile.name) {
            try await client.signIn(
                profile.scopes.union(addedScopes), retryCommand: .signIn(to: profile.name, adding: addedScopes))
        }
        profile = try await profiles.update(
            profile, addedScopes: addedScopes, with: grant, credential: credential, in: reservation)
        prompter.output.noteSignIn(to: profile)
        return SignedInProfile(profile: profile, grant: grant)
    }
}

extension Output {
    /// - Parameter declined: the scopes that the server did not grant.
    func noteSignIn(to profile: Profile, isCurrent: Bool = false, declined: Scopes = []) {
        let state = isCurrent ? "ready and current" : "ready"
        note("Signed in as \(profile.usernameOrName). Profile \(profile.name) is \(state).")
        if !declined.isEmpty { note("Not granted: \(declined.spaceSeparated).") }
    }
}

extension Profile {
    /// Takes the names of the account from a grant that has them.
    mutating func adopt(_ grant: TokenGrant) {
        guard let seen = grant.tenantProfile else { return }
        (username, displayName) = (seen.username, seen.displayName)
    }
}

extension TokenGrant {
    /// The scopes of these that the server has declined.
    func declined(among scopes: Scopes) -> Scopes { Scopes(scopes.names.filter(declinedScopes.contains)) }
}

extension ConfidentialClientApplication {
    /// A token for the app itself; nothing is stored.
    ///
    /// - Parameter retryCommand: the command to try again with, without the option of the credential.
    func signIn(_ scopes: Scopes, retryCommand: SuggestedCommand) async throws -> TokenGrant {
        do {
            return try await signIn(scopes: scopes)
        } catch {
            throw Failure(error, retryCommand: retryCommand)
        }
    }
}

extension ApplicationCredential {
    /// Whether the credential can belong to that client. A managed identity is a client itself; all others belong to any.
    fileprivate func canAuthenticate(_ clientID: String) -> Bool {
        guard case .managedIdentity(let identity) = self else { return true }
        return identity.clientID == clientID
    }
}
