/// A sign-in in progress. Its pages name it by an opaque id.
struct PendingSignIn {
    enum Purpose {
        case authorization(ValidatedAuthorizationRequest)
        case device(IssuedDeviceCode)
        case adminConsent(TenantConsentRequest)
    }

    let id: String
    let purpose: Purpose
    /// The chosen account. Once it is set, only consent is missing.
    var identity: TenantIdentity?

    init(purpose: Purpose) {
        id = RandomID.token()
        self.purpose = purpose
    }

    var application: AppRegistration {
        switch purpose {
        case .authorization(let request): request.application
        case .device(let code): code.application
        case .adminConsent(let request): request.application
        }
    }

    var authority: SignInAuthority {
        switch purpose {
        case .authorization(let request): request.authority
        case .device(let code): code.authority
        case .adminConsent(let request): request.authority
        }
    }

    var scopes: RequestedScopes {
        switch purpose {
        case .authorization(let request): request.scopes
        case .device(let code): code.scopes
        case .adminConsent(let request): request.scopes
        }
    }

    var hints: SignInHints {
        guard case .authorization(let request) = purpose else { return SignInHints(URLEncodedParameters()) }
        return request.hints
    }

    func isPrompted(for prompt: String) -> Bool {
        guard case .authorization(let request) = purpose else { return false }
        return request.prompts.contains(prompt)
    }
}

/// The pages of a sign-in: account picker, consent, redirect to the client.
struct SignInFlow {
    let sandbox: SandboxState
    let request: HTTPServerRequest

    /// The account picker. Accounts with a session and accounts that match the hints come first.
    func askForAccount(_ signIn: PendingSignIn) -> HTTPServerResponse {
        sandbox.grants.pendingSignIns[signIn.id] = signIn
        let hints = signIn.hints
        let sessions = sandbox.sessions.accounts(in: request)
        let isSignedIn = { (identity: TenantIdentity) in sessions.contains(identity.account.homeAccountID) }
        let isHinted = { (identity: TenantIdentity) in !hints.isEmpty && hints.matches(identity.account) }
        let candidates = sandbox.seed.accounts
            .filter { hints.loginRequired == nil || hints.matches($0) }
            .compactMap { signIn.authority.identity(of: $0) }
        let likely = candidates.filter { isHinted($0) } + candidates.filter { isSignedIn($0) && !isHinted($0) }
        return AccountPickerPage(
            signIn: signIn, likely: likely, others: candidates.filter { !likely.contains($0) },
            isSignedIn: isSignedIn
        ).response()
    }

    func choose(_ identity: TenantIdentity, in signIn: PendingSignIn) -> HTTPServerResponse {
        guard !sandbox.isDisabled(identity.account) else {
            return page(.accountDisabled).attributed(to: identity.account.username)
        }
        if case .authorization = signIn.purpose, !identity.mayUseDevice(of: request) {
            return fail(signIn, with: .deviceDenied).attributed(to: identity.account.username)
        }
        var signIn = signIn
        signIn.identity = identity
        sandbox.grants.pendingSignIns[signIn.id] = signIn
        var response = askForConsent(signIn, of: identity)
        sandbox.sessions.signIn(identity.account, request: request, response: &response)
        return response.attributed(to: identity.account.username)
    }

    func accept(_ signIn: PendingSignIn, as identity: TenantIdentity) -> HTTPServerResponse {
        if case .adminConsent = signIn.purpose { return finish(signIn, as: identity) }
        if signIn.authority.isEntra {
            sandbox.consents.record(
                signIn.scopes, by: .account(identity.account.homeAccountID), application: signIn.application)
        }
        return finish(signIn, as: identity)
    }

    func cancel(_ signIn: PendingSignIn) -> HTTPServerResponse {
        sandbox.grants.pendingSignIns[signIn.id] = nil
        let error: EntraError = signIn.identity == nil ? .cancelled : .consentDeclined
        switch signIn.purpose {
        case .authorization(let authorization): return authorization.redirect.response(for: error, trace: trace)
        case .adminConsent(let consent): return consent.errorResponse(for: error, trace: trace)
        case .device(let code):
            sandbox.grants.settle(code, as: .declined)
            return MessagePage(title: "Sign-in cancelled", text: "You can close this window.").response()
        }
    }

    func page(_ error: EntraError) -> HTTPServerResponse {
        MessagePage(error: error, trace: trace).response()
    }

    var trace: ErrorTrace { ErrorTrace(request: request, clock: sandbox.clock) }

    private func askForConsent(_ signIn: PendingSignIn, of identity: TenantIdentity) -> HTTPServerResponse {
        if case .adminConsent = signIn.purpose {
            return AdminConsentPage(signIn: signIn, identity: identity).response()
        }
        let requirement = sandbox.consentRequirement(
            for: signIn.scopes, by: identity, application: signIn.application, at: signIn.authority)
        switch requirement {
        case .impossible(let error): return fail(signIn, with: error)
        case .needed where signIn.isPrompted(for: "consent"): return showAllConsent(signIn, for: identity)
        case .needed(let permissions, let openID) where !permissions.isEmpty || !openID.isEmpty:
            return ConsentPage(
                signIn: signIn, identity: identity, permissions: permissions, openID: openID
            ).response()
        case .needed:
            if case .device = signIn.purpose {
                return DeviceConfirmationPage(signIn: signIn, identity: identity).response()
            }
            return finish(signIn, as: identity)
        }
    }

    /// `prompt=consent` shows all requested permissions, whether or not they have consent.
    private func showAllConsent(_ signIn: PendingSignIn, for identity: TenantIdentity) -> HTTPServerResponse {
        let all = signIn.scopes.groups.flatMap { group in
            group.permissions.compactMap { group.resource.permission(named: $0) }
        }
        return ConsentPage(
            signIn: signIn, identity: identity, permissions: all, openID: signIn.scopes.openID
        ).response()
    }

    /// Ends the sign-in. AADSTS90094 (admin approval) and errors without a redirect URI are shown as a page.
    private func fail(_ signIn: PendingSignIn, with error: EntraError) -> HTTPServerResponse {
        sandbox.grants.pendingSignIns[signIn.id] = nil
        guard case .authorization(let authorization) = signIn.purpose, error.code != 90094 else {
            return page(error)
        }
        return authorization.redirect.response(for: error, trace: trace)
    }

    private func finish(_ signIn: PendingSignIn, as identity: TenantIdentity) -> HTTPServerResponse {
        sandbox.grants.pendingSignIns[signIn.id] = nil
        switch signIn.purpose {
        case .authorization(let authorization): return sandbox.issueCode(for: authorization, to: identity)
        case .adminConsent(let consent): return consent.grant(by: identity, in: sandbox, trace: trace)
        case .device(let code):
            sandbox.grants.settle(code, as: .approved(identity))
            let text = "You have signed in to \(code.application.name) on your device. You can close this window."
            return MessagePage(title: "You're all set", text: text).response()
        }
    }
}

/// Handles the forms of the sign-in pages.
struct SignInFormHandler {
    let sandbox: SandboxState

    func respond(to request: HTTPServerRequest) -> HTTPServerResponse {
        let flow = SignInFlow(sandbox: sandbox, request: request)
        let form = request.form
        guard let signIn = form["request"].flatMap({ sandbox.grants.pendingSignIns[$0] }) else {
            return flow.page(.pageExpired)
        }
        if let account = form["account"] { return choose(account, in: signIn, flow: flow) }
        switch (form["answer"], signIn.identity) {
        case ("cancel", _): return flow.cancel(signIn)
        case ("accept", let identity?): return flow.accept(signIn, as: identity)
        default: return flow.page(.malformed)
        }
    }

    /// The value of an account's button is `username:homeAccountId`, since two accounts can share a username.
    private func choose(_ value: String, in signIn: PendingSignIn, flow: SignInFlow) -> HTTPServerResponse {
        let id = value.split(separator: ":").last.map(String.init) ?? ""
        guard let account = sandbox.seed.account(homeAccountID: id),
            let identity = signIn.authority.identity(of: account)
        else { return flow.page(.notInTenant(value)) }
        return flow.choose(identity, in: signIn)
    }
}
