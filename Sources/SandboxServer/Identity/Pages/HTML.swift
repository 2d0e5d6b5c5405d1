/// Markup that escapes every interpolated string.
struct HTML: ExpressibleByStringInterpolation {
    private(set) var source: String

    init(stringLiteral value: String) {
        source = value
    }

    init(stringInterpolation: StringInterpolation) {
        source = stringInterpolation.source
    }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var source = ""

        init(literalCapacity: Int, interpolationCount: Int) {
            source.reserveCapacity(literalCapacity)
        }

        mutating func appendLiteral(_ literal: String) {
            source += literal
        }

        mutating func appendInterpolation(_ text: String) {
            source += HTML.escape(text)
        }

        mutating func appendInterpolation(_ markup: HTML) {
            source += markup.source
        }

        mutating func appendInterpolation(_ parts: [HTML]) {
            parts.forEach { source += $0.source }
        }
    }

    private static func escape(_ text: String) -> String {
        var out = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&quot;"
            case "'": out += "&#39;"
            default: out.unicodeScalars.append(character)
            }
        }
        return out
    }
}
