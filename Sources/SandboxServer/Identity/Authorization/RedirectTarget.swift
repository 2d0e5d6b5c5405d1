/// Where and how the answer to an authorization request goes back to the app.
struct ReplyAddress {
    enum Mode: String {
        case query
        case fragment
        case formPost = "form_post"
    }

    let redirectURI: String
    let service: Service
    let mode: Mode
    let state: String?

    /// Fails where answering by redirect would send a person to an address nobody has vouched for.
    init(_ fields: FormFields, application: Application, service: Service = .entra) throws(EntraError) {
        guard let uri = fields["redirect_uri"] else { throw .missing("redirect_uri") }
        guard service.accepts(redirectURI: uri, of: application) else {
            throw .redirectMismatch(uri, application: application)
        }
        guard let mode = Mode(rawValue: fields["response_mode"] ?? "query") else { throw .unknownResponseMode }
        self.redirectURI = uri
        self.service = service
        self.mode = mode
        self.state = fields["state"]
    }

    func response(_ fields: FormFields) -> Response {
        var fields = fields
        fields.append("state", state)
        switch mode {
        case .query: return .redirect(to: "\(withPath)?\(fields.encoded)")
        case .fragment: return .redirect(to: "\(withPath)#\(fields.encoded)")
        case .formPost: return FormPostPage(action: redirectURI, fields: fields).response()
        }
    }

    func response(_ error: EntraError, trace: ErrorTrace) -> Response {
        var fields = FormFields()
        fields.append("error", error.error)
        fields.append("error_subcode", error.suberror)
        fields.append("error_description", trace.describe(error, by: service))
        return response(fields)
    }

    /// The service adds the slash that an address without a path lacks.
    private var withPath: String { redirectURI.hasSuffix("/") ? redirectURI : redirectURI + "/" }
}

/// Carries an answer to the app in the body of a POST, so that the code stays out of the browser's history
/// (OAuth 2.0 Form Post Response Mode).
struct FormPostPage {
    let action: String
    let fields: FormFields

    func response() -> Response {
        let content: HTML = """
            <h1>Returning to the app</h1>
            <form method="post" action="\(action)" id="reply">
            \(fields.fields.map { field -> HTML in
                "<input type=\"hidden\" name=\"\(field.name)\" value=\"\(field.value)\">\n"
            })<noscript>
            <p>One more step, since scripts are off in this browser.</p>
            <div class="buttons"><button class="primary" id="continue">Continue</button></div>
            </noscript>
            </form>
            """
        let script = "document.getElementById('reply').submit();"
        return Page(title: "Returning to the app", content: content, script: script).response()
    }
}
