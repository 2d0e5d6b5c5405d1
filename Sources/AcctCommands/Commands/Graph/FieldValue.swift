import Foundation

/// The value of a field.
enum FieldValue: Equatable {
    case text(String)
    /// JSON as it was typed, no digit changed.
    case json(String)

    /// `true`, `false`, `null` and numbers are what they look like, `@FILE` is what is in the file, `@-` what comes from
    /// stdin, and all else is text.
    ///
    /// Numbers are those of RFC 8259 section 6: `007` and `+1` are text, so that no postcode and no telephone number changes.
    static func typed(_ text: String, of name: String) throws -> FieldValue {
        if text.first == "@" { return .text(try contents(of: String(text.dropFirst()), for: name)) }
        return ["true", "false", "null"].contains(text) || isNumber(text) ? .json(text) : .text(text)
    }

    /// - Throws: `FieldError.notJSON`.
    static func json(_ text: String, of name: String) throws -> FieldValue {
        guard (try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)) != nil,
            !endsWithComma(text)
        else { throw FieldError.notJSON(name) }
        return .json(text)
    }

    /// In a body.
    var json: JSONValue {
        get throws {
            switch self {
            case .text(let text): try .string(text)
            case .json(let text): .verbatim(text)
            }
        }
    }

    /// In a query.
    var text: String {
        switch self {
        case .text(let text), .json(let text): text
        }
    }

    /// Whether a comma stands before a closing bracket, which Foundation takes and JSON forbids.
    private static func endsWithComma(_ json: String) -> Bool {
        var (isInString, isEscaped, isAfterComma) = (false, false, false)
        for byte in json.utf8 {
            if !isInString, isAfterComma, "]}".utf8.contains(byte) { return true }
            if byte > UInt8(ascii: " ") { isAfterComma = !isInString && byte == UInt8(ascii: ",") }
            if byte == UInt8(ascii: "\""), !isEscaped { isInString.toggle() }
            isEscaped = isInString && !isEscaped && byte == UInt8(ascii: "\\")
        }
        return false
    }

    private static func isNumber(_ text: String) -> Bool {
        var rest = text.utf8[...]
        func digits() -> Int {
            let count = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
            rest = rest.dropFirst(count)
            return count
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let startsWithZero = rest.first == UInt8(ascii: "0")
        let whole = digits()
        guard whole > 0, !startsWithZero || whole == 1 else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard digits() > 0 else { return false }
        }
        if let exponent = rest.first, exponent | 0x20 == UInt8(ascii: "e") {
            rest = rest.dropFirst()
            if let sign = rest.first, "+-".utf8.contains(sign) { rest = rest.dropFirst() }
            guard digits() > 0 else { return false }
        }
        return rest.isEmpty
    }

    private static func contents(of file: String, for name: String) throws -> String {
        let data =
            file == "-" ? FileHandle.standardInput.readDataToEndOfFile() : FileManager.default.contents(atPath: file)
        guard let data else { throw FieldError.unreadable(name: name, file: file) }
        guard let text = String(data: data, encoding: .utf8) else { throw FieldError.notText(name: name, file: file) }
        return text
    }
}
