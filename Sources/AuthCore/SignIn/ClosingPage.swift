import HTTPTransport

/// The page that the browser shows after the redirect. Every value in it is escaped.
enum ClosingPage: Sendable {
    case signedIn(username: String)
    case failed(String)
    /// The decision of an administrator.
    case consented, notConsented
    /// A request that is not the expected redirect.
    case unexpected
    /// A visit to the browser's start address when it is spent.
    case spent

    var status: Int {
        switch self {
        case .signedIn, .failed, .consented, .notConsented: 200
        case .unexpected: 400
        case .spent: 410
        }
    }

    var html: String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(Self.escape(title))</title>
        <style>
        :root { color-scheme: light dark }
        body { font: 17px/1.5 system-ui, sans-serif; margin: 0; min-height: 100vh; display: grid; place-items: center }
        main { max-width: 30rem; padding: 2rem; text-align: center }
        .mark { font-size: 3rem; line-height: 1 }
        h1 { font-size: 1.5rem; margin: .5rem 0 }
        p { margin: .5rem 0; opacity: .75 }
        </style>
        </head>
        <body><main>
        <div class="mark" aria-hidden="true">\(mark)</div>
        <h1>\(Self.escape(title))</h1>
        <p>\(Self.escape(message))</p>
        </main></body>
        </html>

        """
    }

    private var mark: String {
        switch self {
        case .signedIn, .consented: "&#10003;"
        case .failed, .notConsented, .unexpected, .spent: "&#10007;"
        }
    }

    private var title: String {
        switch self {
        case .signedIn(let username): ServerText.line(username).map { "Signed in as \($0)" } ?? "Signed in"
        case .failed: "Not signed in"
        case .consented: "Consent granted for the whole organization"
        case .notConsented: "Consent was not granted"
        case .unexpected: "This page is not part of a sign-in"
        case .spent: "This address was used already"
        }
    }

    private var message: String {
        switch self {
        case .signedIn, .consented: "You can close this tab and go back to the terminal."
        case .failed(let reason): "\(reason) Go back to the terminal to see what to do next."
        case .notConsented: "Go back to the terminal to see what to do next."
        case .spent: "Finish in the tab that it opened, or run the command in the terminal again."
        case .unexpected: "If a sign-in is waiting in a terminal, finish it in the tab that it opened."
        }
    }

    /// Escapes the five characters with a meaning in text and in quoted attributes, and drops the characters that are
    /// invisible or reorder text.
    static func escape(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            case _ where scalar.isUnsafeToPrint: break
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }
}
