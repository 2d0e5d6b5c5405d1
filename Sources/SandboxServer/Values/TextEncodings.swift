import FoundationEssentials

/// Percent-encoding (RFC 3986 §2.1). A form decoder must accept input that no URL type would parse.
enum URLEscaping {
    enum Digits {
        case upper
        /// Lower-case hexadecimal digits, as in Graph's next links: clients that rebuild a link instead of following
        /// it fail.
        case lower

        fileprivate var alphabet: [UInt8] {
            switch self {
            case .upper: Array("0123456789ABCDEF".utf8)
            case .lower: Array("0123456789abcdef".utf8)
            }
        }
    }

    static func encode(_ text: String, digits: Digits = .upper) -> String {
        let alphabet = digits.alphabet
        var out: [UInt8] = []
        for byte in text.utf8 {
            if isUnreserved(byte) {
                out.append(byte)
            } else {
                out += [UInt8(ascii: "%"), alphabet[Int(byte >> 4)], alphabet[Int(byte & 15)]]
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    /// Decodes `%XX`, keeps a stray `%`, and repairs invalid UTF-8, so that any input gives some text.
    static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String {
        let bytes = Array(text.utf8)
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            if let byte = escapedByte(in: bytes, at: index) {
                out.append(byte)
                index += 3
            } else {
                let isSpace = plusIsSpace && bytes[index] == UInt8(ascii: "+")
                out.append(isSpace ? UInt8(ascii: " ") : bytes[index])
                index += 1
            }
        }
        return String(decoding: out, as: UTF8.self)
    }

    private static func escapedByte(in bytes: [UInt8], at index: Int) -> UInt8? {
        guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
            let high = hexValue(bytes[index + 1]), let low = hexValue(bytes[index + 2])
        else { return nil }
        return high << 4 | low
    }

    private static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}

/// The URL-safe base64 alphabet without padding (RFC 4648 §5), which JOSE and PKCE use.
enum UnpaddedBase64URL {
    static func encode(_ bytes: some Sequence<UInt8>) -> String {
        let standard = Data(bytes).base64EncodedString()
        return String(
            standard.compactMap { character in
                switch character {
                case "+": "-"
                case "/": "_"
                case "=": nil
                default: character
                }
            })
    }

    /// Nil for text with padding or any other character outside the alphabet.
    static func decode(_ text: some StringProtocol) -> [UInt8]? {
        guard text.utf8.allSatisfy(isInAlphabet) else { return nil }
        let standard = text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
        let padding = String(repeating: "=", count: (4 - standard.count % 4) % 4)
        return Data(base64Encoded: String(standard) + padding).map { Array($0) }
    }

    private static func isInAlphabet(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
