import FoundationEssentials

/// JSON strings (RFC 8259 §7), read out of the text of a document and written into one.
enum JSONString {
    /// The text of a string; nil for a value of another kind. Half of a surrogate pair, as in a text that was cut within a
    /// character, becomes U+FFFD: JSON allows it, Unicode does not (RFC 8259 §8.2).
    ///
    /// Names and links rarely have an escape, and without one no decoder is needed.
    ///
    /// - Parameter value: the bytes of a whole value, a string with its quotes.
    static func text(of value: some BidirectionalCollection<UInt8>) -> String? {
        guard value.count >= 2, value.first == UInt8(ascii: "\"") else { return nil }
        guard value.contains(UInt8(ascii: "\\")) else {
            return String(decoding: value.dropFirst().dropLast(), as: UTF8.self)
        }
        let decoder = JSONDecoder()
        return (try? decoder.decode(String.self, from: Data(value)))
            ?? (try? decoder.decode(String.self, from: withoutLoneSurrogates(Array(value))))
    }

    private static func withoutLoneSurrogates(_ value: [UInt8]) -> Data {
        var result: [UInt8] = []
        var rest = value[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), let next = rest.popFirst() else {
                result.append(byte)
                continue
            }
            var escape = [byte, next]
            if let unit = next == UInt8(ascii: "u") ? codeUnit(rest) : nil {
                let digits = rest.prefix(4)
                rest = rest.dropFirst(4)
                if UTF16.isLeadSurrogate(unit), rest.starts(with: "\\u".utf8),
                    let second = codeUnit(rest.dropFirst(2)), UTF16.isTrailSurrogate(second)
                {
                    escape += digits + rest.prefix(6)
                    rest = rest.dropFirst(6)
                } else {
                    escape += UTF16.isSurrogate(unit) ? Array("fffd".utf8) : Array(digits)
                }
            }
            result += escape
        }
        return Data(result)
    }

    /// The number of four hexadecimal digits; nil without them.
    private static func codeUnit(_ text: ArraySlice<UInt8>) -> UInt16? {
        text.count < 4 ? nil : UInt16(String(decoding: text.prefix(4), as: UTF8.self), radix: 16)
    }

    /// A text as a string with its quotes.
    static func quoted(_ text: String) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        // Encoding a string never fails.
        return (try? encoder.encode(text)) ?? Data("\"\"".utf8)
    }
}
