/// The form of a sandbox page. The parser covers only the sandbox's own markup.
struct PageForm: Equatable {
    struct Button: Equatable {
        let name: String
        let value: String
    }

    /// The id, which differs between pages.
    let id: String
    let action: String
    /// The hidden fields, which are sent with every button.
    let fields: URLEncodedParameters
    let buttons: [Button]

    /// Nil for a page without a form.
    init?(html: String) {
        let tags = PageTag.all(in: html)
        guard let form = tags.first(where: { $0.name == "form" }) else { return nil }
        id = form["id"] ?? ""
        action = form["action"] ?? ""
        fields = tags.filter { $0.name == "input" && $0["type"] == "hidden" }
            .reduce(into: URLEncodedParameters()) { $0.append($1["name"] ?? "", $1["value"] ?? "") }
        buttons = tags.filter { $0.name == "button" }
            .compactMap { tag in tag["name"].map { Button(name: $0, value: tag["value"] ?? "") } }
    }

    /// The body that a browser sends for a button or a filled-in field.
    func submission(_ name: String, _ value: String) -> URLEncodedParameters {
        var fields = fields
        fields.append(name, value)
        return fields
    }
}

/// An opening tag with its attributes and the text after it.
struct PageTag {
    let name: String
    let text: String
    private let attributes: [String: String]

    subscript(attribute: String) -> String? { attributes[attribute] }

    /// Splits at `<`, since the pages escape every `<` and `>` that is not markup.
    static func all(in html: String) -> [PageTag] {
        html.split(separator: "<").compactMap { PageTag($0) }
    }

    private init?(_ piece: Substring) {
        guard let end = piece.firstIndex(of: ">") else { return nil }
        let tag = piece[..<end]
        name = String(tag.prefix { $0.isLetter || $0.isNumber })
        attributes = tag.matches(of: /([a-z_-]+)="([^"]*)"/).reduce(into: [:]) {
            $0[String($1.1)] = Self.unescaped($1.2)
        }
        text = Self.unescaped(piece[piece.index(after: end)...])
    }

    /// Decodes `HTML.escape`. The ampersand comes last, since all entities start with it.
    private static func unescaped(_ text: Substring) -> String {
        String(text).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }
}
