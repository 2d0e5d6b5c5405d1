import Crypto
import FoundationEssentials
import NIOHTTP1

/// The frame every page stands in: head, style, one card.
struct Page {
    let title: String
    let content: HTML
    var status: HTTPResponseStatus = .ok
    /// The only script a page may hold; the policy names it by its hash.
    var script: String?

    func response() -> Response {
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
        var response = Response(
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

    /// Browsers hold the redirect after a form post to `form-action` too, so that it names where apps listen.
    private var policy: String {
        let script = script.map { "; script-src 'sha256-\(Self.hash($0))'" } ?? ""
        return "default-src 'none'; style-src 'sha256-\(Self.hash(PageStyle.sheet))'\(script); "
            + "form-action 'self' http://localhost:* http://localhost; base-uri 'none'; frame-ancestors 'none'"
    }

    private static func hash(_ text: String) -> String {
        Data(SHA256.hash(data: Array(text.utf8))).base64EncodedString()
    }
}
