/// The first page of an admin consent: who may grant it.
struct AdminConsentEndpoint {
    let emulation: Emulation

    func respond(to request: Request, authority: Authority) -> Response {
        let flow = SignInFlow(emulation: emulation, request: request)
        do throws(EntraError) {
            let consent = try AdminConsentRequest(request.query, authority: authority, emulation: emulation)
            return flow.askForAccount(Interaction(purpose: .adminConsent(consent)))
        } catch {
            return flow.page(error)
        }
    }
}
