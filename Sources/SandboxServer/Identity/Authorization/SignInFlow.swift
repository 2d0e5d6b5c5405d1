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

/// Walks a browser from an account to an answer: account, then consent, then the app.
struct SignInFlow {
    let emulation: Emulation
    let request: Request

    /// The page with the accounts, those that the browser knows or the request hints at before the others.
    func askForAccount(_ interaction: Interaction) -> Response {
        emulation.grants.interactions[interaction.id] = interaction
        let hints = interaction.hints
        let sessions = emulation.sessions.accounts(in: request)
        let isSignedIn = { (identity: Identity) in sessions.contains(identity.account.homeAccountID) }
        let isHinted = { (identity: Identity) in !hints.isEmpty && hints.matches(identity.account) }
        let candidates = emulation.world.accounts
            .filter { hints.loginRequired == nil || hints.matches($0) }
            .compactMap { interaction.authority.identity(of: $0) }
        let likely = candidates.filter { isHinted($0) } + candidates.filter { isSignedIn($0) && !isHinted($0) }
        return AccountPage(
            interaction: interaction, likely: likely, others: candidates.filter { !likely.contains($0) },
            isSignedIn: isSignedIn
        ).response()
    }

    func choose(_ identity: Identity, in interaction: Interaction) -> Response {
        guard !emulation.isDisabled(identity.account) else {
            return page(.accountDisabled).acting(for: identity.account.username)
        }
        var interaction = interaction
        interaction.identity = identity
        emulation.grants.interactions[interaction.id] = interaction
        var response = askForConsent(interaction, of: identity)
        emulation.sessions.signIn(identity.account, request: request, response: &response)
        return response.acting(for: identity.account.username)
    }

    func accept(_ interaction: Interaction, as identity: Identity) -> Response {
        if case .adminConsent = interaction.purpose { return finish(interaction, as: identity) }
        if interaction.authority.isEntra {
            emulation.consents.record(
                interaction.scopes, by: .account(identity.account.homeAccountID), application: interaction.application)
        }
        return finish(interaction, as: identity)
    }

    func cancel(_ interaction: Interaction) -> Response {
        emulation.grants.interactions[interaction.id] = nil
        let error: EntraError = interaction.identity == nil ? .cancelled : .consentDeclined
        switch interaction.purpose {
        case .authorization(let authorization): return authorization.reply.response(error, trace: trace)
        case .adminConsent(let consent): return consent.refusal(error, trace: trace)
        case .device(let code):
            emulation.grants.decide(code, .declined)
            return MessagePage(title: "Sign-in cancelled", text: "You can close this window.").response()
        }
    }

    func page(_ error: EntraError) -> Response {
        MessagePage(error: error, trace: trace).response()
    }

    var trace: ErrorTrace { ErrorTrace(request: request, clock: emulation.clock) }

    private func askForConsent(_ interaction: Interaction, of identity: Identity) -> Response {
        if case .adminConsent = interaction.purpose { return AdminConsentPage(interaction, identity).response() }
        let needed = emulation.consentNeeded(
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
    private func askAgain(_ interaction: Interaction, _ identity: Identity) -> Response {
        let all = interaction.scopes.groups.flatMap { group in
            group.permissions.compactMap { group.resource.permission(named: $0) }
        }
        return ConsentPage(
            interaction: interaction, identity: identity, permissions: all, openID: interaction.scopes.openID
        ).response()
    }

    private func refuse(_ interaction: Interaction, _ error: EntraError) -> Response {
        emulation.grants.interactions[interaction.id] = nil
        guard case .authorization(let authorization) = interaction.purpose, error.code != 90094 else {
            return page(error)
        }
        return authorization.reply.response(error, trace: trace)
    }

    private func finish(_ interaction: Interaction, as identity: Identity) -> Response {
        emulation.grants.interactions[interaction.id] = nil
        switch interaction.purpose {
        case .authorization(let authorization): return emulation.grantCode(authorization, to: identity)
        case .adminConsent(let consent): return consent.grant(by: identity, in: emulation, trace: trace)
        case .device(let code):
            emulation.grants.decide(code, .approved(identity))
            let text = "You have signed in to \(code.application.name) on your device. You can close this window."
            return MessagePage(title: "You’re all set", text: text).response()
        }
    }
}

/// Takes the answers people give on the pages.
struct LoginEndpoint {
    let emulation: Emulation

    func respond(to request: Request) -> Response {
        let flow = SignInFlow(emulation: emulation, request: request)
        let form = request.form
        guard let interaction = form["request"].flatMap({ emulation.grants.interactions[$0] }) else {
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
    private func choose(_ value: String, in interaction: Interaction, flow: SignInFlow) -> Response {
        let id = value.split(separator: ":").last.map(String.init) ?? ""
        guard let account = emulation.world.account(homeAccountID: id),
            let identity = interaction.authority.identity(of: account)
        else { return flow.page(.notInTenant(value)) }
        return flow.choose(identity, in: interaction)
    }
}
