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
