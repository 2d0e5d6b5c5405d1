import FoundationEssentials
import HTTPTransport

extension UnifiedCache {
    /// The sign-ins in the file.
    ///
    /// - Parameters:
    ///   - authority: The authority for entities of a host that does not belong to a Microsoft cloud. Without it they are
    ///     left out, because a file must not decide which host gets a refresh token.
    ///   - now: Access tokens that have expired by then are left out.
    public func contents(trusting authority: Authority? = nil, now: Date) -> CacheContents {
        var reader = CacheReader(cache: self, trustedAuthority: authority, now: now)
        let signIns = reader.signIns()
        return CacheContents(signIns: signIns, skipped: reader.skipped)
    }
}

/// Finds the accounts, tenants and clients of a cache's entities.
struct CacheReader {
    /// An entity whose account and authority are known.
    struct Located {
        let account: AccountID
        let authority: Authority
        let entity: CacheEntity

        var clientID: String { entity[.clientID] ?? "" }
    }

    private let trustedAuthority: Authority?
    let now: Date
    /// The client ids that the file marks as members of Microsoft's family of client ids.
    let familyClients: Set<String>
    private(set) var skipped: [SkippedEntity: Int]
    /// By account, because a file can have thousands.
    private var byAccount: [AccountID: OfAccount] = [:]

    /// The entities of one account, in the order of the file.
    struct OfAccount {
        var accessTokens: [Located] = []
        var refreshTokens: [Located] = []
        var idTokens: [(located: Located, claims: IDToken)] = []
        var accounts: [Located] = []
    }

    init(cache: UnifiedCache, trustedAuthority: Authority?, now: Date) {
        (self.trustedAuthority, self.now) = (trustedAuthority, now)
        skipped = cache.unreadableCount > 0 ? [.unreadable: cache.unreadableCount] : [:]
        let marked = (cache.all(.appMetadata) + cache.all(.refreshToken)).filter { $0[.familyID] != nil }
        familyClients = Set(marked.compactMap { $0[.clientID]?.lowercased() })
        for token in locate(cache.all(.accessToken)) {
            byAccount[token.account, default: OfAccount()].accessTokens.append(token)
        }
        for token in locate(cache.all(.refreshToken)) {
            byAccount[token.account, default: OfAccount()].refreshTokens.append(token)
        }
        for entity in locate(cache.all(.account)) {
            byAccount[entity.account, default: OfAccount()].accounts.append(entity)
        }
        for token in locate(cache.all(.idToken)) {
            guard let claims = token.entity.secret.flatMap({ try? IDToken($0) }) else {
                skipped[.unreadable, default: 0] += 1
                continue
            }
            byAccount[token.account, default: OfAccount()].idTokens.append((token, claims))
        }
    }

    func entities(of account: AccountID) -> OfAccount { byAccount[account] ?? OfAccount() }

    mutating func signIns() -> [CachedSignIn] {
        var seen: Set<TokenKey> = []
        return byAccount.values.flatMap { keys(of: $0) }.filter { seen.insert($0.key).inserted }
            .compactMap { signIn($0.key, authority: $0.authority) }
            .sorted { $0.sortKey < $1.sortKey }
    }

    private mutating func locate(_ entities: [CacheEntity]) -> [Located] {
        entities.compactMap { entity in
            guard let host = entity[.environment]?.lowercased() else { return skip(.unreadable) }
            guard let home = entity[.homeAccountID] else { return skip(.noAccount) }
            guard let authority = authority(ofHost: host) else { return skip(.unknownHost(host)) }
            // A client id is displayed and sent as a form field, so only printable ASCII is accepted.
            guard (entity[.clientID] ?? "").utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                return skip(.unreadable)
            }
            guard authority.hasUserFlow(of: home) else { return skip(.otherUserFlow(account: home)) }
            let account = AccountID(homeAccountID: home, environment: authority.environment)
            return Located(account: account, authority: authority, entity: entity)
        }
    }

    mutating func skip<Value>(_ reason: SkippedEntity) -> Value? {
        skipped[reason, default: 0] += 1
        return nil
    }

    /// All names of a cloud's login host are one environment. The trusted host may be written with or without its port.
    private func authority(ofHost host: String) -> Authority? {
        if let trustedAuthority, host == trustedAuthority.host || trustedAuthority.origin.hasSuffix("://\(host)") {
            return trustedAuthority
        }
        return Cloud(loginHost: host).flatMap { try? Authority(cloud: $0, tenant: "common") }
    }
}

/// The tenants in which the cached accounts were used.
extension CacheReader {
    /// Every client and tenant of an account. One without any token has an empty client id.
    private mutating func keys(of account: OfAccount) -> [(key: TokenKey, authority: Authority)] {
        var found = (account.accessTokens + account.idTokens.map(\.located)).compactMap { key(of: $0) }
        var clients = Set(found.map(\.key.withoutTenant))
        for token in account.refreshTokens where !clients.contains(key(of: token, tenantID: "")) {
            let keys = tenants(of: token).map { (key: key(of: token, tenantID: $0), authority: token.authority) }
            clients.formUnion(keys.map(\.key.withoutTenant))
            found += keys
        }
        for entity in account.accounts where found.isEmpty {
            if let key = key(of: entity) { found.append(key) }
        }
        return found
    }

    private mutating func key(of located: Located) -> (key: TokenKey, authority: Authority)? {
        guard let tenant = tenant(of: located) else {
            return skip(.unknownTenant(account: located.account.homeAccountID))
        }
        return (key(of: located, tenantID: tenant), located.authority)
    }

    private func key(of located: Located, tenantID: String) -> TokenKey {
        TokenKey(account: located.account, clientID: located.clientID, tenantID: tenantID)
    }

    /// A refresh token names no tenant: the tenants of its account, else the home tenant.
    private mutating func tenants(of token: Located) -> [String] {
        let known = entities(of: token.account).accounts.compactMap(tenant(of:))
        if !known.isEmpty { return known }
        return key(of: token).map { [$0.key.tenantID] } ?? []
    }

    /// The tenant's GUID: the realm itself, the tenant of an ID token with the same realm, or the home tenant for a realm
    /// such as `common`.
    func tenant(of located: Located) -> String? {
        guard located.authority.kind.hasTenants else { return "" }
        let realm = located.entity[.realm]?.lowercased() ?? "common"
        if realm.isGUID { return realm }
        let idToken = entities(of: located.account).idTokens.first {
            $0.located.entity[.realm]?.lowercased() == realm
        }
        if let id = idToken?.claims.tenantID, id.isGUID { return id.lowercased() }
        guard Authority.sharedTenants.contains(realm) else { return nil }
        let home = realm == "consumers" ? Authority.personalTenantID : located.account.homeTenantID
        return home.flatMap { $0.isGUID ? $0.lowercased() : nil }
    }
}

extension Authority {
    /// Whether a home account id can be of this authority: at Azure AD B2C a person has another one in each user flow, which
    /// follows the object id, as in `{GUID}-b2c_1_signin.{tenant}`.
    fileprivate func hasUserFlow(of homeAccountID: String) -> Bool {
        let user = homeAccountID.lowercased().prefix { $0 != "." }
        guard kind == .b2c, let flow = path.lowercased().split(separator: "/").last, user.dropFirst(36).first == "-",
            String(user.prefix(36)).isGUID
        else { return true }
        return user.dropFirst(37) == flow
    }
}

extension TokenKey {
    fileprivate var withoutTenant: TokenKey { TokenKey(account: account, clientID: clientID, tenantID: "") }
}

extension CachedSignIn {
    fileprivate var sortKey: (String, String, String, String, String) {
        (
            grant.tenantProfile?.username ?? "", grant.tenantID, grant.clientID, grant.account.environment,
            grant.account.homeAccountID
        )
    }
}
