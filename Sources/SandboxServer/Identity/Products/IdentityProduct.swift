/// The identity product that serves an authority. The products differ where the standards leave room.
enum IdentityProduct: Equatable {
    case entra
    /// Active Directory Federation Services.
    case federation(redirectPort: Int)
    /// Azure AD B2C.
    case userFlow

    /// Entra and B2C ignore the port of a loopback redirect URI (RFC 8252 §7.3); AD FS compares the whole URI.
    func accepts(redirectURI: String, of application: AppRegistration) -> Bool {
        guard case .federation(let port) = self else { return application.accepts(redirectURI: redirectURI) }
        return application.secret == nil && redirectURI == "http://localhost:\(port)"
    }
}

extension SignInAuthority {
    var isEntra: Bool {
        switch self {
        case .federation, .userFlow: false
        default: true
        }
    }

    func product(in sandbox: SandboxState) -> IdentityProduct {
        switch self {
        case .federation: .federation(redirectPort: sandbox.options.federationRedirectPort)
        case .userFlow: .userFlow
        default: .entra
        }
    }

    /// The `client_info` of the identity; nil for AD FS, which has none. In B2C each policy makes another account of
    /// the same user.
    func clientInfo(of identity: TenantIdentity) -> String? {
        switch self {
        case .federation: nil
        case .userFlow(let flow): flow.clientInfo(of: identity)
        default: identity.clientInfo
        }
    }

    func scopes(_ text: String, for application: AppRegistration) throws(EntraError) -> RequestedScopes {
        guard !isEntra else { return try RequestedScopes(parsing: text, application: application) }
        var own: APIResource?
        if case .userFlow = self { own = .own(application) }
        let scopes = try RequestedScopes(parsing: text, application: application, own: own)
        for group in scopes.groups where ![.api, own].contains(group.resource) { throw .notOffered(group.resource) }
        return scopes
    }
}

extension APIResource {
    /// The application itself as the audience of its access tokens.
    static func own(_ application: AppRegistration) -> APIResource {
        APIResource(
            appID: application.id, name: application.name, identifiers: [application.id], permissions: [], defaults: [])
    }
}

extension IssuedRefreshToken {
    /// Whether the token can be redeemed here. Entra accepts it at any tenant; AD FS, B2C and each cloud instance only
    /// their own tokens.
    func isAccepted(at authority: SignInAuthority, in cloud: CloudInstance) -> Bool {
        guard self.cloud == cloud else { return false }
        let isOfEntra = { (authority: SignInAuthority) in authority.isEntra && authority != .customers }
        return self.authority == authority || (isOfEntra(self.authority) && isOfEntra(authority))
    }
}
