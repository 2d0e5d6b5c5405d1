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
