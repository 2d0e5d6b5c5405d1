import NIOHTTP1

/// A page that only says something.
struct MessagePage {
    let title: String
    let text: String
    var detail: String?
    var status: HTTPResponseStatus = .ok

    init(title: String, text: String) {
        self.title = title
        self.text = text
    }

    /// What went wrong, with the details support would ask for.
    init(error: EntraError, trace: ErrorTrace) {
        title = "This sign-in cannot go on"
        text = error.description
        detail = trace.describe(error).split(separator: "\r\n").dropFirst().joined(separator: " · ")
        status = .badRequest
    }

    func response() -> Response {
        let extra: HTML = detail.map { "\n<p class=\"soft\"><small>\($0)</small></p>" } ?? ""
        let tone: HTML = status == .ok ? "" : " class=\"error\""
        let content: HTML = """
            <h1>\(title)</h1>
            <p id="message"\(tone)>\(text)</p>\(extra)
            """
        return Page(title: title, content: content, status: status).response()
    }
}
