import AccountProfiles
import AuthCore
import FoundationEssentials
import HTTPTransport

/// The form of unsaved tokens in a spare file. A newer version may read what an older one wrote, so members are only
/// added, as optional ones.
extension UnsavedTokens {
    /// - Throws: `DecodingError`, `StoreError.corrupt` for values that no version writes.
    init(json: Data) throws {
        let form = try JSONDecoder().decode(Form.self, from: json)
        grant = form.grant.value
        if let redeemed = form.redeemed {
            origin = .renewal(redeemed: redeemed)
        } else if let signedIn = form.signedIn {
            origin = .signIn(try signedIn.value)
        } else {
            throw SQLiteError.damaged
        }
    }

    /// - Parameter isShort: whether to leave out everything that a renewal can get again.
    func json(isShort: Bool) throws -> Data {
        var form = Form(grant: GrantForm(grant), redeemed: nil, signedIn: nil)
        switch origin {
        case .renewal(let redeemed): form.redeemed = redeemed
        case .signIn(let signedIn): form.signedIn = SignedInForm(signedIn)
        }
        if isShort, grant.refreshToken != nil { (form.grant.accessToken, form.grant.idToken) = (nil, nil) }
        return try JSONEncoder().encode(form)
    }

    private struct Form: Codable {
        var grant: GrantForm
        var redeemed: Data?
        var signedIn: SignedInForm?
    }
}

/// The tokens in the clear: sealed before they are written.
private struct GrantForm: Codable {
    struct Tenant: Codable { let id, objectID, username, displayName: String }
    struct Access: Codable {
        let secret, type, scopes: String
        let cachedAt, expiresOn: Date
        let refreshOn: Date?
    }
    struct Refresh: Codable {
        let secret: String
        let familyID: String?
        let cachedAt: Date
        let expiresOn: Date?
    }

    let homeAccountID, environment, clientID, tenantID: String
    let tenant: Tenant?
    var accessToken: Access?
    let refreshToken: Refresh?
    var idToken: String?
    let verifiedDomains: [String]
    let declinedScopes: String?

    init(_ grant: TokenGrant) {
        (homeAccountID, environment) = (grant.account.homeAccountID, grant.account.environment)
        (clientID, tenantID) = (grant.clientID, grant.tenantID)
        tenant = grant.tenantProfile.map {
            Tenant(id: $0.tenantID, objectID: $0.objectID, username: $0.username, displayName: $0.displayName)
        }
        accessToken = grant.accessToken.map {
            Access(
                secret: $0.secret.expose(), type: $0.tokenType, scopes: $0.scopes.spaceSeparated,
                cachedAt: $0.cachedAt, expiresOn: $0.expiresOn, refreshOn: $0.refreshOn)
        }
        refreshToken = grant.refreshToken.map {
            Refresh(
                secret: $0.secret.expose(), familyID: $0.familyID, cachedAt: $0.cachedAt, expiresOn: $0.expiresOn)
        }
        idToken = grant.idToken?.expose()
        verifiedDomains = grant.verifiedDomains
        declinedScopes = grant.declinedScopes.spaceSeparated
    }

    var value: TokenGrant {
        TokenGrant(
            account: AccountID(homeAccountID: homeAccountID, environment: environment),
            tenantProfile: tenant.map {
                TenantProfile(
                    tenantID: $0.id, objectID: $0.objectID, username: $0.username, displayName: $0.displayName)
            },
            clientID: clientID, tenantID: tenantID,
            accessToken: accessToken.map {
                AccessToken(
                    secret: Secret($0.secret), tokenType: $0.type, scopes: Scopes(spaceSeparated: $0.scopes),
                    cachedAt: $0.cachedAt, expiresOn: $0.expiresOn, refreshOn: $0.refreshOn)
            },
            refreshToken: refreshToken.map {
                RefreshToken(
                    secret: Secret($0.secret), familyID: $0.familyID, cachedAt: $0.cachedAt, expiresOn: $0.expiresOn)
            },
            idToken: idToken.map(Secret.init), declinedScopes: Scopes(spaceSeparated: declinedScopes ?? ""),
            verifiedDomains: verifiedDomains)
    }
}

private struct SignedInForm: Codable {
    enum Credential: Codable {
        case secret(String), certificate(String), federatedTokenFile(String), managedIdentity(String)
    }

    let name, homeAccountID, environment, username, displayName, tenantID, kind, clientID: String
    let authorityKind, authorityURL, scopes, mode: String
    let graph, domain, browser, tlsCertificate, addedScopes, redirectURI: String?
    /// Earlier versions have the port alone.
    let redirectPort: UInt16?
    let credential: Credential?
    let mayBecomeCurrent: Bool

    init(_ signIn: ProfileSignIn) {
        let profile = signIn.profile
        (name, username, displayName) = (profile.name.text, profile.username, profile.displayName)
        (homeAccountID, environment) = (profile.account.homeAccountID, profile.account.environment)
        (tenantID, kind, clientID) = (profile.tenantID, profile.kind.rawValue, profile.clientID)
        (authorityKind, authorityURL) = (profile.authority.kind.rawValue, profile.authority.urlWithParameters)
        (scopes, mode, graph) = (profile.scopes.spaceSeparated, profile.mode.rawValue, profile.graph)
        (redirectURI, redirectPort, browser) = (profile.redirectURI.stored, nil, profile.browser)
        tlsCertificate = profile.authority.clientCertificate?.path
        (domain, addedScopes) = (signIn.domain, signIn.addedScopes?.spaceSeparated)
        credential = signIn.credential.map {
            switch $0 {
            case .secret(let secret): .secret(secret.expose())
            case .certificate(let path): .certificate(path)
            case .federatedTokenFile(let path): .federatedTokenFile(path)
            case .managedIdentity(let identity): .managedIdentity(identity.text)
            }
        }
        mayBecomeCurrent = signIn.mayBecomeCurrent
    }

    var value: ProfileSignIn {
        get throws {
            guard let kind = Profile.Kind(rawValue: kind), let mode = Profile.Mode(rawValue: mode),
                let authorityKind = Authority.Kind(rawValue: authorityKind)
            else { throw SQLiteError.damaged }
            var authority = try Authority(kind: authorityKind, urlWithParameters: authorityURL)
            authority.clientCertificate = tlsCertificate.map(TLSClientCertificate.init)
            let profile = Profile(
                name: try ProfileName(name),
                account: AccountID(homeAccountID: homeAccountID, environment: environment), username: username,
                displayName: displayName, tenantID: tenantID, kind: kind, clientID: clientID,
                authority: authority, graph: graph,
                scopes: Scopes(spaceSeparated: scopes), mode: mode,
                redirectURI: try redirectURI.map { try RedirectURI($0) } ?? .localhost(port: redirectPort ?? 0),
                browser: browser)
            return ProfileSignIn(
                profile: profile, addedScopes: addedScopes.map(Scopes.init(spaceSeparated:)),
                credential: try storedCredential, domain: domain, mayBecomeCurrent: mayBecomeCurrent)
        }
    }

    private var storedCredential: ApplicationCredential? {
        get throws {
            switch credential {
            case .secret(let text): return .secret(Secret(text))
            case .certificate(let path): return .certificate(path: path)
            case .federatedTokenFile(let path): return .federatedTokenFile(path: path)
            case .managedIdentity(let text):
                guard let identity = ManagedIdentityID(text) else { throw SQLiteError.damaged }
                return .managedIdentity(identity)
            case nil: return nil
            }
        }
    }
}
