import AccountProfiles
import AccountStore
import AuthCore
import HTTPTransport

/// `acct add --all-tenants`: a profile for each other tenant that the account of a profile can enter.
struct AddTenants {
    /// The profile whose account and settings the new ones have. A sign-in for the list can change where its tokens come
    /// from.
    private(set) var home: Profile
    let options: SignInOptions
    /// The retry command, without sign-in options.
    let commandWithoutSignInOptions: SuggestedCommand
    let services: Services

    private var retryCommand: SuggestedCommand { commandWithoutSignInOptions.adding(options.words) }

    /// A tenant without a new profile, and the reason.
    private struct Skipped {
        let tenant: AzureTenants.Tenant
        let failure: Failure
    }

    /// The profiles that were added, also where other tenants failed.
    struct Outcome {
        /// The rows of the profiles, with the status right after their sign-in.
        var rows: [ProfileRow] = []
        /// Nil where no tenant failed for another reason than that it requires a sign-in of its own.
        var failure: Failure?
    }

    /// - Throws: the error of a list of tenants that could not be read.
    mutating func run() async throws -> Outcome {
        do { return try await addTenants() } catch let error as AuthError {
            throw Failure(error, retryCommand: retryCommand)
        }
    }

    private mutating func addTenants() async throws -> Outcome {
        let tenants = try await tenants()
        let used = try services.profiles.profiles(of: home.account).filter { $0.clientID == home.clientID }
        let known = Set(used.map { $0.tenantID.lowercased() })
        var (rows, skipped): ([ProfileRow], [Skipped]) = ([], [])
        for tenant in tenants where !known.contains(tenant.tenantId.lowercased()) {
            do {
                rows.append(try await add(tenant))
            } catch {
                skipped.append(Skipped(tenant: tenant, failure: Failure(error)))
            }
        }
        if rows.isEmpty, skipped.isEmpty { services.output.note("The account can enter no other tenant.") }
        report(skipped)
        return Outcome(rows: rows, failure: failure(of: skipped))
    }

    private mutating func tenants() async throws -> [AzureTenants.Tenant] {
        guard home.kind == .work else { throw Failure.noTenants(of: home) }
        let list = try AzureTenants(for: home.authority, http: services.http)
        let token = try await token(for: list.scopes)
        return try await list.tenants(token)
    }

    /// A token for the list. The person signs in for it only where the server demands that.
    private mutating func token(for scopes: Scopes) async throws -> Secret {
        let client = try services.clients.tenantClient(of: home)
        do {
            return try await client.acquireTokenSilently(
                SilentRequest(account: home.account, tenantID: home.tenantID, scopes: scopes)
            ).accessToken
        } catch AuthError.interactionRequired(let details) {
            services.output.note(
                "To list the tenants, \(home.usernameOrName) has to consent to Azure Service Management.")
            return try await signIn(for: scopes, claims: details.claims, with: client)
        } catch AuthError.refused(let error) {
            throw Failure.tenantListNotPermitted(error, clientID: home.clientID, retryCommand: retryCommand)
        }
    }

    private mutating func signIn(
        for scopes: Scopes, claims: String?, with client: PublicClientApplication
    ) async throws -> Secret {
        let request = SignInRequest(
            scopes: scopes, loginHint: home.username, expectedAccount: home.account, claims: claims)
        let attempt = SignInAttempt(
            request: request, application: client, options: options, command: commandWithoutSignInOptions)
        let (grant, reservation): (TokenGrant, Reservation)
        do {
            (grant, reservation) = try await services.authenticator.reservedSignIn(attempt, to: home)
        } catch let failure as Failure {
            throw failure.namingTenantListPermission
        }
        home = try await services.profiles.update(home, with: grant, in: reservation)
        guard let token = grant.accessToken else { throw AuthError.scopesDeclined(scopes) }
        return token.secret
    }

    private func add(_ tenant: AzureTenants.Tenant) async throws -> ProfileRow {
        let repository = try services.profiles
        let client = try services.clients.publicClient(
            home.clientID, at: try home.authority.with(tenant: tenant.tenantId), isBrokered: home.isBrokered)
        let reservation = try await repository.reserve()
        let renewal = try await client.acquireTenantTokens(for: home.account, scopes: home.scopes)
        let profile = try profile(in: tenant, as: renewal.grant, at: client.authority)
        try await repository.add(
            profile, with: renewal.grantToStore, domain: tenant.defaultDomain, mayBecomeCurrent: false,
            in: reservation)
        let title = tenant.displayName.flatMap(ServerText.line).map { " (\($0))" } ?? ""
        services.output.note("Profile \(profile.name) is ready: \(tenant.name)\(title).")
        return try ProfileRow.signedIn(profile, with: renewal.grant, in: services)
    }

    private func profile(
        in tenant: AzureTenants.Tenant, as grant: TokenGrant, at authority: Authority
    ) throws -> Profile {
        let user = home.username.prefix { $0 != "@" }
        var profile = home
        profile.name = ProfileName(
            suggestedFor: "\(user)@\(tenant.defaultDomain ?? "tenant")", kind: .work,
            taken: Set(try services.profiles.names(withPrefix: "")))
        profile.tenantID = grant.tenantID
        profile.authority = authority
        profile.lastUsed = nil
        profile.adopt(grant)
        return profile
    }

    /// Names each tenant without a profile, with the command that adds it.
    private func report(_ skipped: [Skipped]) {
        for skipped in skipped {
            let tenant = skipped.tenant.name
            guard skipped.failure.kind == .signInRequired else {
                services.output.note("\(tenant) was not added. \(skipped.failure.message)")
                continue
            }
            services.output.note(
                "\(tenant) requires a sign-in of its own. Run:",
                command: SuggestedCommand("acct add NAME --tenant \(tenant) --account \(home.name)")
                    .adding(options.words))
        }
    }

    private func failure(of skipped: [Skipped]) -> Failure? {
        let failed = skipped.filter { $0.failure.kind != .signInRequired }
        guard let last = failed.last else { return nil }
        return Failure.tenantsNotAdded(
            failed.map(\.tenant.name), kind: last.failure.kind, retryCommand: retryCommand)
    }
}

extension Renewal {
    /// The grant for the store. Saved tokens are left out: a renewal by another process may have replaced them by now.
    var grantToStore: TokenGrant {
        guard case .saved = storage else { return grant }
        return grant.withoutAccessAndRefreshTokens
    }
}
