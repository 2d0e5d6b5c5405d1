import FoundationEssentials
import HTTPTransport

/// The tokens and the profile of one account, client and tenant.
extension CacheReader {
    mutating func signIn(_ key: TokenKey, authority: Authority) -> CachedSignIn? {
        guard let authority = try? authority.with(tenant: key.tenantID) else {
            return skip(.unknownTenant(account: key.account.homeAccountID))
        }
        let tokens = accessTokens(key)
        let newest = tokens.max {
            ($0.scopes.areForGraph ? 1 : 0, $0.expiresOn) < ($1.scopes.areForGraph ? 1 : 0, $1.expiresOn)
        }
        let idToken = entities(of: key.account).idTokens.first {
            $0.located.clientID == key.clientID && matches($0.located, key)
        }
        let grant = TokenGrant(
            account: key.account, tenantProfile: tenantProfile(key), clientID: key.clientID, tenantID: key.tenantID,
            accessToken: newest.flatMap { $0.expiresOn > now ? $0 : nil },
            refreshToken: refreshToken(key), idToken: idToken?.located.entity.secret)
        let clientID = key.clientID.lowercased()
        return CachedSignIn(
            grant: grant, authority: authority, scopes: newest?.scopes ?? [],
            isFirstPartyClient: familyClients.contains(clientID) || FirstPartyClients.ids.contains(clientID))
    }

    private func matches(_ located: Located, _ key: TokenKey) -> Bool {
        located.account == key.account && tenant(of: located) == key.tenantID
    }

    private mutating func accessTokens(_ key: TokenKey) -> [AccessToken] {
        entities(of: key.account).accessTokens.filter { $0.clientID == key.clientID && matches($0, key) }.compactMap {
            located in
            let entity = located.entity
            guard let secret = entity.secret, let expiresOn = entity.time(.expiresOn) else { return skip(.unreadable) }
            let type = entity[.tokenType] ?? entity[.accessTokenType] ?? "Bearer"
            guard type.lowercased() == "bearer", !entity.isBound,
                entity[.credentialType].map({ $0.lowercased() == "accesstoken" }) ?? true
            else { return skip(.bound) }
            let scopes = Scopes(spaceSeparated: entity[.target] ?? "").withoutOpenID
                .relative(to: Cloud(loginHost: key.account.environment)?.graph)
            return AccessToken(
                secret: secret, tokenType: type, scopes: scopes,
                cachedAt: min(entity.time(.cachedAt) ?? now, now), expiresOn: expiresOn,
                refreshOn: entity.time(.refreshOn))
        }
    }

    /// The newest one: libraries that share a file store the same refresh token under different keys.
    private func refreshToken(_ key: TokenKey) -> RefreshToken? {
        let own = entities(of: key.account)
        let all = own.refreshTokens.filter { $0.clientID == key.clientID && $0.entity.secret != nil }
        guard let newest = all.max(by: { lastModified($0) < lastModified($1) }), let secret = newest.entity.secret
        else {
            return nil
        }
        // Only MSAL for Python writes the time. Otherwise the access tokens of the same response tell it.
        let accessTokenTime = own.accessTokens.filter { $0.clientID == key.clientID }
            .compactMap { $0.entity.time(.cachedAt) }.max()
        let time = (newest.entity.time(.lastModified) ?? accessTokenTime).map { min($0, now) }
        let lifetime = Authority.Kind.entra.refreshTokenLifetime
        return RefreshToken(
            secret: secret, familyID: newest.entity[.familyID], cachedAt: time ?? Date(timeIntervalSince1970: 0),
            expiresOn: time.flatMap { lifetime.map($0.addingTimeInterval) })
    }

    private func lastModified(_ token: Located) -> Date { token.entity.time(.lastModified) ?? .distantPast }

    private func tenantProfile(_ key: TokenKey) -> TenantProfile {
        let entities = entities(of: key.account)
        let all = entities.accounts
        let own = all.first { tenant(of: $0) == key.tenantID }?.entity
        let claims = entities.idTokens.first { matches($0.located, key) }?.claims
        return TenantProfile(
            tenantID: key.tenantID, objectID: own?[.localAccountID] ?? claims?.objectID ?? claims?.subject ?? "",
            username: own?[.username] ?? claims?.username ?? all.lazy.compactMap { $0.entity[.username] }.first ?? "",
            displayName: own?[.name] ?? claims?.name ?? all.lazy.compactMap { $0.entity[.name] }.first ?? "")
    }
}

/// The client ids of programs that Microsoft publishes.
private enum FirstPartyClients {
    /// Documented members of the family of client ids, which a cache also marks with `family_id`, and tools that people sign
    /// in to with libraries that write such a cache.
    static let ids: Set<String> = [
        "14d82eec-204b-4c2f-b7e8-296a70dab67e",  // Microsoft Graph PowerShell and CLI
        "aebc6443-996d-45c2-90f0-388ff96faa56",  // Visual Studio Code
        "04f0c124-f2bc-4f59-8241-bf6df9866bbd",  // Visual Studio, later versions
        "1b730954-1685-4b74-9bfd-dac224a7b894",  // Azure AD PowerShell
        "fb78d390-0c51-40cd-8e17-fdbfab77341b",  // Exchange Online PowerShell
        "12128f48-ec9e-42f0-b203-ea49fb6af367",  // Teams PowerShell
        "9bc3ab49-b65d-410a-85ad-de819febfddc",  // SharePoint Online Management Shell
        "de8bc8b5-d9f9-48b1-a8ad-b748da725064",  // Graph Explorer
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
