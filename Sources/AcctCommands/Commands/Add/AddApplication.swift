import AccountProfiles
import AccountStore
import AuthCore
import HTTPTransport

/// `acct add` for an app, which authenticates with a credential instead of a sign-in by a person.
extension Add {
    func addApplication(
        _ credential: ApplicationCredential, name chosen: ProfileName?, taken: Set<ProfileName>, services: Services
    ) async throws {
        let reservation = try await services.profiles.reserve()
        let authority = try target.authority(at: services.clock.now())
        let application = try await confidentialClient(credential, at: authority, services)
        let graph = try await target.graphEndpoint(
            of: services.clients.publicClient(application.clientID, at: application.authority))
        let scopes = applicationScopes(graph)
        let grant = try await application.signIn(scopes, retryCommand: commandWithoutSignInOptions)
        let name = chosen ?? ProfileName(suggestedFor: application.clientID, kind: .app, taken: taken)
        let profile = Profile(
            name: name, account: grant.account,
            username: credential == .managedIdentity(.system) ? "" : application.clientID,
            displayName: "",
            tenantID: grant.tenantID, kind: .app, clientID: application.clientID, authority: application.authority,
            graph: graph, scopes: scopes, mode: readOnly ? .readOnly : .readWrite)
        // The authority has the tenant's id. The name that was typed is kept as one of its domains.
        try await services.profiles.add(
            profile, with: grant, credential: credential, domain: authority.tenant, in: reservation)
        try self.application.saveSecretExpiry(of: name, in: services.profiles)
        if use { _ = try services.profiles.use(name.text) }
        try report(profile, grant: grant, services: services)
        guard json.json else { return }
        try services.output.printJSON(ProfileRow.signedIn(profile, with: grant, in: services))
    }

    /// The client at the authority of the tenant's GUID, because a domain can move to another tenant.
    private func confidentialClient(
        _ credential: ApplicationCredential, at authority: Authority, _ services: Services
    ) async throws -> ConfidentialClientApplication {
        let named = try services.clients.confidentialClient(
            ClientID.resolve(clientID, of: credential, for: authority.kind, retryCommand: typedCommand, services),
            at: authority,
            credential: credential)
        if case .managedIdentity = credential { return named }
        do {
            return try services.clients.confidentialClient(
                named.clientID, at: authority.with(tenant: await named.resolvedTenantID()), credential: credential)
        } catch let error as AuthError {
            throw Failure(error, retryCommand: commandWithoutSignInOptions)
        }
    }

    private func applicationScopes(_ graph: String?) -> Scopes {
        namedScopes.isEmpty ? graph.map(Scopes.init(defaultOf:)) ?? [] : namedScopes
    }
}
