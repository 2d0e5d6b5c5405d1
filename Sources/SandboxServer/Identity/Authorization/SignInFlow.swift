/// A sign-in in progress in some browser, known to its pages by an opaque id.
struct PendingSignIn {
    enum Purpose {
        case authorization(ValidatedAuthorizationRequest)
        case device(IssuedDeviceCode)
        case adminConsent(TenantConsentRequest)
    }

    let id: String
    let purpose: Purpose
    /// Set once an account has been chosen; what is left to answer then is the consent.
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

/// Walks a browser from an account to an answer: account, then consent, then the app.
struct SignInFlow {
    let sandbox: SandboxState
    let request: HTTPServerRequest

    /// The page with the accounts, those that the browser knows or the request hints at before the others.
    func askForAccount(_ interaction: PendingSignIn) -> HTTPServerResponse {
        sandbox.grants.interactions[interaction.id] = interaction
        let hints = interaction.hints
        let sessions = sandbox.sessions.accounts(in: request)
        let isSignedIn = { (identity: TenantIdentity) in sessions.contains(identity.account.homeAccountID) }
        let isHinted = { (identity: TenantIdentity) in !hints.isEmpty && hints.matches(identity.account) }
        let candidates = sandbox.seed.accounts
            .filter { hints.loginRequired == nil || hints.matches($0) }
            .compactMap { interaction.authority.identity(of: $0) }
        let likely = candidates.filter { isHinted($0) } + candidates.filter { isSignedIn($0) && !isHinted($0) }
        return AccountPickerPage(
            interaction: interaction, likely: likely, others: candidates.filter { !likely.contains($0) },
            isSignedIn: isSignedIn
        ).response()
    }

    func choose(_ identity: TenantIdentity, in interaction: PendingSignIn) -> HTTPServerResponse {
        guard !sandbox.isDisabled(identity.account) else {
            return page(.accountDisabled).acting(for: identity.account.username)
        }
        var interaction = interaction
        interaction.identity = identity
        sandbox.grants.interactions[interaction.id] = interaction
        var response = askForConsent(interaction, of: identity)
        sandbox.sessions.signIn(identity.account, request: request, response: &response)
        return response.acting(for: identity.account.username)
    }

    func accept(_ interaction: PendingSignIn, as identity: TenantIdentity) -> HTTPServerResponse {
        if case .adminConsent = interaction.purpose { return finish(interaction, as: identity) }
        if interaction.authority.isEntra {
            sandbox.consents.record(
                interaction.scopes, by: .account(identity.account.homeAccountID), application: interaction.application)
        }
        return finish(interaction, as: identity)
    }

    func cancel(_ interaction: PendingSignIn) -> HTTPServerResponse {
        sandbox.grants.interactions[interaction.id] = nil
        let error: EntraError = interaction.identity == nil ? .cancelled : .consentDeclined
        switch interaction.purpose {
        case .authorization(let authorization): return authorization.reply.response(error, trace: trace)
        case .adminConsent(let consent): return consent.refusal(error, trace: trace)
        case .device(let code):
            sandbox.grants.decide(code, .declined)
            return MessagePage(title: "Sign-in cancelled", text: "You can close this window.").response()
        }
    }

    func page(_ error: EntraError) -> HTTPServerResponse {
        MessagePage(error: error, trace: trace).response()
    }

    var trace: ErrorTrace { ErrorTrace(request: request, clock: sandbox.clock) }

    private func askForConsent(_ interaction: PendingSignIn, of identity: TenantIdentity) -> HTTPServerResponse {
        if case .adminConsent = interaction.purpose { return AdminConsentPage(interaction, identity).response() }
        let needed = sandbox.consentNeeded(
            interaction.scopes, by: identity, application: interaction.application, at: interaction.authority)
        switch needed {
        case .refused(let error): return refuse(interaction, error)
        case .needed where interaction.isPrompted(for: "consent"): return askAgain(interaction, identity)
        case .needed(let permissions, let openID) where !permissions.isEmpty || !openID.isEmpty:
            return ConsentPage(
                interaction: interaction, identity: identity, permissions: permissions, openID: openID
            ).response()
        case .needed:
            if case .device = interaction.purpose {
                return DeviceConfirmationPage(interaction: interaction, identity: identity).response()
            }
            return finish(interaction, as: identity)
        }
    }

    /// `prompt=consent` shows everything once more, agreed to or not.
    private func askAgain(_ interaction: PendingSignIn, _ identity: TenantIdentity) -> HTTPServerResponse {
        let all = interaction.scopes.groups.flatMap { group in
            group.permissions.compactMap { group.resource.permission(named: $0) }
        }
        return ConsentPage(
            interaction: interaction, identity: identity, permissions: all, openID: interaction.scopes.openID
        ).response()
    }

    private func refuse(_ interaction: PendingSignIn, _ error: EntraError) -> HTTPServerResponse {
        sandbox.grants.interactions[interaction.id] = nil
        guard case .authorization(let authorization) = interaction.purpose, error.code != 90094 else {
            return page(error)
        }
        return authorization.reply.response(error, trace: trace)
    }

    private func finish(_ interaction: PendingSignIn, as identity: TenantIdentity) -> HTTPServerResponse {
        sandbox.grants.interactions[interaction.id] = nil
        switch interaction.purpose {
        case .authorization(let authorization): return sandbox.grantCode(authorization, to: identity)
        case .adminConsent(let consent): return consent.grant(by: identity, in: sandbox, trace: trace)
        case .device(let code):
            sandbox.grants.decide(code, .approved(identity))
            let text = "You have signed in to \(code.application.name) on your device. You can close this window."
            return MessagePage(title: "You’re all set", text: text).response()
        }
    }
}

/// Takes the answers people give on the pages.
struct SignInFormHandler {
    let sandbox: SandboxState

    func respond(to request: HTTPServerRequest) -> HTTPServerResponse {
        let flow = SignInFlow(sandbox: sandbox, request: request)
        let form = request.form
        guard let interaction = form["request"].flatMap({ sandbox.grants.interactions[$0] }) else {
            return flow.page(.pageExpired)
        }
        if let account = form["account"] { return choose(account, in: interaction, flow: flow) }
        switch (form["answer"], interaction.identity) {
        case ("cancel", _): return flow.cancel(interaction)
        case ("accept", let identity?): return flow.accept(interaction, as: identity)
        default: return flow.page(.malformed)
        }
    }

    /// The value of an account's button is `username:homeAccountId`, since two accounts may share a username.
    private func choose(_ value: String, in interaction: PendingSignIn, flow: SignInFlow) -> HTTPServerResponse {
        let id = value.split(separator: ":").last.map(String.init) ?? ""
        guard let account = sandbox.seed.account(homeAccountID: id),
            let identity = interaction.authority.identity(of: account)
        else { return flow.page(.notInTenant(value)) }
        return flow.choose(identity, in: interaction)
    }
}
