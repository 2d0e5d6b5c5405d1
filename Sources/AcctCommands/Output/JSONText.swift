import FoundationEssentials

/// JSON text with fields in a stable order.
enum JSONText {
    static func of(_ value: some Encodable, pretty: Bool) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if pretty { encoder.outputFormatting.insert(.prettyPrinted) }
        let json = escaped(String(decoding: try encoder.encode(value), as: UTF8.self))
        return pretty ? withoutEmptyLines(json) : json
    }

    /// The encoder puts the brackets of an empty array or object on lines of their own, with an empty one between. Strings
    /// have no line ends.
    private static func withoutEmptyLines(_ json: String) -> String {
        var lines: [Substring] = []
        var isEmpty = false
        for line in json.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty {
                isEmpty = true
            } else if isEmpty, let last = lines.popLast() {
                lines.append(last + line.drop { $0 == " " })
                isEmpty = false
            } else {
                lines.append(line)
            }
        }
        return lines.joined(separator: "\n")
    }

    /// Escapes the characters that end a line or control a terminal, which the encoder does not. They occur in strings
    /// only, where an escape means the same.
    private static func escaped(_ json: String) -> String {
        guard json.unicodeScalars.contains(where: isUnsafe) else { return json }
        return json.unicodeScalars.reduce(into: "") { text, scalar in
            if isUnsafe(scalar) {
                let hex = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isUnsafeForTerminal || scalar == "\u{2028}" || scalar == "\u{2029}"
    }
}
