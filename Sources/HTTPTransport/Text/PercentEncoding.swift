/// Percent-encoding (RFC 3986 §2.1) of the bytes of a text.
package enum PercentEncoding {
    /// - Parameters:
    ///   - keepsEscapes: whether a `%` with two hexadecimal digits behind it stays as it is, rather than becoming `%25`.
    ///   - isAllowed: whether a byte stays as it is; must be false for bytes from 0x80.
    package static func encode(
        _ text: some StringProtocol, keepsEscapes: Bool = false, where isAllowed: (UInt8) -> Bool = \.isURLUnreserved
    ) -> String {
        var rest = Array(text.utf8)[...]
        var encoded: [UInt8] = []
        encoded.reserveCapacity(rest.count)
        while let byte = rest.popFirst() {
            if isAllowed(byte) || (keepsEscapes && byte == percent && UInt8(hexDigits: rest.prefix(2)) != nil) {
                encoded.append(byte)
            } else {
                encoded.append(percent)
                encoded += byte.hexDigits(uppercase: true)
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// Takes any text: an incomplete escape stays as it is, and bytes that are not UTF-8 become U+FFFD.
    ///
    /// - Parameter plusIsSpace: as in `application/x-www-form-urlencoded`, the format of HTML forms.
    package static func decode(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String {
        var rest = Array(text.utf8)[...]
        var decoded: [UInt8] = []
        decoded.reserveCapacity(rest.count)
        while let byte = rest.popFirst() {
            if byte == percent, let value = UInt8(hexDigits: rest.prefix(2)) {
                decoded.append(value)
                rest = rest.dropFirst(2)
            } else {
                decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: decoded, as: UTF8.self)
    }

    private static let percent = UInt8(ascii: "%")
}

extension UInt8 {
    /// Whether the byte never needs percent-encoding (RFC 3986 §2.3).
    package var isURLUnreserved: Bool { isASCIIAlphanumeric || "-._~".utf8.contains(self) }
}

/// Names and values in the form that queries and HTML forms have.
public enum QueryString {
    /// Joined by `&`, with all but RFC 3986's unreserved characters percent-encoded.
    public static func make(_ fields: [(String, String)]) -> String {
        fields.map { name, value in "\(PercentEncoding.encode(name))=\(PercentEncoding.encode(value))" }
            .joined(separator: "&")
    }
}
