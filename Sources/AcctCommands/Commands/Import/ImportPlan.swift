import AccountProfiles
import AuthCore
import Foundation

/// Decides what each sign-in of a file becomes. Reads nothing and writes nothing.
struct ImportPlan {
    /// A profile to make, or the one that is there, with what the file has for it.
    struct Step {
        let profile: Profile
        let grant: TokenGrant
        let exists: Bool
        /// Why no tokens come along; nil when they do.
        let withoutTokens: String?
    }

    let steps: [Step]

    /// - Parameters:
    ///   - ownClientID: of the person's app, for accounts whose tokens belong to a program of Microsoft's.
    ///   - graph: the Graph endpoint; else that of the account's cloud.
    init(
        _ signIns: [CachedSignIn], existing: [Profile], ownClientID: String?, graph: String?, name: ProfileName?
    ) throws(InteropError) {
        var steps: [Step] = []
        for signIn in signIns {
            let needsSignIn = ImportPlan.needsSignIn(signIn)
            guard let grant = needsSignIn ? ownClientID.map(signIn.identity) : signIn.grant else { continue }
            if steps.contains(where: { $0.grant.key == grant.key }) { continue }
            let own = existing.first { $0.tokenKey == grant.key }
            let taken = (existing + steps.map(\.profile)).map(\.name)
            let profile = own ?? ImportPlan.profile(grant, signIn, graph: graph, name: name, taken: taken)
            steps.append(
                Step(
                    profile: profile, grant: grant, exists: own != nil,
                    withoutTokens: needsSignIn ? ImportPlan.reason(signIn) : nil))
        }
        if name != nil, steps.count > 1 { throw .severalForName(steps.count) }
        self.steps = steps
    }

    /// Whether the person has to sign in, with an app of their own, before the profile can act.
    static func needsSignIn(_ signIn: CachedSignIn) -> Bool {
        signIn.isFirstPartyClient || signIn.grant.clientID.isEmpty
    }

    private static func reason(_ signIn: CachedSignIn) -> String {
        signIn.isFirstPartyClient
            ? "its tokens belong to a program of Microsoft's" : "the file has no token for it"
    }

    private static func profile(
        _ grant: TokenGrant, _ signIn: CachedSignIn, graph: String?, name: ProfileName?, taken: [ProfileName]
    ) -> Profile {
        let authority = signIn.authority
        let kind = Profile.Kind(of: grant, authority: authority)
        let username = grant.tenantProfile?.username ?? ""
        let graph = authority.kind.hasGraph ? graph ?? authority.cloud?.graph : graph
        // A scope of another resource would make a default that Graph refuses.
        let isUseful = !needsSignIn(signIn) && (signIn.scopes.areForGraph || !authority.kind.hasGraph)
        let basic: Scopes = authority.kind.hasGraph ? ["User.Read"] : []
        return Profile(
            name: name ?? SuggestedName.of(username: username, kind: kind, taken: taken), account: grant.account,
            username: username, displayName: grant.tenantProfile?.displayName ?? "", tenantID: grant.tenantID,
            kind: kind,
            clientID: grant.clientID, authority: authority, graph: graph, scopes: isUseful ? signIn.scopes : basic)
    }
}
