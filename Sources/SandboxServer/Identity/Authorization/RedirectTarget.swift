/// The redirect URI, response mode and state of an authorization request.
struct RedirectTarget {
    enum Mode: String {
        case query
        case fragment
        case formPost = "form_post"
    }

    let uri: String
    let product: IdentityProduct
    let mode: Mode
    let state: String?

    /// Throws if the redirect URI is not registered, since redirecting there would make an open redirector.
    init(_ parameters: URLEncodedParameters, application: AppRegistration, product: IdentityProduct = .entra)
        throws(EntraError)
    {
        guard let uri = parameters["redirect_uri"] else { throw .missing("redirect_uri") }
        guard product.accepts(redirectURI: uri, of: application) else {
            throw .redirectMismatch(uri, application: application)
        }
        guard let mode = Mode(rawValue: parameters["response_mode"] ?? "query") else { throw .unknownResponseMode }
        self.uri = uri
        self.product = product
        self.mode = mode
        self.state = parameters["state"]
    }

    func response(with parameters: URLEncodedParameters) -> HTTPServerResponse {
        var parameters = parameters
        parameters.append("state", state)
        switch mode {
        case .query: return .redirect(to: "\(withPath)?\(parameters.encoded)")
        case .fragment: return .redirect(to: "\(withPath)#\(parameters.encoded)")
        case .formPost: return FormPostPage(action: uri, parameters: parameters).response()
        }
    }

    func response(for error: EntraError, trace: ErrorTrace) -> HTTPServerResponse {
        var parameters = URLEncodedParameters()
        parameters.append("error", error.error)
        parameters.append("error_subcode", error.suberror)
        parameters.append("error_description", trace.description(of: error, product: product))
        return response(with: parameters)
    }

    /// The URI with the slash that Entra adds to a URI without a path.
    private var withPath: String {
        uri.hasSuffix("/") || uri.hasSuffix(AppRegistration.nativeClientPath) ? uri : uri + "/"
    }
}

/// Sends the authorization response in the body of a POST, so that the code stays out of the browser's history (OAuth
/// 2.0 Form Post Response Mode).
struct FormPostPage {
    let action: String
    let parameters: URLEncodedParameters

    func response() -> HTTPServerResponse {
        let content: HTML = """
            <h1>Returning to the app</h1>
            <form method="post" action="\(action)" id="reply">
            \(parameters.pairs.map { field -> HTML in
                "<input type=\"hidden\" name=\"\(field.name)\" value=\"\(field.value)\">\n"
            })<noscript>
            <p>One more step, since scripts are off in this browser.</p>
            <div class="buttons"><button class="primary" id="continue">Continue</button></div>
            </noscript>
            </form>
            """
        let script = "document.getElementById('reply').submit();"
        return HTMLPage(title: "Returning to the app", content: content, script: script).response()
    }
}
