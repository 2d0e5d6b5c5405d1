import NIOHTTP1

/// Who is signed in in which browser, told apart by a cookie.
final class BrowserSessions {
    static let cookie = "sandbox_session"

    private var signedIn: [String: [String]] = [:]

    /// Home account ids, the latest sign-in first.
    func accounts(in request: HTTPServerRequest) -> [String] {
        request.cookie(Self.cookie).flatMap { signedIn[$0] } ?? []
    }

    /// Remembers the account and makes sure that the browser holds the cookie of its session.
    func signIn(_ account: DirectoryAccount, request: HTTPServerRequest, response: inout HTTPServerResponse) {
        let known = request.cookie(Self.cookie).flatMap { signedIn[$0] == nil ? nil : $0 }
        let session = known ?? RandomID.token()
        let others = (signedIn[session] ?? []).filter { $0 != account.homeAccountID }
        signedIn[session] = [account.homeAccountID] + others
        if known == nil {
            let cookie = "\(Self.cookie)=\(session); Path=/; HttpOnly; SameSite=Lax"
            response.headers.add(name: "Set-Cookie", value: cookie)
        }
    }

    func end(in request: HTTPServerRequest, response: inout HTTPServerResponse) {
        if let session = request.cookie(Self.cookie) { signedIn[session] = nil }
        response.headers.add(name: "Set-Cookie", value: "\(Self.cookie)=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax")
    }

    /// A revocation ends an account's sessions in every browser.
    func end(account: DirectoryAccount) {
        for session in signedIn.keys {
            signedIn[session]?.removeAll { $0 == account.homeAccountID }
        }
    }
}

/// Ends the browser's session, and nothing else: refresh tokens live on, as they do with Entra.
struct LogoutEndpointHandler {
    let sandbox: SandboxState

    func respond(to request: HTTPServerRequest) -> HTTPServerResponse {
        var response = answer(request.query)
        sandbox.sessions.end(in: request, response: &response)
        return response
    }

    private func answer(_ query: URLEncodedParameters) -> HTTPServerResponse {
        let page = MessagePage(title: "You signed out", text: "Close this window to be on the safe side.").response()
        guard let uri = query["post_logout_redirect_uri"],
            sandbox.seed.applications.contains(where: { $0.accepts(redirectURI: uri) })
        else { return page }
        guard let state = query["state"] else { return .redirect(to: uri) }
        var fields = URLEncodedParameters()
        fields.append("state", state)
        return .redirect(to: "\(uri)?\(fields.encoded)")
    }
}
