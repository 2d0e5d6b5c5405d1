/// A headless browser for the pages of a sandbox. It signs in one account.
///
/// Each visit starts without cookies and stores none.
public struct SandboxBrowser: Sendable {
    /// The behaviour on the pages.
    public enum Behavior: Sendable {
        /// Chooses the account and consents to everything.
        case signIn
        /// Cancels on the account picker.
        case cancel
        /// Chooses the account and declines the consent.
        case decline
    }

    private let username: String
    private let tenant: String?
    private let behavior: Behavior
    private let userCode: String?
    private let sandboxPort: Int?
    /// Headers of every request, beyond the browser's own.
    var headers: [(name: String, value: String)] = []

    /// The maximum number of pages in a visit, more than any sign-in has.
    static let pageLimit = 16

    /// - Parameters:
    ///   - person: a username, with `:TENANT` if several accounts share it. A tenant is given by name or id.
    ///   - userCode: the user code for the device page.
    ///   - sandboxPort: the port of the sandbox that serves Microsoft's hosts; nil to visit none of them.
    public init(
        as person: String, behavior: Behavior = .signIn, userCode: String? = nil, sandboxPort: Int? = nil
    ) {
        let parts = person.split(separator: ":", maxSplits: 1)
        username = parts.first.map { $0.lowercased() } ?? ""
        tenant = parts.count > 1 ? parts[1].lowercased() : nil
        self.behavior = behavior
        self.userCode = userCode
        self.sandboxPort = sandboxPort
    }

    /// Follows the pages until the client has its response or the device code is settled.
    ///
    /// - Parameter address: the sign-in page, the device page, or an address of the client without a query, which
    ///   redirects to the sign-in page.
    public func visit(_ address: String) async throws(BrowsingError) {
        _ = try await follow(address, upTo: nil)
    }

    /// Follows the pages like `visit`, up to the redirect to a redirect URI, which is not requested: an embedded browser
    /// takes the authorization response from the address.
    func authorize(_ address: String, redirectURI: String) async throws(BrowsingError) -> AuthorizationRedirect {
        guard let redirect = try await follow(address, upTo: redirectURI) else { throw .notSignInPage(address) }
        return redirect
    }

    /// - Returns: the redirect to the redirect URI; nil if the visit ended without it.
    private func follow(_ address: String, upTo redirectURI: String?) async throws(BrowsingError)
        -> AuthorizationRedirect?
    {
        var request = BrowserRequest(url: try PageURL(address, sandboxPort: sandboxPort), headers: headers)
        if !request.url.hasQuery {
            let response = try await request.send()
            request = try BrowserRequest(url: response.redirect(from: request.url) ?? request.url, headers: headers)
        }
        var submitted: Set<String> = []
        var cookie: String?
        for _ in 0..<Self.pageLimit {
            let response = try await request.send()
            cookie = response.cookie ?? cookie
            if let redirectURI, let location = response.location, location.hasPrefix(redirectURI) {
                return AuthorizationRedirect(location: location, cookie: cookie)
            }
            switch try step(after: response, at: request.url, submitted: submitted) {
            case .end: return nil
            case .go(let next): request = next
            case .submit(let next, let form):
                request = next
                submitted.insert(form)
            case .deliver(let request):
                if behavior == .decline, !submitted.contains("consent") { throw .nothingToDecline }
                // The response of the client is not checked; it has the authorization response.
                _ = try await request.send()
                return nil
            }
            request.headers = headers
        }
        throw .tooManyPages
    }

    private enum Step {
        case go(BrowserRequest)
        case submit(BrowserRequest, form: String)
        case deliver(BrowserRequest)
        case end
    }

    private func step(
        after response: BrowserResponse, at url: PageURL, submitted: Set<String>
    ) throws(BrowsingError) -> Step {
        if let next = try response.redirect(from: url) {
            return next.isSameOrigin(as: url) ? .go(BrowserRequest(url: next)) : .deliver(BrowserRequest(url: next))
        }
        guard let form = PageForm(html: response.html) else {
            guard response.status == 200 else { throw .errorPage(response.message) }
            guard !submitted.isEmpty else { throw .notSignInPage("\(url.authority)\(url.target)") }
            if behavior == .decline, submitted.isDisjoint(with: ["consent", "confirm"]) { throw .nothingToDecline }
            return .end
        }
        if submitted.contains(form.id) { throw .errorPage(response.message) }
        return try step(through: form, at: url)
    }

    private func step(through form: PageForm, at url: PageURL) throws(BrowsingError) -> Step {
        let action = try PageURL(form.action, on: url)
        func submit(_ name: String, _ value: String) -> Step {
            .submit(BrowserRequest(url: action, form: form.submission(name, value)), form: form.id)
        }
        switch form.id {
        case "reply": return .deliver(BrowserRequest(url: action, form: form.fields))
        case "consent", "confirm": return submit("answer", behavior == .decline ? "cancel" : "accept")
        case "accounts" where behavior == .cancel: return submit("answer", "cancel")
        case "accounts": return submit("account", try account(on: form))
        case "device":
            guard let userCode else { throw .codeNeeded }
            return submit("user_code", userCode)
        default: throw .notSignInPage("\(url.authority)\(url.target)")
        }
    }

    /// The value of an account's button is `username:homeAccountId`. The id ends with the home tenant's id.
    private func account(on form: PageForm) throws(BrowsingError) -> String {
        let offered = form.buttons.filter { $0.name == "account" }.map(\.value)
        let named = offered.filter { $0.hasPrefix("\(username):") }
        let chosen = tenant.map { tenant in named.filter { $0.hasSuffix(".\(Self.tenantID(tenant))") } } ?? named
        guard let account = chosen.first else {
            let names = offered.compactMap { $0.split(separator: ":").first.map(String.init) }
            throw .noSuchAccount(username + (tenant.map { ":\($0)" } ?? ""), offered: names)
        }
        guard chosen.count == 1 else {
            throw .severalAccounts(username, tenants: chosen.map(Self.tenantName))
        }
        return account
    }

    private static func tenantID(_ name: String) -> String {
        if name == "consumers" { return Tenant.personal.id }
        return SeedData().tenants.first { $0.name == name }?.id ?? name
    }

    private static func tenantName(ofAccount value: String) -> String {
        let id = value.split(separator: ".").last.map(String.init) ?? value
        return SeedData().tenants.first { $0.id == id }?.name ?? id
    }
}

/// The redirect at the end of an authorization request.
struct AuthorizationRedirect {
    let location: String
    /// The last `Set-Cookie` header of the pages before.
    let cookie: String?

    /// The parameters of the authorization response (RFC 6749 §4.1.2).
    var parameters: URLEncodedParameters {
        URLEncodedParameters(encoded: location.split(separator: "?", maxSplits: 1).dropFirst().first ?? "")
    }
}

/// The reason why a visit failed.
public enum BrowsingError: Error, Equatable {
    /// A redirect to an address outside of this machine.
    case notLoopback(String)
    case unreachable(address: String, reason: String)
    /// A page with an error message.
    case errorPage(String)
    /// A page that does not belong to a sign-in.
    case notSignInPage(String)
    case noSuchAccount(String, offered: [String])
    case severalAccounts(String, tenants: [String])
    /// The device page needs a user code, and none was given.
    case codeNeeded
    /// Consent was complete already, so there was nothing to decline.
    case nothingToDecline
    case tooManyPages
}

extension BrowsingError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notLoopback(let url):
            "\"\(url)\" is not opened: acct-sandbox browse opens only http addresses on this machine, such as "
                + "http://localhost:8080/device."
        case .unreachable(let address, let reason):
            "\(address) did not respond: \(reason). Give the address of a sandbox that runs: acct-sandbox shows it."
        case .errorPage(let message): "The page says: \(message)"
        case .notSignInPage(let address): "\(address) is not a sign-in page."
        case .noSuchAccount(let name, let offered):
            "\(name) cannot sign in here. The accounts of this page: "
                + (offered.isEmpty ? "none." : "\(offered.joined(separator: ", ")).")
        case .severalAccounts(let username, let tenants):
            "\(username) names several accounts. Choose one: "
                + "\(tenants.map { "--as \(username):\($0)" }.joined(separator: " or "))."
        case .codeNeeded: "The device page needs the code that the device shows. Add --code CODE."
        case .nothingToDecline: "There was nothing to decline: consent had been given before."
        case .tooManyPages: "The sign-in did not end after \(SandboxBrowser.pageLimit) pages."
        }
    }
}
