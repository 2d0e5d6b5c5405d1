import AccountProfiles
import AuthCore

/// `acct add` for an app: it proves itself instead of a person signing in.
extension Add {
    func addApplication(
        _ credential: ApplicationCredential, named chosen: ProfileName?, taken: [ProfileName], _ services: Services
    ) async throws {
        let application = try await pinnedApplication(credential, services)
        let graph = try await target.graphEndpoint(
            of: services.clients.publicClient(application.clientID, at: application.authority))
        let scopes = applicationScopes(graph)
        let grant = try await application.signIn(scopes, again: again)
        let name = chosen ?? SuggestedName.of(username: application.clientID, kind: .app, taken: taken)
        let profile = Profile(
            name: name, account: grant.account, username: application.clientID, displayName: "",
            tenantID: grant.tenantID, kind: .app, clientID: application.clientID, authority: application.authority,
            graph: graph, scopes: scopes, mode: readOnly ? .readOnly : .readWrite)
        try services.profiles.add(profile, with: grant, credential: credential)
        if use { _ = try services.profiles.use(name.text) }
        try report(profile, grant, services)
    }

    /// In the tenant's GUID: a domain can move to another tenant.
    private func pinnedApplication(
        _ credential: ApplicationCredential, _ services: Services
    ) async throws -> ConfidentialClientApplication {
        let authority = try target.named(besides: nil)
        let named = try services.clients.confidentialClient(
            ClientID.resolve(clientID, for: credential, services), at: authority, credential: credential)
        if case .managedIdentity = credential { return named }
        do {
            return try services.clients.confidentialClient(
                named.clientID, at: authority.with(tenant: await named.resolvedTenantID()), credential: credential)
        } catch let error as AuthError {
            throw Failure(error, signInCommand: again)
        }
    }

    private func applicationScopes(_ graph: String?) -> Scopes {
        namedScopes.isEmpty ? Scopes(graph.map { ["\($0)/.default"] } ?? []) : namedScopes
    }
}
