import FoundationEssentials

/// JSON strings (RFC 8259 §7), read out of the text of a document and written into one.
enum JSONString {
    /// The text of a string; nil for a value of another kind.
    ///
    /// Names and links rarely have an escape, and without one no decoder is needed.
    ///
    /// - Parameter value: the bytes of a whole value, a string with its quotes.
    static func text(of value: some BidirectionalCollection<UInt8>) -> String? {
        guard value.count >= 2, value.first == UInt8(ascii: "\"") else { return nil }
        guard value.contains(UInt8(ascii: "\\")) else {
            return String(decoding: value.dropFirst().dropLast(), as: UTF8.self)
        }
        return try? JSONDecoder().decode(String.self, from: Data(value))
    }

    /// A text as a string with its quotes.
    static func quoted(_ text: String) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        // Encoding a string never fails.
        return (try? encoder.encode(text)) ?? Data("\"\"".utf8)
    }
}
