import Foundation
import HTTPTransport

/// What the places found hold.
extension CacheReader {
    mutating func signIn(_ key: TokenKey, _ issuer: Authority) -> CachedSignIn? {
        guard let authority = try? issuer.with(tenant: key.tenantID) else {
            return skip(.unknownTenant(account: key.account.homeAccountID))
        }
        let tokens = accessTokens(key)
        let newest = tokens.max {
            ($0.scopes.areForGraph ? 1 : 0, $0.expiresOn) < ($1.scopes.areForGraph ? 1 : 0, $1.expiresOn)
        }
        let idToken = idTokens.first { $0.placed.clientID == key.clientID && matches($0.placed, key) }
        let grant = TokenGrant(
            account: key.account, tenantProfile: tenantProfile(key), clientID: key.clientID, tenantID: key.tenantID,
            accessToken: newest.flatMap { $0.expiresOn > now ? $0 : nil },
            refreshToken: refreshToken(key), idToken: idToken?.placed.entry.secret)
        let clientID = key.clientID.lowercased()
        return CachedSignIn(
            grant: grant, authority: authority, scopes: newest?.scopes ?? [],
            isFirstPartyClient: families.contains(clientID) || MicrosoftClients.known.contains(clientID))
    }

    private func matches(_ placed: Placed, _ key: TokenKey) -> Bool {
        placed.account == key.account && tenant(of: placed) == key.tenantID
    }

    private mutating func accessTokens(_ key: TokenKey) -> [AccessToken] {
        accessTokens.filter { $0.clientID == key.clientID && matches($0, key) }.compactMap { placed in
            let entry = placed.entry
            guard let secret = entry.secret, let expiresOn = entry.time(.expiresOn) else { return skip(.unreadable) }
            let type = entry[.tokenType] ?? entry[.accessTokenType] ?? "Bearer"
            guard type.lowercased() == "bearer", !CacheReader.bonds.contains(where: { entry[$0] != nil }) else {
                return skip(.bound)
            }
            return AccessToken(
                secret: secret, tokenType: type, scopes: Scopes(spaceSeparated: entry[.target] ?? "").withoutOpenID,
                cachedAt: min(entry.time(.cachedAt) ?? now, now), expiresOn: expiresOn,
                refreshOn: entry.time(.refreshOn))
        }
    }

    private static let bonds: [CacheEntry.Field] = [.keyID, .goKeyID, .netKeyID, .assertionHash, .extendedKey]

    /// The newest of those that several libraries have filed under keys of their own.
    private func refreshToken(_ key: TokenKey) -> RefreshToken? {
        let all = refreshTokens.filter { key.isOf($0.account, $0.clientID) && $0.entry.secret != nil }
        guard let newest = all.max(by: { age($0) < age($1) }), let secret = newest.entry.secret else { return nil }
        // Only MSAL for Python notes the time; with the others the access tokens that came along tell it.
        let seen = accessTokens.filter { key.isOf($0.account, $0.clientID) }.compactMap { $0.entry.time(.cachedAt) }
            .max()
        let time = newest.entry.time(.lastModified) ?? seen ?? Date(timeIntervalSince1970: 0)
        return RefreshToken(secret: secret, familyID: newest.entry[.familyID], cachedAt: min(time, now))
    }

    private func age(_ token: Placed) -> Date { token.entry.time(.lastModified) ?? .distantPast }

    private func tenantProfile(_ key: TokenKey) -> TenantProfile {
        let own = accounts.filter { $0.account == key.account }
        let here = own.first { tenant(of: $0) == key.tenantID }?.entry
        let claims = idTokens.first { matches($0.placed, key) }?.claims
        return TenantProfile(
            tenantID: key.tenantID, objectID: here?[.localAccountID] ?? claims?.objectID ?? claims?.subject ?? "",
            username: here?[.username] ?? claims?.username ?? own.lazy.compactMap { $0.entry[.username] }.first ?? "",
            displayName: here?[.name] ?? claims?.name ?? own.lazy.compactMap { $0.entry[.name] }.first ?? "")
    }
}

extension TokenKey {
    func isOf(_ account: AccountID, _ clientID: String) -> Bool {
        self.account == account && self.clientID == clientID
    }
}

/// Client ids of programs that Microsoft publishes.
enum MicrosoftClients {
    /// Documented members of the "family of client ids"; a cache also marks them with `family_id`.
    static let known: Set<String> = [
        "04b07795-8ddb-461a-bbee-02f9e1bf7b46",  // Azure CLI
        "1950a258-227b-4e31-a9cf-717495945fc2",  // Azure PowerShell
        "872cd9fa-d31f-45e0-9eab-6e460a02d1f1",  // Visual Studio
        "d3590ed6-52b3-4102-aeff-aad2292ab01c",  // Office
        "1fec8e78-bce4-4aaf-ab1b-5451cc387264",  // Teams
        "27922004-5251-4030-b22d-91ecd9a37ea4",  // Outlook for phones
        "ab9b8c07-8f02-4f72-87fa-80105867a763",  // OneDrive
        "4813382a-8fa7-425e-ab75-3b753aab3abb",  // Authenticator
        "9ba1a5c7-f17a-4de9-a1f1-6178c8d51223",  // Company Portal
        "d326c1ce-6cc6-4de2-bebc-4591e5e13ef0",  // SharePoint
    ]
}
