import Crypto
import FoundationEssentials
import NIOHTTP1

/// The frame of all pages: head, style sheet and one card.
struct HTMLPage {
    let title: String
    let content: HTML
    var status: HTTPResponseStatus = .ok
    /// The only script of the page. The Content-Security-Policy allows it by its hash.
    var script: String?

    func response() -> HTTPServerResponse {
        let markup: HTML = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(title)</title>
            <style>\(HTML(stringLiteral: PageStyle.sheet))</style>
            </head>
            <body>
            <main>
            \(content)
            </main>
            <footer>Sandbox: these accounts are made up, and nothing here leaves this machine.</footer>\(scriptElement)
            </body>
            </html>

            """
        var response = HTTPServerResponse(
            status: status, contentType: "text/html; charset=utf-8", body: Array(markup.source.utf8))
        response.headers.add(name: "Content-Security-Policy", value: policy)
        response.headers.add(name: "Referrer-Policy", value: "no-referrer")
        response.headers.add(name: "X-Content-Type-Options", value: "nosniff")
        response.headers.add(name: "Cache-Control", value: "no-store")
        return response
    }

    private var scriptElement: HTML {
        guard let script else { return "" }
        return "\n<script>\(HTML(stringLiteral: script))</script>"
    }

    /// The Content-Security-Policy. Browsers apply `form-action` to the redirect after a form post as well, so it
    /// includes the redirect URIs of native clients.
    private var policy: String {
        let script = script.map { "; script-src 'sha256-\(Self.hash($0))'" } ?? ""
        return "default-src 'none'; style-src 'sha256-\(Self.hash(PageStyle.sheet))'\(script); "
            + "form-action 'self' http://localhost:* http://localhost; base-uri 'none'; frame-ancestors 'none'"
    }

    private static func hash(_ text: String) -> String {
        Data(SHA256.hash(data: Array(text.utf8))).base64EncodedString()
    }
}

/// The style sheet, embedded so that a page is one request.
enum PageStyle {
    static let sheet = """
        :root { --ink: #1b1b1f; --soft: #5c5f66; --paper: #fff; --ground: #eef0f4; --line: #d5d8de; --accent: #0f5ea8;
        --on-accent: #fff; --warn: #a4262c; }
        @media (prefers-color-scheme: dark) { :root { --ink: #eceef2; --soft: #a5a9b3; --paper: #1d1f24;
        --ground: #121317; --line: #3a3d45; --accent: #7cb8f4; --on-accent: #0b1a2a; --warn: #ff9a9e; } }
        * { box-sizing: border-box; }
        body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; align-items: center;
        justify-content: center; gap: 1rem; padding: 1rem; background: var(--ground); color: var(--ink);
        font: 1rem/1.5 system-ui, sans-serif; }
        main { width: 100%; max-width: 27rem; padding: 2rem; background: var(--paper); border: 1px solid var(--line);
        border-radius: .75rem; }
        h1 { margin: 0 0 .25rem; font-size: 1.5rem; line-height: 1.25; }
        p { margin: .25rem 0 1rem; overflow-wrap: anywhere; }
        .soft, footer { color: var(--soft); }
        .error { color: var(--warn); font-weight: 600; }
        footer { font-size: .8125rem; text-align: center; }
        ul.plain { list-style: none; margin: 0 0 1rem; padding: 0; }
        ul.scopes { margin: 0 0 1.5rem; padding-left: 1.25rem; }
        ul.scopes li { margin: .375rem 0; }
        ul.scopes code { color: var(--soft); font-size: .8125rem; overflow-wrap: anywhere; }
        button, input, summary { font: inherit; border-radius: .5rem; }
        button { cursor: pointer; padding: .625rem 1.25rem; border: 1px solid var(--line); background: transparent;
        color: var(--ink); min-height: 2.75rem; }
        button.account { width: 100%; margin-bottom: .5rem; text-align: left; display: grid; overflow-wrap: anywhere; }
        button.account small { color: var(--soft); }
        button.account:hover, button:hover { border-color: var(--accent); }
        button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
        .buttons { display: flex; gap: .75rem; justify-content: flex-end; flex-wrap: wrap; margin-top: 1rem; }
        summary { cursor: pointer; padding: .5rem .25rem; color: var(--accent); }
        label { display: block; font-weight: 600; margin-bottom: .375rem; }
        input[type=text] { width: 100%; padding: .625rem .75rem; border: 1px solid var(--soft);
        background: transparent; color: var(--ink); letter-spacing: .125em; text-transform: uppercase; }
        a { color: var(--accent); }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
        """
}

/// A page with a message.
struct MessagePage {
    let title: String
    let text: String
    var detail: String?
    var status: HTTPResponseStatus = .ok

    init(title: String, text: String) {
        self.title = title
        self.text = text
    }

    /// The page of an error, with the identifiers that support asks for.
    init(error: EntraError, trace: ErrorTrace) {
        title = "This sign-in cannot go on"
        text = error.description
        detail = trace.description(of: error).split(separator: "\r\n").dropFirst().joined(separator: " · ")
        status = .badRequest
    }

    func response() -> HTTPServerResponse {
        let extra: HTML = detail.map { "\n<p class=\"soft\"><small>\($0)</small></p>" } ?? ""
        let tone: HTML = status == .ok ? "" : " class=\"error\""
        let content: HTML = """
            <h1>\(title)</h1>
            <p id="message"\(tone)>\(text)</p>\(extra)
            """
        return HTMLPage(title: title, content: content, status: status).response()
    }
}
