import FoundationEssentials

// Bytes written as text: base64url and hexadecimal; and the mark before text in UTF-8.

extension Data {
    /// Reads base64url (RFC 4648 §5) and standard base64 (§4), padded or not; nil for any other text.
    package init?(base64URL text: some StringProtocol) {
        var base64 = text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        while base64.last == UInt8(ascii: "=") { base64.removeLast() }
        base64 += repeatElement(UInt8(ascii: "="), count: (4 - base64.count % 4) % 4)
        self.init(base64Encoded: Data(base64))
    }

    /// The bytes as base64url without padding (RFC 4648 §5).
    package var base64URL: String {
        let base64 = base64EncodedString().utf8.prefix { $0 != UInt8(ascii: "=") }
        let bytes = base64.map { byte in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            default: byte
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Sequence<UInt8> {
    /// The bytes as lower-case hexadecimal digits, two for each.
    package var hexadecimal: String {
        String(decoding: flatMap { $0.hexDigits(uppercase: false) }, as: UTF8.self)
    }
}

extension UInt8 {
    package var isHexDigit: Bool { hexDigitValue != nil }

    /// The value of the byte as a hexadecimal digit, in either case; nil for any other byte.
    var hexDigitValue: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// The byte that two hexadecimal digits stand for; nil unless there are exactly two.
    package init?(hexDigits digits: some Collection<UInt8>) {
        guard digits.count == 2, let high = digits.first?.hexDigitValue,
            let low = digits.dropFirst().first?.hexDigitValue
        else { return nil }
        self = high << 4 | low
    }

    /// The two hexadecimal digits of the byte, as ASCII.
    package func hexDigits(uppercase: Bool) -> [UInt8] {
        let letter = UInt8(ascii: uppercase ? "A" : "a")
        return [self >> 4, self & 15].map { $0 < 10 ? UInt8(ascii: "0") + $0 : letter + $0 - 10 }
    }
}

extension Data {
    /// The bytes without the byte order mark that some programs write before UTF-8. A reader of JSON may ignore it (RFC
    /// 8259 §8.1).
    package var withoutByteOrderMark: Data { starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self }
}
