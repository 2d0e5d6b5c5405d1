import Foundation
import HTTPTransport

extension UnifiedCache {
    /// The sign-ins in the file.
    ///
    /// - Parameter authority: the authority for entries of a host that is no cloud of Microsoft's; they are left out
    ///   without it, because a file must not decide which host gets a refresh token.
    public func contents(trusting authority: Authority? = nil, now: Date) -> CacheContents {
        var reader = CacheReader(cache: self, otherAuthority: authority, now: now)
        let signIns = reader.signIns()
        return CacheContents(signIns: signIns, skipped: reader.skipped)
    }
}

/// Finds out which accounts, tenants and clients the entries of a cache are about.
struct CacheReader {
    /// An entry whose account and authority are known.
    struct Placed {
        let account: AccountID
        let issuer: Authority
        let entry: CacheEntry

        var clientID: String { entry[.clientID] ?? "" }
    }

    private let otherAuthority: Authority?
    let now: Date
    let families: Set<String>
    private(set) var skipped: [SkippedEntry: Int]
    var accessTokens: [Placed] = []
    var refreshTokens: [Placed] = []
    var idTokens: [(placed: Placed, claims: IDToken)] = []
    var accounts: [Placed] = []

    init(cache: UnifiedCache, otherAuthority: Authority?, now: Date) {
        (self.otherAuthority, self.now) = (otherAuthority, now)
        skipped = cache.unreadable > 0 ? [.unreadable: cache.unreadable] : [:]
        let marked = (cache.all(.appMetadata) + cache.all(.refreshToken)).filter { $0[.familyID] != nil }
        families = Set(marked.compactMap { $0[.clientID]?.lowercased() })
        accessTokens = place(cache.all(.accessToken))
        refreshTokens = place(cache.all(.refreshToken))
        accounts = place(cache.all(.account))
        idTokens = place(cache.all(.idToken)).compactMap { placed in
            let claims = placed.entry.secret.flatMap { try? IDToken($0) }
            if claims == nil { skipped[.unreadable, default: 0] += 1 }
            return claims.map { (placed, $0) }
        }
    }

    mutating func signIns() -> [CachedSignIn] {
        var seen: Set<TokenKey> = []
        return places().filter { seen.insert($0.key).inserted }
            .compactMap { signIn($0.key, $0.issuer) }
            .sorted { $0.sortKey < $1.sortKey }
    }

    private mutating func place(_ entries: [CacheEntry]) -> [Placed] {
        entries.compactMap { entry in
            guard let host = entry[.environment]?.lowercased() else { return skip(.unreadable) }
            guard let home = entry[.homeAccountID] else { return skip(.noAccount) }
            guard let issuer = issuer(host) else { return skip(.unknownHost(host)) }
            // It is shown, and sent as a form field: what no server gives out as a client id stays out.
            guard (entry[.clientID] ?? "").utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                return skip(.unreadable)
            }
            let account = AccountID(homeAccountID: home, environment: issuer.environment)
            return Placed(account: account, issuer: issuer, entry: entry)
        }
    }

    mutating func skip<Value>(_ reason: SkippedEntry) -> Value? {
        skipped[reason, default: 0] += 1
        return nil
    }

    /// All the names of a cloud are one environment here; other hosts may stand with their port or without.
    private func issuer(_ host: String) -> Authority? {
        if let otherAuthority, host == otherAuthority.host || otherAuthority.origin.hasSuffix("://\(host)") {
            return otherAuthority
        }
        return Cloud(loginHost: host).flatMap { try? Authority(cloud: $0, tenant: "common") }
    }

    /// Every tenant in which a client has used an account; without a client, where the account alone is known.
    private mutating func places() -> [(key: TokenKey, issuer: Authority)] {
        var found = (accessTokens + idTokens.map(\.placed)).compactMap { place(of: $0) }
        for token in refreshTokens where !found.contains(where: { $0.key.isOf(token.account, token.clientID) }) {
            found += tenants(of: token).map { (key(token, $0), token.issuer) }
        }
        for account in accounts where !found.contains(where: { $0.key.account == account.account }) {
            if let place = place(of: account) { found.append(place) }
        }
        return found
    }

    private mutating func place(of placed: Placed) -> (key: TokenKey, issuer: Authority)? {
        guard let tenant = tenant(of: placed) else {
            return skip(.unknownTenant(account: placed.account.homeAccountID))
        }
        return (key(placed, tenant), placed.issuer)
    }

    /// A refresh token names no tenant: those are meant where its account is known, else its home.
    private mutating func tenants(of token: Placed) -> [String] {
        let known = accounts.filter { $0.account == token.account }.compactMap(tenant(of:))
        if !known.isEmpty { return known }
        return place(of: token).map { [$0.key.tenantID] } ?? []
    }

    private func key(_ placed: Placed, _ tenant: String) -> TokenKey {
        TokenKey(account: placed.account, clientID: placed.clientID, tenantID: tenant)
    }

    /// The tenant's GUID: as it stands there, as an ID token says, or the home tenant where the realm stands for it.
    func tenant(of placed: Placed) -> String? {
        guard placed.issuer.kind.hasTenants else { return "" }
        let realm = placed.entry[.realm]?.lowercased() ?? "common"
        if UUID(uuidString: realm) != nil { return realm }
        let told = idTokens.first {
            $0.placed.account == placed.account && $0.placed.entry[.realm]?.lowercased() == realm
        }
        if let id = told?.claims.tenantID, UUID(uuidString: id) != nil { return id.lowercased() }
        guard Authority.sharedTenants.contains(realm) else { return nil }
        let home = realm == "consumers" ? Authority.personalTenantID : placed.account.homeTenantID
        return home.flatMap { UUID(uuidString: $0) == nil ? nil : $0.lowercased() }
    }
}

extension CachedSignIn {
    fileprivate var sortKey: (String, String, String) {
        (grant.tenantProfile?.username ?? "", grant.tenantID, grant.clientID)
    }
}
