import AccountProfiles
import AuthCore
import FoundationEssentials

/// A profile of another program's file, and the grant that the file holds for it.
public struct ImportedProfile: Sendable {
    public let profile: Profile
    public let grant: TokenGrant
    /// Whether the profile was in the store when the import began.
    public let exists: Bool
    /// Whether a profile in the store had the same account and client by then, and so the same refresh token.
    public let sharesTokens: Bool

    public init(profile: Profile, grant: TokenGrant, exists: Bool, sharesTokens: Bool) {
        self.profile = profile
        self.grant = grant
        self.exists = exists
        self.sharesTokens = sharesTokens
    }
}

/// The outcome for an imported profile.
public enum ImportOutcome: Hashable, Sendable {
    /// - Parameter hasTokens: whether the file or the store has tokens for it.
    case added(hasTokens: Bool)
    /// The profile exists, and the file's tokens are newer than the stored ones. Those stay: a file does not prove whose its
    /// tokens are.
    case newer
    /// The profile exists, and the file has nothing newer.
    case unchanged
}

/// Writes about many profiles or accounts. A transaction for each would wait for the disk each time.
extension ProfileRepository {
    /// Stores the new profiles of a file in one transaction. None of them becomes current. No stored tokens are replaced.
    ///
    /// - Returns: the outcome for each, in their order.
    /// - Throws: `ProfileError.nameInUse`, with none of them stored.
    public func add(_ imported: [ImportedProfile]) throws -> [ImportOutcome] {
        try store.write { db in
            let rows = SignedInRows(db: db, keys: store.keys)
            return try imported.map { imported in
                let outcome = try outcome(for: imported, in: db)
                if case .added = outcome { try rows.add(imported.signIn, with: grantToAdd(imported, in: db)) }
                return outcome
            }
        }
    }

    /// The outcomes that `add` would have now. Nothing is written.
    public func outcomes(of imported: [ImportedProfile]) throws -> [ImportOutcome] {
        let outcomes = try store.read { db in try imported.map { try outcome(for: $0, in: db) } }
        return outcomes
            ?? imported.map { .added(hasTokens: $0.grant.refreshToken != nil || $0.grant.accessToken != nil) }
    }

    /// Removes all tokens of the accounts, in one transaction.
    ///
    /// - Returns: the tokens of each account that were removed. Accounts that are not in the store are left out.
    public func removeTokens(of accounts: [AccountID]) throws -> [AccountID: RemovedTokens] {
        guard try !accounts.isEmpty && store.read({ _ in }) != nil else { return [:] }
        return try store.write(checkpoint: .vacuum) { db in
            let rows = AccountRows(db: db)
            return try accounts.reduce(into: [AccountID: RemovedTokens]()) { removed, account in
                if try rows.exists(account) { removed[account] = try rows.remove(account) }
            }
        }
    }

    private func outcome(for imported: ImportedProfile, in db: Database) throws -> ImportOutcome {
        let grant = imported.grant
        let cached = try cachedToken(of: grant, in: db)
        if imported.exists { return grant.refreshToken?.shouldReplace(cached) ?? false ? .newer : .unchanged }
        let isNew = grant.refreshToken != nil || grant.accessToken != nil
        return .added(hasTokens: cached != nil || (isNew && !imported.sharesTokens))
    }

    /// The grant without its tokens where they would be those of another profile, too.
    private func grantToAdd(_ imported: ImportedProfile, in db: Database) throws -> TokenGrant {
        try imported.sharesTokens || cachedToken(of: imported.grant, in: db) != nil
            ? imported.grant.withoutAccessAndRefreshTokens : imported.grant
    }

    private func cachedToken(of grant: TokenGrant, in db: Database) throws -> RefreshToken? {
        try RefreshTokenRows(db: db).token(grant.account, clientID: grant.clientID, keys: store.keys)
    }
}

extension RefreshToken {
    /// Whether this token is newer than the cached one, or the server has rejected the cached one.
    fileprivate func shouldReplace(_ cached: RefreshToken?) -> Bool {
        guard let cached else { return true }
        return cached.secret != secret && (cached.rejectedAt != nil || cached.cachedAt < cachedAt)
    }
}

extension ImportedProfile {
    fileprivate var signIn: ProfileSignIn {
        ProfileSignIn(profile: profile, credential: nil, domain: nil, mayBecomeCurrent: false)
    }
}
