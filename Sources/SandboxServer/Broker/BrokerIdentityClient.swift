import Crypto
import FoundationEssentials

/// The broker as a client of the identity platform.
///
/// Its requests say that they come from a managed device.
struct BrokerIdentityClient {
    /// `http://localhost:PORT`
    let origin: String

    /// The host of the accounts' environment.
    var environment: String { origin.split(separator: "/").last.map(String.init) ?? origin }

    /// Signs an account in to the device.
    ///
    /// - Returns: the session cookie.
    func signIn(_ account: DirectoryAccount, correlationID: String) async throws(BrokerFailure) -> String {
        let request = BrokerAuthorization(
            authority: "\(origin)/common", client: AppRegistration.authenticationBroker.id,
            redirectURI: origin + AppRegistration.nativeClientPath, scopes: [])
        return try await authorize(request, as: account, correlationID: correlationID).session
    }

    /// Sends an authorization request on whose pages a person signs in.
    func authorize(_ request: BrokerAuthorization, as person: DirectoryAccount, correlationID: String)
        async throws(BrokerFailure) -> (code: String, session: String)
    {
        var browser = SandboxBrowser(as: "\(person.username):\(person.home.id)")
        browser.headers = headers(correlationID)
        do {
            let redirect = try await browser.authorize(request.address, redirectURI: request.redirectURI)
            let code = try Self.code(in: redirect.parameters)
            return (code, redirect.cookie.flatMap { $0.split(separator: ";").first.map(String.init) } ?? "")
        } catch let error as BrowsingError {
            throw BrokerFailure(error)
        } catch let error as BrokerFailure {
            throw error
        } catch {
            throw BrokerFailure(.unexpected, "\(error)")
        }
    }

    /// Sends an authorization request with a session and without pages.
    func authorize(_ request: BrokerAuthorization, session: String, correlationID: String)
        async throws(BrokerFailure) -> String
    {
        let response = try await send(
            request.address, headers: headers(correlationID) + [(name: "Cookie", value: session)])
        guard let location = response.location else { throw BrokerFailure(.errorPage(response.message)) }
        return try Self.code(in: AuthorizationRedirect(location: location, cookie: nil).parameters)
    }

    /// Sends a token request.
    func token(_ form: URLEncodedParameters, authority: String, correlationID: String)
        async throws(BrokerFailure) -> BrokerTokens
    {
        let response = try await send("\(authority)/oauth2/v2.0/token", form: form, headers: headers(correlationID))
        let body = JSON(parsing: Array(response.html.utf8)) ?? .null
        if let error = body["error"]?.string {
            throw BrokerFailure(
                oauthError: error, description: body["error_description"]?.string ?? "",
                suberror: body["suberror"]?.string, claims: body["claims"]?.string)
        }
        guard response.status == 200, let tokens = BrokerTokens(body) else {
            let isTemporary = response.status == 429 || response.status >= 500
            throw BrokerFailure(
                isTemporary ? .serverTemporarilyUnavailable : .unexpected,
                "The token endpoint responded with status \(response.status).")
        }
        return tokens
    }

    private func send(
        _ address: String, form: URLEncodedParameters? = nil, headers: [(name: String, value: String)]
    ) async throws(BrokerFailure) -> BrowserResponse {
        do throws(BrowsingError) {
            return try await BrowserRequest(url: PageURL(address), form: form, headers: headers).send()
        } catch {
            throw BrokerFailure(error)
        }
    }

    private func headers(_ correlationID: String) -> [(name: String, value: String)] {
        [ManagedDevice.header, (name: "client-request-id", value: correlationID)]
    }

    private static func code(in parameters: URLEncodedParameters) throws(BrokerFailure) -> String {
        if let code = parameters["code"] { return code }
        throw BrokerFailure(
            oauthError: parameters["error"] ?? "server_error", description: parameters["error_description"] ?? "",
            suberror: parameters["error_subcode"])
    }
}

/// An authorization request of the broker in the name of an application (RFC 6749 §4.1.1, RFC 7636).
struct BrokerAuthorization {
    /// Without a slash at the end.
    let authority: String
    let client: String
    let redirectURI: String
    /// Without the OpenID Connect scopes, which are added.
    let scopes: [String]
    var prompt: String?
    var claims: String?
    /// A suggestion to the person.
    var hint: String?
    /// The only account that may sign in.
    var requiredAccount: DirectoryAccount?
    var extraQuery: [(name: String, value: String)] = []
    let verifier = RandomID.token()

    var scopeText: String {
        (scopes + ["openid", "profile", "offline_access"].filter { !scopes.contains($0) }).joined(separator: " ")
    }

    var address: String {
        var query = URLEncodedParameters()
        query.append("client_id", client)
        query.append("response_type", "code")
        query.append("redirect_uri", redirectURI)
        query.append("scope", scopeText)
        query.append("client_info", "1")
        query.append("code_challenge", UnpaddedBase64URL.encode(SHA256.hash(data: Array(verifier.utf8))))
        query.append("code_challenge_method", "S256")
        query.append("prompt", prompt)
        query.append("claims", claims)
        query.append("login_hint", requiredAccount?.username ?? hint)
        query.append("login_req", requiredAccount?.uid)
        query.append("domain_req", requiredAccount?.home.id)
        for parameter in extraQuery { query.append(parameter.name, parameter.value) }
        return "\(authority)/oauth2/v2.0/authorize?\(query.encoded)"
    }

    /// The token request for the code.
    func redemption(of code: String) -> URLEncodedParameters {
        var form = tokenRequest("authorization_code")
        form.append("code", code)
        form.append("redirect_uri", redirectURI)
        form.append("code_verifier", verifier)
        return form
    }

    /// The token request with a refresh token.
    func renewal(with refreshToken: String) -> URLEncodedParameters {
        var form = tokenRequest("refresh_token")
        form.append("refresh_token", refreshToken)
        return form
    }

    private func tokenRequest(_ grant: String) -> URLEncodedParameters {
        var form = URLEncodedParameters()
        form.append("grant_type", grant)
        form.append("client_id", client)
        form.append("scope", scopeText)
        form.append("client_info", "1")
        form.append("claims", claims)
        return form
    }
}
