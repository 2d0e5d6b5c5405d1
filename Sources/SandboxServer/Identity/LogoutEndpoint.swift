/// Ends the browser's session, and nothing else: refresh tokens live on, as they do with Entra.
struct LogoutEndpoint {
    let emulation: Emulation

    func respond(to request: Request) -> Response {
        var response = answer(request.query)
        emulation.sessions.end(in: request, response: &response)
        return response
    }

    private func answer(_ query: FormFields) -> Response {
        let page = MessagePage(title: "You signed out", text: "Close this window to be on the safe side.").response()
        guard let uri = query["post_logout_redirect_uri"],
            emulation.world.applications.contains(where: { $0.accepts(redirectURI: uri) })
        else { return page }
        guard let state = query["state"] else { return .redirect(to: uri) }
        var fields = FormFields()
        fields.append("state", state)
        return .redirect(to: "\(uri)?\(fields.encoded)")
    }
}
