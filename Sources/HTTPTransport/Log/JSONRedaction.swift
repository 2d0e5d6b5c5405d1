import FoundationEssentials

/// Hides the values of sensitive members in JSON text, which may be cut off anywhere or not be JSON at all.
///
/// A scanner instead of a parser: a log shows what was sent, byte for byte, also where that is not valid.
struct JSONRedaction {
    private let text: [UInt8]
    private var index = 0
    private var result: [UInt8] = []
    /// The number of brackets that are open within the value of a sensitive member; nil outside of one.
    private var depth: Int?
    /// Whether the next value is that of a sensitive member.
    private var isAfterSensitiveName = false

    static func redacted(_ text: [UInt8]) -> [UInt8] {
        var redaction = JSONRedaction(text: text)
        while redaction.index < text.count { redaction.advance() }
        return URLRedaction.redactingQueries(in: redaction.result)
    }

    private init(text: [UInt8]) {
        self.text = text
    }

    private var hides: Bool { isAfterSensitiveName || depth != nil }

    private mutating func advance() {
        switch text[index] {
        case UInt8(ascii: "\""): string()
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            if hides { depth = (depth ?? 0) + 1 }
            isAfterSensitiveName = false
            copy()
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            depth = depth.flatMap { $0 > 1 ? $0 - 1 : nil }
            isAfterSensitiveName = false
            copy()
        case UInt8(ascii: ","):
            isAfterSensitiveName = false
            copy()
        case let byte where byte <= 0x20 || byte == UInt8(ascii: ":"): copy()
        default: scalar()
        }
    }

    private mutating func copy() {
        result.append(text[index])
        index += 1
    }

    /// A name, which a colon follows, or a value.
    private mutating func string() {
        let start = index
        index += 1
        while index < text.count, text[index] != UInt8(ascii: "\"") {
            index += text[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index = min(index + 1, text.count)
        let literal = text[start..<index]
        if text[index...].first(where: { $0 > 0x20 }) == UInt8(ascii: ":") {
            isAfterSensitiveName = SensitiveName.isMember(Self.content(of: literal))
            result += literal
        } else {
            result += hides ? Array("\"\(Secret.placeholder)\"".utf8) : Array(literal)
        }
    }

    /// A number, `true`, `false` or `null`, or text that is no JSON.
    private mutating func scalar() {
        let start = index
        while index < text.count, text[index] > 0x20, !"\",:[]{}".utf8.contains(text[index]) { index += 1 }
        result += hides ? Array(Secret.placeholder.utf8) : Array(text[start..<index])
    }

    private static func content(of literal: ArraySlice<UInt8>) -> String {
        JSONValue(parsing: Data(literal))?.stringValue
            ?? String(decoding: literal.dropFirst().dropLast(), as: UTF8.self)
    }
}
