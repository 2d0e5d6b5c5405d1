import AccountProfiles
import AuthCore
import FoundationEssentials

/// A profile of another program's file, and the grant that the file holds for it.
public struct ImportedProfile: Sendable {
    public let profile: Profile
    public let grant: TokenGrant
    /// Whether the profile was in the store when the import began.
    public let exists: Bool

    public init(profile: Profile, grant: TokenGrant, exists: Bool) {
        self.profile = profile
        self.grant = grant
        self.exists = exists
    }
}

/// The outcome for an imported profile.
public enum ImportOutcome: Hashable, Sendable {
    /// - Parameter hasTokens: whether the file or the store has tokens for it.
    case added(hasTokens: Bool)
    /// The file's tokens are newer than the stored ones.
    case updated
    /// The profile exists, and the file has nothing newer.
    case unchanged
}

/// Writes about many profiles or accounts. A transaction for each would wait for the disk each time.
extension ProfileRepository {
    /// Stores the profiles of a file in one transaction. None of them becomes current.
    ///
    /// Stored tokens are compared with the file's in the transaction that replaces them, so that the tokens of a refresh
    /// in another process are not lost.
    ///
    /// - Returns: the outcome for each, in their order.
    /// - Throws: `ProfileError.nameInUse`, with none of them stored.
    public func add(_ imported: [ImportedProfile]) throws -> [ImportOutcome] {
        try store.write { db in
            let rows = SignedInRows(db: db, keys: store.keys)
            return try imported.map { imported in
                let outcome = try outcome(for: imported, in: db)
                switch outcome {
                case .added:
                    try rows.add(imported.signedIn, with: grantToAdd(imported, in: db))
                case .updated:
                    let name = imported.profile.name.text
                    guard let id = try ProfileRows(db: db).id(named: name) else {
                        throw ProfileError.unknown(name, nearest: [])
                    }
                    try rows.replace(id, with: imported.signedIn, imported.grant)
                case .unchanged: break
                }
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
        return try store.write(then: .erased) { db in
            let rows = AccountRows(db: db)
            return try accounts.reduce(into: [AccountID: RemovedTokens]()) { removed, account in
                if try rows.exists(account) { removed[account] = try rows.remove(account) }
            }
        }
    }

    private func outcome(for imported: ImportedProfile, in db: Database) throws -> ImportOutcome {
        let (cached, isNewer) = try comparison(of: imported.grant, in: db)
        if imported.exists { return isNewer ? .updated : .unchanged }
        let grant = imported.grant
        return .added(hasTokens: cached != nil || grant.refreshToken != nil || grant.accessToken != nil)
    }

    /// The grant without its tokens where another profile of the account has tokens that are as good.
    private func grantToAdd(_ imported: ImportedProfile, in db: Database) throws -> TokenGrant {
        let (cached, isNewer) = try comparison(of: imported.grant, in: db)
        return isNewer || cached == nil ? imported.grant : imported.grant.withoutTokens
    }

    private func comparison(
        of grant: TokenGrant, in db: Database
    ) throws -> (cached: RefreshToken?, isNewer: Bool) {
        let cached = try RefreshTokenRows(db: db).token(grant.account, clientID: grant.clientID, keys: store.keys)
        return (cached, grant.refreshToken?.shouldReplace(cached) ?? false)
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
    fileprivate var signedIn: SignedInProfile {
        SignedInProfile(profile: profile, credential: nil, domain: nil, mayBecomeCurrent: false)
    }
}
