import FoundationEssentials

/// JSON text with fields in a stable order.
enum JSONText {
    static func of(_ value: some Encodable, pretty: Bool) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if pretty { encoder.outputFormatting.insert(.prettyPrinted) }
        return escaped(String(decoding: try encoder.encode(value), as: UTF8.self))
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
