import AccountProfiles
import AccountStore
import AuthCore
import HTTPTransport

/// The tokens of a file for a profile that exists. A file can claim any account for its tokens, so they replace the stored
/// ones only after the server has said whose they are.
struct ImportedTokens {
    let services: Services

    enum Outcome: Sendable {
        case saved
        /// The stored tokens are as new by now.
        case unchanged
        /// The stored tokens stay.
        case refused(Refusal)
    }

    enum Refusal: Sendable {
        /// The tokens belong to another account, or the response does not say to which.
        case otherAccount(username: String?)
        case rejected
        /// The server could not be asked; the text says why.
        case unknown(String)
    }

    /// Redeems the file's refresh token and saves what it brings, where that is for the profile's account.
    ///
    /// - Throws: the errors of the store.
    func redeem(_ imported: ImportedProfile) async throws -> Outcome {
        let key = imported.grant.key
        do {
            return try await services.tokenCache.withRefreshLock(
                account: key.account, clientID: key.clientID, timeout: .seconds(90)
            ) {
                // Another process may have renewed the stored tokens while this one waited.
                guard try services.profiles.outcomes(of: [imported]) == [.newer] else { return .unchanged }
                return try await redeemAlone(imported)
            }
        } catch let error as AuthError {
            return .refused(Self.refusal(error))
        }
    }

    private func redeemAlone(_ imported: ImportedProfile) async throws -> Outcome {
        let repository = try services.profiles
        let profile = try repository.profile(named: imported.profile.name.text)
        try repository.requireUnaltered(profile)
        let cache = InMemoryTokenCache()
        try cache.save(imported.grant)
        let authority = try profile.authority.with(tenant: profile.tenantID)
        let client = try services.clients.publicClient(profile.clientID, at: authority, cache: cache)
        try await repository.update(profile) {
            let grant = try await client.acquireTenantTokens(for: profile.account, scopes: profile.scopes).grant
            // A refresh may bring no ID token. Then nothing says whose tokens these are.
            guard grant.idToken != nil, grant.key == profile.tokenKey else {
                throw AuthError.identityMismatch(.missingIDToken)
            }
            // A server may leave the redeemed refresh token in use.
            let token = try cache.refreshToken(account: profile.account, clientID: profile.clientID)
            return grant.with(refreshToken: token)
        }
        return .saved
    }

    private static func refusal(_ error: AuthError) -> Refusal {
        switch error {
        case .wrongAccount(_, let received): .otherAccount(username: received)
        case .identityMismatch: .otherAccount(username: nil)
        case .interactionRequired, .refused: .rejected
        default: .unknown(Failure(error, retryCommand: "").message)
        }
    }
}

extension ImportedTokens.Refusal {
    /// The reason in the row of the profile.
    var reason: String {
        switch self {
        case .otherAccount: "the file's tokens belong to another account"
        case .rejected: "the server rejects the file's tokens"
        case .unknown: "the server could not confirm the file's tokens"
        }
    }

    /// - Parameter retryCommand: the command that imports the same.
    func note(about profile: ProfileName, retryCommand: SuggestedCommand) -> Remark {
        switch self {
        case .otherAccount(let username?):
            Remark("\(profile) keeps its tokens: those of the file belong to \(username).")
        case .otherAccount(nil):
            Remark("\(profile) keeps its tokens: the server did not confirm that the file's are its own.")
        case .rejected: Remark("\(profile) keeps its tokens: the server rejects those of the file.")
        case .unknown(let reason):
            Remark(
                "\(profile) keeps its tokens: the server could not confirm the file's. \(reason) To try again, run:",
                command: retryCommand)
        }
    }
}
