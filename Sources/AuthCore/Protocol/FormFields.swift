import Foundation
import HTTPTransport

/// Names and values of an `application/x-www-form-urlencoded` body or a query.
struct FormFields: Equatable {
    private let fields: [String: [String]]

    /// Takes any bytes: what is not valid percent-encoding or UTF-8 is kept as it stands or replaced, never refused.
    init(_ text: some StringProtocol) {
        var fields: [String: [String]] = [:]
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = FormFields.decode(parts[0])
            fields[name, default: []].append(parts.count > 1 ? FormFields.decode(parts[1]) : "")
        }
        self.fields = fields
    }

    /// The value of a name that occurs exactly once: "parameters must not be included more than once"
    /// (RFC 6749 section 3.1), so a repeated one counts as absent.
    subscript(name: String) -> String? {
        guard let values = fields[name], values.count == 1 else { return nil }
        return values[0]
    }

    private static func decode(_ text: some StringProtocol) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = hexValue(rest.prefix(2)) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func hexValue(_ digits: ArraySlice<UInt8>) -> UInt8? {
        guard digits.count == 2, digits.allSatisfy(\.isASCIIAlphanumeric) else { return nil }
        return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
