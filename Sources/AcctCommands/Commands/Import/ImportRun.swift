import AccountProfiles
import AuthCore
import Foundation

/// Carries an import out.
struct Importing {
    let services: Services
    let isDryRun: Bool

    /// - Parameter clientID: what `--client-id` says; asked for only where an account needs it.
    func rows(
        _ signIns: [CachedSignIn], _ clientID: String?, _ name: String?, graph: String?
    ) async throws -> [ImportRow] {
        let name = try name.map { text throws(ProfileError) in try ProfileName(text) }
        let own = try signIns.first(where: ImportPlan.needsSignIn).map { _ in
            // An answer would be remembered, which a dry run must not do.
            try isDryRun
                ? ClientID.known(clientID, services) ?? "" : ClientID.resolve(clientID, services)
        }
        let existing = try services.profiles.profiles()
        if let name, existing.contains(where: { $0.name == name }) { throw ProfileError.nameInUse(name) }
        return try await carryOut(
            ImportPlan(signIns, existing: existing, ownClientID: own, graph: graph, name: name))
    }

    /// One transaction for each profile; a row tells what became of it.
    private func carryOut(_ plan: ImportPlan) async throws -> [ImportRow] {
        var rows: [ImportRow] = []
        for step in plan.steps { rows.append(try await carryOut(step)) }
        return rows
    }

    private func carryOut(_ step: ImportPlan.Step) async throws -> ImportRow {
        guard step.withoutTokens == nil, step.grant.refreshToken != nil, !isDryRun else { return try apply(step) }
        // A refresh between the look at the kept token and the write would be lost, and on some servers the sign-in.
        return try await services.tokenCache.withRefreshLock(
            account: step.grant.account, clientID: step.grant.clientID, timeout: .seconds(90)
        ) { try apply(step) }
    }

    private func apply(_ step: ImportPlan.Step) throws -> ImportRow {
        let kept = try services.tokenCache.refreshToken(account: step.grant.account, clientID: step.grant.clientID)
        let isNewer = step.grant.refreshToken?.isWorthMore(than: kept) ?? false
        let repository = try services.profiles
        guard step.exists else {
            let grant = isNewer || kept == nil ? step.grant : step.grant.identity
            if !isDryRun { try repository.add(step.profile, with: grant) }
            let signedIn =
                step.withoutTokens == nil && (kept != nil || grant.refreshToken != nil || grant.accessToken != nil)
            let reason = step.withoutTokens ?? (signedIn ? "" : "its tokens have expired")
            return row(.added, step, reason, signedIn: signedIn)
        }
        let state = try repository.statuses(at: Date())[step.profile.name]?.state
        guard isNewer else {
            return row(.unchanged, step, "it is there, and the file has nothing newer", signedIn: state == .signedIn)
        }
        if !isDryRun { try repository.update(step.profile, with: step.grant) }
        return row(.updated, step, "the file's tokens are newer", signedIn: true)
    }

    private func row(_ outcome: ImportRow.Outcome, _ step: ImportPlan.Step, _ reason: String, signedIn: Bool)
        -> ImportRow
    {
        ImportRow(
            outcome: outcome, profile: step.profile.name.text, username: step.profile.username,
            tenantId: step.profile.tenantID, clientId: step.profile.clientID, reason: reason, signedIn: signedIn)
    }
}

extension RefreshToken {
    /// One that the server has refused is worth less than any other.
    fileprivate func isWorthMore(than kept: RefreshToken?) -> Bool {
        guard let kept else { return true }
        return kept.secret != secret && (kept.rejectedAt != nil || kept.cachedAt < cachedAt)
    }
}

extension TokenGrant {
    /// Who it is, without the tokens, where those that are kept are as good.
    fileprivate var identity: TokenGrant {
        TokenGrant(
            account: account, tenantProfile: tenantProfile, clientID: clientID, tenantID: tenantID, accessToken: nil,
            refreshToken: nil, idToken: idToken)
    }
}
