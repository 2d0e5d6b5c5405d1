import NIOHTTP1

/// The accounts that are signed in in each browser. A browser is identified by a cookie.
final class BrowserSessions {
    static let cookie = "sandbox_session"

    private var signedIn: [String: [String]] = [:]

    /// The home account ids, the latest sign-in first.
    func accounts(in request: HTTPServerRequest) -> [String] {
        request.cookie(Self.cookie).flatMap { signedIn[$0] } ?? []
    }

    /// Adds the account to the browser's session. A browser without a session gets a cookie.
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

    /// Ends the account's sessions in every browser.
    func end(account: DirectoryAccount) {
        for session in signedIn.keys {
            signedIn[session]?.removeAll { $0 == account.homeAccountID }
        }
    }
}

/// The logout endpoint (OpenID Connect RP-Initiated Logout §2). It ends the browser's session; refresh tokens stay
/// valid, as with Entra.
struct LogoutEndpointHandler {
    let sandbox: SandboxState

    func respond(to request: HTTPServerRequest) -> HTTPServerResponse {
        var response = Self.page
        sandbox.sessions.end(in: request, response: &response)
        return response
    }

    private static var page: HTTPServerResponse {
        MessagePage(title: "You signed out", text: "Close this window to be on the safe side.").response()
    }
}
