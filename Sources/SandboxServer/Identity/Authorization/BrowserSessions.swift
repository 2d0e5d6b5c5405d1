import NIOHTTP1

/// Who is signed in in which browser, told apart by a cookie.
final class BrowserSessions {
    static let cookie = "sandbox_session"

    private var signedIn: [String: [String]] = [:]

    /// Home account ids, the latest sign-in first.
    func accounts(in request: Request) -> [String] {
        request.cookie(Self.cookie).flatMap { signedIn[$0] } ?? []
    }

    /// Remembers the account and makes sure that the browser holds the cookie of its session.
    func signIn(_ account: Account, request: Request, response: inout Response) {
        let known = request.cookie(Self.cookie).flatMap { signedIn[$0] == nil ? nil : $0 }
        let session = known ?? RandomID.token()
        let others = (signedIn[session] ?? []).filter { $0 != account.homeAccountID }
        signedIn[session] = [account.homeAccountID] + others
        if known == nil {
            let cookie = "\(Self.cookie)=\(session); Path=/; HttpOnly; SameSite=Lax"
            response.headers.add(name: "Set-Cookie", value: cookie)
        }
    }

    func end(in request: Request, response: inout Response) {
        if let session = request.cookie(Self.cookie) { signedIn[session] = nil }
        response.headers.add(name: "Set-Cookie", value: "\(Self.cookie)=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax")
    }

    /// A revocation ends an account's sessions in every browser.
    func end(account: Account) {
        for session in signedIn.keys {
            signedIn[session]?.removeAll { $0 == account.homeAccountID }
        }
    }
}

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
