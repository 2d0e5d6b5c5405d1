import AccountProfiles
import AccountStore
import AuthCore

/// The profile that each sign-in of a file becomes. Nothing is read or written here.
struct ImportPlan {
    /// A new or an existing profile, and the grant that the file holds for it.
    struct Step {
        let imported: ImportedProfile
        /// The reason why the tokens are not imported; nil when they are.
        let withoutTokens: String?

        var profile: Profile { imported.profile }
    }

    let steps: [Step]

    /// - Parameters:
    ///   - ownClientID: the person's own client id, for accounts whose tokens belong to a program of Microsoft.
    ///   - graph: the Graph endpoint; nil for that of the account's cloud.
    ///   - domains: the known domains of tenants, by tenant id.
    init(
        _ signIns: [CachedSignIn], existing: [Profile], ownClientID: String?, graph: String?, name: ProfileName?,
        domains: [String: Set<String>] = [:]
    ) throws(Failure) {
        let members = signIns.map { Self.profile(of: $0.grant, from: $0, graph: graph) }
        let tenants = TenantNames(domains, and: existing + members)
        var steps: [Step] = []
        var planned: Set<TokenKey> = []
        let byKey = Dictionary(existing.map { ($0.tokenKey, $0) }) { first, _ in first }
        let known = Set(existing.map { SharedTokens($0.tokenKey) })
        var taken = Set(existing.map(\.name))
        for signIn in signIns {
            let needsSignIn = Self.needsSignIn(signIn)
            guard let grant = needsSignIn ? ownClientID.map(signIn.identity) : signIn.grant else { continue }
            guard planned.insert(grant.key).inserted else { continue }
            let own = byKey[grant.key]
            var profile = own ?? Self.profile(of: grant, from: signIn, graph: graph)
            if own == nil { profile.name = name ?? ProfileName(suggestedFor: profile, in: tenants, taken: taken) }
            taken.insert(profile.name)
            steps.append(
                Step(
                    imported: ImportedProfile(
                        profile: profile, grant: grant, exists: own != nil,
                        sharesTokens: known.contains(SharedTokens(grant.key))),
                    withoutTokens: needsSignIn ? Self.reason(signIn) : nil))
        }
        if name != nil, steps.count > 1 { throw .severalProfilesForName(steps.count) }
        self.steps = steps
    }

    /// Whether the profile needs a sign-in with the person's own client id before it can be used.
    static func needsSignIn(_ signIn: CachedSignIn) -> Bool {
        signIn.isFirstPartyClient || signIn.grant.clientID.isEmpty
    }

    /// The key of a refresh token, which serves every tenant of its account.
    private struct SharedTokens: Hashable {
        let account: AccountID
        let clientID: String

        init(_ key: TokenKey) {
            (account, clientID) = (key.account, key.clientID)
        }
    }

    private static func reason(_ signIn: CachedSignIn) -> String {
        signIn.isFirstPartyClient
            ? "its tokens belong to a program of Microsoft" : "the file has no token for it"
    }

    /// The profile with a name that may be taken.
    private static func profile(of grant: TokenGrant, from signIn: CachedSignIn, graph: String?) -> Profile {
        let authority = signIn.authority
        let kind = Profile.Kind(of: grant, authority: authority)
        let username = grant.tenantProfile?.username ?? ""
        let graph = authority.kind.hasGraph ? graph ?? authority.cloud?.graph : graph
        // With the scopes of another resource as the default, Graph would refuse every token.
        let keepsScopes = !needsSignIn(signIn) && (signIn.scopes.areForGraph || !authority.kind.hasGraph)
        let basic: Scopes = authority.kind.hasGraph ? ["User.Read"] : []
        return Profile(
            name: ProfileName(suggestedFor: username, kind: kind, taken: []), account: grant.account,
            username: username, displayName: grant.tenantProfile?.displayName ?? "", tenantID: grant.tenantID,
            kind: kind,
            clientID: grant.clientID, authority: authority, graph: graph, scopes: keepsScopes ? signIn.scopes : basic)
    }
}
