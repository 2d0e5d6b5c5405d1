import Foundation

/// Text in mdoc(7), the language of manual pages.
enum Mdoc {
    /// An argument of a macro: in quotes, so that none of its words is taken for a macro.
    static func argument(_ text: String) -> String {
        "\"\(escaped(text).replacing("\"", with: "\\(dq"))\""
    }

    /// Running text: each sentence begins a line, as mdoc(7) asks for, and no line is longer than 80 bytes.
    static func paragraph(_ text: String) -> [String] {
        sentences(in: text).flatMap { sentence in
            sentence.split(separator: " ").map { word(String($0)) }.reduce(into: [String]()) { lines, word in
                guard let line = lines.last, line.utf8.count + word.utf8.count < 78 else { return lines.append(word) }
                lines[lines.count - 1] = "\(line) \(word)"
            }
        }.map(protected)
    }

    /// A line that is shown as it is typed.
    static func literal(_ text: String) -> String {
        protected(escaped(text).replacing("-", with: "\\-"))
    }

    /// A line must not begin with what begins a macro.
    private static func protected(_ line: String) -> String {
        line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
    }

    /// The dashes of options and commands are to be copied; those of other words are hyphens.
    private static func word(_ text: String) -> String {
        let isTyped = text.drop { "(\"".contains($0) }.hasPrefix("-") || ["sign-in", "sign-out"].contains(text)
        return isTyped ? escaped(text).replacing("-", with: "\\-") : escaped(text)
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\e").replacing("…", with: "\\&...")
    }

    private static func sentences(in text: String) -> [String] {
        var sentences: [String] = []
        var rest = text[...]
        while let end = rest.firstMatch(of: /[.?!] (?=[A-Z"$])/) {
            sentences.append(String(rest[..<rest.index(before: end.range.upperBound)]))
            rest = rest[end.range.upperBound...]
        }
        return sentences + (rest.isEmpty ? [] : [String(rest)])
    }
}
