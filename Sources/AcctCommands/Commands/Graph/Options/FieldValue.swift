import FoundationEssentials
import HTTPTransport

/// The name of a field, as `gh api` writes it: `a`, `a[b]` for a member of an object, `a[]` for an element of an array.
struct FieldName: Equatable {
    enum Step: Hashable {
        case member(String)
        case element
    }

    let text: String
    let steps: [Step]

    /// - Throws: `Failure.invalidFieldName` for brackets that do not match and for an element without an array's name.
    init(_ text: String) throws(Failure) {
        self.text = text
        let parts = text.split(separator: "[", omittingEmptySubsequences: false)
        guard let name = parts.first, !name.isEmpty, !name.contains("]") else { throw .invalidFieldName(text) }
        var steps = [Step.member(String(name))]
        for part in parts.dropFirst() {
            guard part.hasSuffix("]"), !part.dropLast().contains("]") else { throw .invalidFieldName(text) }
            let step = part.count == 1 ? Step.element : .member(String(part.dropLast()))
            // An array of arrays can be given as JSON.
            guard step != .element || steps.last != .element else { throw .invalidFieldName(text) }
            steps.append(step)
        }
        self.steps = steps
    }

    /// The name, if it has no brackets.
    var plain: String? { steps.count == 1 ? text : nil }
}

/// The value of a field.
enum FieldValue: Equatable {
    case text(String)
    /// JSON text as it was typed, with every digit.
    case json(String)

    /// Reads the value of `-F`: `true`, `false`, `null` and numbers as JSON, `@FILE` as the text of the file, `@-` as the
    /// text on stdin, and all else as text.
    ///
    /// Numbers are those of RFC 8259 §6. `007` and `+1` are text, so that no postcode and no telephone number changes.
    static func typed(_ text: String, of name: String) throws -> FieldValue {
        if text.first == "@" { return .text(try contents(of: String(text.dropFirst()), for: name)) }
        return ["true", "false", "null"].contains(text) || isNumber(text) ? .json(text) : .text(text)
    }

    /// - Throws: `Failure.fieldNotJSON`.
    static func json(_ text: String, of name: String) throws -> FieldValue {
        guard JSONValue(parsing: Data(text.utf8)) != nil, !hasTrailingComma(text) else {
            throw Failure.fieldNotJSON(name)
        }
        return .json(text)
    }

    /// In a body.
    var json: FieldTree {
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

    /// Whether a comma stands before a closing bracket, which `JSONDecoder` takes and RFC 8259 forbids.
    private static func hasTrailingComma(_ json: String) -> Bool {
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
            let count = rest.prefix(while: \.isASCIIDigit).count
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
        let data: Data
        do { data = try InputFile(file).contents() } catch { throw Failure.unreadableField(name, error) }
        guard let text = String(data: data, encoding: .utf8) else { throw Failure.fieldNotText(name, file: file) }
        return text
    }
}
