/// Which product of the family answers; each has manners of its own where the standards leave room.
enum Service: Equatable {
    case entra
    /// Active Directory Federation Services.
    case federation(redirectPort: Int)
    /// Azure AD B2C.
    case userFlow

    /// Entra and B2C ignore the port of a loopback address; the federation service compares the whole of it.
    func accepts(redirectURI: String, of application: Application) -> Bool {
        guard case .federation(let port) = self else { return application.accepts(redirectURI: redirectURI) }
        return application.secret == nil && redirectURI == "http://localhost:\(port)"
    }
}

extension Authority {
    var isEntra: Bool {
        switch self {
        case .federation, .userFlow: false
        default: true
        }
    }

    func service(of emulation: Emulation) -> Service {
        switch self {
        case .federation: .federation(redirectPort: emulation.options.federationRedirectPort)
        case .userFlow: .userFlow
        default: .entra
        }
    }

    /// Nil where there is no such thing; in a user flow the same person is another account for each policy.
    func clientInfo(of identity: Identity) -> String? {
        switch self {
        case .federation: nil
        case .userFlow(let flow): flow.clientInfo(of: identity)
        default: identity.clientInfo
        }
    }

    func scopes(_ text: String, for application: Application) throws(EntraError) -> ScopeRequest {
        guard !isEntra else { return try ScopeRequest(parsing: text, application: application) }
        var own: Resource?
        if case .userFlow = self { own = .own(application) }
        let scopes = try ScopeRequest(parsing: text, application: application, own: own)
        for group in scopes.groups where ![.api, own].contains(group.resource) { throw .notOffered(group.resource) }
        return scopes
    }
}

extension Resource {
    /// The application as the audience of its own access tokens.
    static func own(_ application: Application) -> Resource {
        Resource(
            appID: application.id, name: application.name, identifiers: [application.id], permissions: [], defaults: [])
    }
}

extension RefreshToken {
    /// Any tenant of Entra is as good as any other; the other services and each cloud stand for themselves.
    func isGood(at authority: Authority, in cloud: Cloud) -> Bool {
        guard self.cloud == cloud else { return false }
        let isOfEntra = { (authority: Authority) in authority.isEntra && authority != .customers }
        return self.authority == authority || (isOfEntra(self.authority) && isOfEntra(authority))
    }
}
