import AccountProfiles
import AccountStore
import AuthCore
import HTTPTransport

/// The sign-in of a person who is added: one that the person completes, or none where the account of another profile may
/// enter the tenant without one.
extension Add {
    /// - Parameters:
    ///   - chosen: the name that was typed.
    ///   - taken: the names of all profiles.
    ///   - credential: of the client, where the issuer demands one.
    func addPerson(
        name chosen: ProfileName?, taken: Set<ProfileName>, credential: ApplicationCredential?, services: Services
    ) async throws {
        let repository = try services.profiles
        let signedIn = try signedInProfile(services)
        if allTenants, let signedIn { return try await addTenants(of: signedIn, services: services) }
        let authority = try target.authority(basedOn: signedIn?.authority, at: services.clock.now())
        try requireOneResource(at: authority)
        let client = try ClientID.resolve(
            clientID ?? signedIn?.clientID, for: authority.kind, retryCommand: typedCommand, services)
        let application = try services.clients.publicClient(
            client.text, at: authority, credential: credential,
            isBrokered: signIn.broker || signedIn?.isBrokered == true && !signIn.isGiven)
        // Before anything is asked of a server or a person.
        let reservation = try await repository.reserve()
        let graph = try await target.graphEndpoint(of: application)
        services.output.noteMisspelled(namedScopes, graph: authority.graphResource(at: graph))
        // A person who stops the sign-in need not type the client id again.
        let command = commandWithoutSignInOptions.adding(client.wasAsked ? ["--client-id", client.text] : [])
        if client.wasAsked {
            services.output.note("To run this again without the question:", command: command.adding(signIn.words))
        }
        let scopes = scopes(for: application).relative(to: authority.graphResource(at: graph))
        let (grant, toStore): (TokenGrant, TokenGrant)
        do {
            (grant, toStore) = try await self.grant(
                for: signedIn, scopes: scopes, application: application, command: command, services: services)
        } catch {
            throw remembering(client, after: error, in: repository)
        }
        var profile = profile(
            of: grant, application: application, graph: graph, scopes: scopes, name: chosen, taken: taken,
            like: signedIn)
        if chosen == nil, profile.isGuest {
            profile.name = ProfileName(
                suggestedFor: profile, in: TenantNames(try services.usage.tenantDomains()), taken: taken)
        }
        try await repository.add(profile, with: toStore, credential: credential, in: reservation)
        try saveSettings(of: profile.name, client, in: repository)
        try report(profile, grant: grant, services: services)
        if signedIn == nil, !grant.isBrokered { try reportSharedAccount(of: profile, services) }
        let row = try ProfileRow.signedIn(profile, with: grant, in: services)
        if allTenants { return try await addTenants(of: profile, after: [row], services: services) }
        if json.json { try services.output.printJSON(row) }
    }

    /// Remembers the client id that a person typed for a sign-in that ended early, so that the next attempt does not ask for
    /// it again.
    ///
    /// - Returns: the error to throw. Where the id itself may be wrong it is not stored. The command to run next has it.
    private func remembering(
        _ client: ClientID.Choice, after error: any Error, in repository: ProfileRepository
    ) -> any Error {
        let failure = Failure(error)
        guard client.becomesDefault, client.wasAsked, [.cancelled, .network].contains(failure.kind) else {
            return error
        }
        if !failure.mayHideRefusal { try? repository.setDefaultClientID(client.text) }
        return failure
    }

    /// Stores what the options say beyond the profile itself: the end of its client secret, the default client id and the
    /// current profile.
    private func saveSettings(
        of name: ProfileName, _ client: ClientID.Choice, in repository: ProfileRepository
    ) throws {
        try application.saveSecretExpiry(of: name, in: repository)
        if client.becomesDefault { try repository.setDefaultClientID(client.text) }
        if use { _ = try repository.use(name.text) }
    }

    /// The profile of `--account`, whose account may be in the other tenant.
    private func signedInProfile(_ services: Services) throws -> Profile? {
        guard let account else { return nil }
        let signedIn = try services.typedNames.profile(account)
        try services.profiles.requireUnaltered(signedIn)
        guard signedIn.hasAccount else {
            throw Failure.neverSignedIn(signedIn.name, command: .signIn(to: signedIn.name))
        }
        if allTenants { return signedIn }
        if signedIn.authority.tenant == nil {
            throw Failure.noOtherTenant(of: signedIn.name)
        }
        if let tenant = target.tenant, !signedIn.kind.canBeIn(tenant: tenant) {
            throw Failure.wrongTenant(
                tenant, for: signedIn, retryCommand: { typedCommand(for: $0, insteadOf: signedIn) })
        }
        return signedIn
    }

    /// - Parameter rows: of the profiles that this command has added before.
    private func addTenants(
        of home: Profile, after rows: [ProfileRow] = [], services: Services
    ) async throws {
        var others = AddTenants(
            home: home, options: signIn, commandWithoutSignInOptions: "acct add --all-tenants --account \(home.name)",
            services: services)
        let added = try await others.run()
        if json.json { try services.output.printJSON(rows + added.rows) }
        if let failure = added.failure { throw failure }
    }

    /// The grant for the new profile: for the account of `--account` by its cached refresh token, if the server allows
    /// that; else by a sign-in.
    private func grant(
        for signedIn: Profile?, scopes: Scopes, application: PublicClientApplication, command: SuggestedCommand,
        services: Services
    ) async throws -> (grant: TokenGrant, toStore: TokenGrant) {
        // The person consents to the list of tenants, too. The profile's own scopes come first: the token is for them.
        let list = try allTenants ? AzureTenants(for: application.authority, http: services.http).scopes : []
        var request = SignInRequest(scopes: scopes.union(list), loginHint: username)
        if let signedIn {
            do {
                let renewal = try await application.acquireTenantTokens(for: signedIn.account, scopes: scopes)
                return (renewal.grant, renewal.grantToStore)
            } catch AuthError.interactionRequired(let details) {
                services.output.note("The tenant requires \(signedIn.usernameOrName) to sign in.")
                (request.loginHint, request.expectedAccount) = (signedIn.username, signedIn.account)
                request.claims = details.claims
            }
        }
        let grant: TokenGrant
        do {
            grant = try await services.interactiveSignIn.signIn(
                SignInAttempt(
                    request: request, application: application, options: signIn, command: command),
                to: signedIn)
        } catch let failure as Failure where allTenants {
            throw failure.namingTenantListPermission
        }
        if signedIn == nil {
            try services.usernameCheck.confirm(
                grant, as: username ?? "", orElse: { "give --username \($0.asShellWord)" },
                retryCommand: command.adding(signIn.words))
        }
        return (grant, grant)
    }

    private func scopes(for application: PublicClientApplication) -> Scopes {
        if !namedScopes.isEmpty { return namedScopes }
        // Azure AD B2C issues an access token only for a named resource. The client id names the app itself.
        if application.authority.kind == .b2c { return [application.clientID] }
        return application.authority.kind.hasGraph ? ["User.Read"] : []
    }

    private func profile(
        of grant: TokenGrant, application: PublicClientApplication, graph: String?, scopes: Scopes,
        name: ProfileName?, taken: Set<ProfileName>, like signedIn: Profile?
    ) -> Profile {
        let username = grant.tenantProfile?.username ?? ""
        let kind = Profile.Kind(of: grant, authority: application.authority)
        return Profile(
            name: name ?? ProfileName(suggestedFor: username, kind: kind, taken: taken), account: grant.account,
            username: username, displayName: grant.tenantProfile?.displayName ?? "", tenantID: grant.tenantID,
            kind: kind,
            clientID: application.clientID, authority: application.authority, graph: graph, scopes: scopes,
            mode: readOnly ? .readOnly : .readWrite,
            redirectURI: signIn.namedRedirectURI ?? signedIn?.redirectURI ?? .localhost,
            browser: signIn.browser ?? signedIn?.browser, isBrokered: grant.isBrokered)
    }

    /// Names the profiles that had the account before: a server may have signed in the account of the browser's session
    /// again, instead of the one that was meant.
    private func reportSharedAccount(of profile: Profile, _ services: Services) throws {
        let others = try services.profiles.profiles(of: profile.account)
            .filter { $0.name != profile.name && $0.tenantID == profile.tenantID }
        guard !others.isEmpty else { return }
        let names = (others.map(\.name) + [profile.name]).map(\.text).joined(separator: ", ")
        services.output.note(
            "\(profile.username) was signed in before: \(names) are profiles of the same account. If you meant another "
                + "account, remove this profile and choose the account on the sign-in page. Run:",
            command: "acct remove \(profile.name)")
    }
}
