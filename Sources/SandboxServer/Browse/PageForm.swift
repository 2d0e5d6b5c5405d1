/// The one form of a sandbox page, read as far as this program's own markup needs.
struct PageForm: Equatable {
    struct Button: Equatable {
        let name: String
        let value: String
    }

    /// Tells the pages apart.
    let id: String
    let action: String
    /// What goes along with whichever button is pressed.
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

    /// The body that a browser sends when a button is pressed or a field was filled in.
    func submission(_ name: String, _ value: String) -> URLEncodedParameters {
        var fields = fields
        fields.append(name, value)
        return fields
    }
}

/// An opening tag with its attributes and the text right behind it.
struct PageTag {
    let name: String
    let text: String
    private let attributes: [String: String]

    subscript(attribute: String) -> String? { attributes[attribute] }

    /// The pages escape every `<` and `>` that is not markup, so that cutting there is safe.
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

    /// Undoes `HTML.escape`; the ampersand last, since it begins all the others.
    private static func unescaped(_ text: Substring) -> String {
        String(text).replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }
}
