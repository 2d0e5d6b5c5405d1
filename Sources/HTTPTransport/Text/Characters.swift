// Properties of ASCII bytes, without regard to locale or to Unicode: the syntaxes of URLs, header fields, tokens and host
// names are defined on bytes.

import FoundationEssentials

extension UInt8 {
    package var isASCIILetter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        default: false
        }
    }

    package var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    package var isASCIIAlphanumeric: Bool { isASCIILetter || isASCIIDigit }

    /// Whether the byte is a space, a tab, or one of the controls that end a line or a page.
    package var isASCIIWhitespace: Bool { self == 0x20 || (0x09...0x0D).contains(self) }

    /// Whether the byte is LF, VT, FF or CR.
    package var isASCIINewline: Bool { (0x0A...0x0D).contains(self) }

    /// The byte with an upper-case letter made lower case; any other byte is unchanged.
    package var asciiLowercased: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}

extension StringProtocol {
    /// Whether both texts have the same bytes when ASCII letters are compared without case.
    ///
    /// Unicode case folding would also make U+212A (the Kelvin sign) equal to "k", which no protocol means.
    package func equalsIgnoringASCIICase(_ other: some StringProtocol) -> Bool {
        utf8.elementsEqual(other.utf8) { $0 == $1 || $0.asciiLowercased == $1.asciiLowercased }
    }

    /// The text without the bytes at both ends that satisfy the predicate.
    ///
    /// FoundationEssentials has no `trimmingCharacters(in:)`.
    ///
    /// - Parameter isTrimmed: must be false for bytes from 0x80, which are parts of characters.
    package func trimmingASCII(while isTrimmed: (UInt8) -> Bool) -> String {
        String(Substring(Substring(self).utf8.trimming(while: isTrimmed)))
    }

    /// The text without spaces, tabs and line ends at both ends.
    package func trimmingASCIIWhitespace() -> String {
        trimmingASCII(while: \.isASCIIWhitespace)
    }
}

extension String {
    /// Whether the text is an identifier as shells and JMESPath have them: ASCII letters, digits and underscores, with no
    /// digit at the beginning.
    package var isASCIIIdentifier: Bool {
        guard let first = utf8.first, !first.isASCIIDigit else { return false }
        return utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }
    }

    /// Whether the text is a GUID: 8, 4, 4, 4 and 12 hexadecimal digits with hyphens between them (RFC 9562 section 4).
    package var isGUID: Bool {
        utf8.count == 36
            && utf8.enumerated().allSatisfy { position, byte in
                [8, 13, 18, 23].contains(position) ? byte == UInt8(ascii: "-") : byte.isHexDigit
            }
    }
}

extension BidirectionalCollection<UInt8> {
    /// The bytes without those at both ends that satisfy the predicate.
    package func trimming(while isTrimmed: (UInt8) -> Bool) -> SubSequence {
        let start = drop(while: isTrimmed)
        return start[..<(start.lastIndex { !isTrimmed($0) }.map(start.index(after:)) ?? start.startIndex)]
    }
}

extension StringProtocol {
    /// The text with every control character as `\u{…}`, so that nothing a server sends can move a terminal's cursor,
    /// change its title or start a line of its own in a log.
    func escapingControlCharacters() -> String {
        guard unicodeScalars.contains(where: \.isUnsafeToPrint) else { return String(self) }
        return unicodeScalars.reduce(into: "") { result, scalar in
            if scalar.isUnsafeToPrint {
                result += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }
}

extension Unicode.Scalar {
    /// Whether this is a C0 or C1 control, or a format character that reorders text (Unicode TR 9) or hides in it.
    package var isUnsafeToPrint: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
