import FoundationEssentials
import HTTPTransport

/// A sign-in in the format of the cache file that MSAL libraries load.
public struct UnifiedCacheExport: Sendable {
    private let authority: Authority
    private let clientID: String
    private let keys: CacheKeys
    private let profile: TenantProfile
    private let accessTokens: [AccessToken]
    private let refreshToken: RefreshToken?
    private let idToken: Secret?

    /// - Parameter profile: The account as the key's tenant knows it.
    public init(
        key: TokenKey, profile: TenantProfile, authority: Authority, accessTokens: [AccessToken],
        refreshToken: RefreshToken?, idToken: Secret?
    ) {
        self.authority = authority
        clientID = key.clientID
        // MSAL identifies an issuer by its host alone, and takes the first segment of the path for the tenant.
        let realm = authority.path.split(separator: "/").first.map(String.init) ?? ""
        keys = CacheKeys(
            homeAccountID: key.account.homeAccountID, environment: authority.host, clientID: key.clientID,
            realm: authority.kind.hasTenants ? key.tenantID : realm)
        self.profile = profile
        self.accessTokens = accessTokens
        self.refreshToken = refreshToken
        self.idToken = idToken
    }

    /// The content of the file.
    public func text() throws -> Secret {
        typealias Entities = [String: [String: String]]
        let tokens = accessTokens.map { (keys.accessToken(target: target(of: $0)), entity($0)) }
        let file: [UnifiedCache.Kind: Entities] = [
            .accessToken: Entities(tokens) { $1 },
            .refreshToken: refreshToken.map { [keys.refreshToken(target: ""): entity($0)] } ?? [:],
            .idToken: idToken.map { [keys.idToken: entity(idToken: $0)] } ?? [:],
            .account: [keys.account: account],
            .appMetadata: [keys.appMetadata: ["client_id": clientID, "environment": keys.environment]],
        ]
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        let members = Dictionary(uniqueKeysWithValues: file.map { ($0.rawValue, $1) })
        return Secret(String(decoding: try encoder.encode(members), as: UTF8.self) + "\n")
    }

    /// Numbers are texts in this format. MSAL for Go refuses a whole file for one fraction.
    private func entity(_ token: AccessToken) -> [String: String] {
        var fields = credential("AccessToken", token.secret)
        fields["realm"] = keys.realm
        fields["target"] = target(of: token)
        fields["token_type"] = token.tokenType
        fields["cached_at"] = seconds(token.cachedAt)
        fields["expires_on"] = seconds(token.expiresOn)
        fields["extended_expires_on"] = seconds(token.expiresOn)
        fields["refresh_on"] = token.refreshOn.map(seconds)
        return fields
    }

    private func entity(_ token: RefreshToken) -> [String: String] {
        var fields = credential("RefreshToken", token.secret)
        fields["family_id"] = token.familyID
        fields["last_modification_time"] = seconds(token.cachedAt)
        return fields
    }

    private func entity(idToken: Secret) -> [String: String] {
        credential("IdToken", idToken).merging(["realm": keys.realm]) { $1 }
    }

    private var account: [String: String] {
        var fields = [
            "home_account_id": keys.homeAccountID, "environment": keys.environment, "realm": keys.realm,
            "local_account_id": profile.objectID, "username": profile.username,
            "authority_type": authority.kind == .adfs ? "ADFS" : "MSSTS",
        ]
        if !profile.displayName.isEmpty { fields["name"] = profile.displayName }
        return fields
    }

    private func credential(_ type: String, _ secret: Secret) -> [String: String] {
        [
            "credential_type": type, "secret": secret.expose(), "home_account_id": keys.homeAccountID,
            "environment": keys.environment, "client_id": clientID,
        ]
    }

    /// The scopes in the order of their bytes, as MSAL for Python writes them.
    private func target(of token: AccessToken) -> String {
        token.scopes.names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.joined(separator: " ")
    }

    private func seconds(_ time: Date) -> String { String(Int64(time.timeIntervalSince1970)) }
}

/// The keys of entities in a cache file of MSAL for Python.
///
/// Documented behaviour: the parts are joined with dashes and lower-cased, except in the key of app metadata.
struct CacheKeys {
    let homeAccountID: String
    let environment: String
    let clientID: String
    let realm: String

    func accessToken(target: String) -> String { key("accesstoken", clientID, realm, target) }

    /// A refresh token is valid for every tenant, so its key names none.
    func refreshToken(target: String) -> String { key("refreshtoken", clientID, "", target) }

    var idToken: String { key("idtoken", clientID, realm, "") }

    var account: String { key(realm) }

    var appMetadata: String { "appmetadata-\(environment)-\(clientID)" }

    private func key(_ parts: String...) -> String {
        ([homeAccountID, environment] + parts).joined(separator: "-").lowercased()
    }
}
