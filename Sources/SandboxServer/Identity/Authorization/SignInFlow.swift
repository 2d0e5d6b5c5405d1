/// A sign-in in progress in some browser, known to its pages by an opaque id.
struct Interaction {
    enum Purpose {
        case authorization(AuthorizationRequest)
        case device(DeviceCode)
        case adminConsent(AdminConsentRequest)
    }

    let id: String
    let purpose: Purpose
    /// Set once an account has been chosen; what is left to answer then is the consent.
    var identity: Identity?

    init(purpose: Purpose) {
        id = RandomID.token()
        self.purpose = purpose
    }

    var application: Application {
        switch purpose {
        case .authorization(let request): request.application
        case .device(let code): code.application
        case .adminConsent(let request): request.application
        }
    }

    var authority: Authority {
        switch purpose {
        case .authorization(let request): request.authority
        case .device(let code): code.authority
        case .adminConsent(let request): request.authority
        }
    }

    var scopes: ScopeRequest {
        switch purpose {
        case .authorization(let request): request.scopes
        case .device(let code): code.scopes
        case .adminConsent(let request): request.scopes
        }
    }

    var hints: AccountHints {
        guard case .authorization(let request) = purpose else { return AccountHints(FormFields()) }
        return request.hints
    }

    func isPrompted(for prompt: String) -> Bool {
        guard case .authorization(let request) = purpose else { return false }
        return request.prompts.contains(prompt)
    }
}
