import FoundationEssentials
import HTTPTransport

/// Checks that a text is JSON (RFC 8259), without decoding it.
///
/// A decoder would build a tree of the whole text, and JSONDecoder looks at numbers and escapes only where they are read.
/// The responses of a batch can have megabytes, of which only three members per response are read.
struct JSONSyntax {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    /// Deeper nesting is refused; parsers commonly allow no more.
    private static let depthLimit = 512

    private init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Whether the text is one JSON object and nothing else, in UTF-8.
    static func isObject(_ text: Data) -> Bool {
        guard String(validating: text, as: UTF8.self) != nil else { return false }
        return text.withUnsafeBytes { text in
            var syntax = JSONSyntax(text.bindMemory(to: UInt8.self))
            syntax.skipSpace()
            guard syntax.next == UInt8(ascii: "{"), syntax.value(depth: 1) else { return false }
            return syntax.next == nil
        }
    }

    /// The next byte; nil at the end.
    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Takes a value and the white space after it.
    private mutating func value(depth: Int) -> Bool {
        guard depth <= Self.depthLimit, let first = next else { return false }
        let isValid =
            switch first {
            case UInt8(ascii: "{"):
                sequence(end: "}") { syntax in
                    guard syntax.string() else { return false }
                    syntax.skipSpace()
                    guard syntax.take(":") else { return false }
                    syntax.skipSpace()
                    return syntax.value(depth: depth + 1)
                }
            case UInt8(ascii: "["): sequence(end: "]") { $0.value(depth: depth + 1) }
            case UInt8(ascii: "\""): string()
            case UInt8(ascii: "t"): literal("true")
            case UInt8(ascii: "f"): literal("false")
            case UInt8(ascii: "n"): literal("null")
            default: number()
            }
        skipSpace()
        return isValid
    }

    private mutating func sequence(end: Unicode.Scalar, element: (inout JSONSyntax) -> Bool) -> Bool {
        position += 1
        skipSpace()
        if take(end) { return true }
        repeat {
            skipSpace()
            guard element(&self) else { return false }
        } while take(",")
        return take(end)
    }

    private mutating func string() -> Bool {
        guard take("\"") else { return false }
        while let byte = next, byte >= 0x20 {
            position += 1
            if byte == UInt8(ascii: "\"") { return true }
            if byte == UInt8(ascii: "\\"), !escape() { return false }
        }
        return false
    }

    private mutating func escape() -> Bool {
        guard let byte = next else { return false }
        position += 1
        guard byte == UInt8(ascii: "u") else { return "\"\\/bfnrt".utf8.contains(byte) }
        for _ in 0..<4 {
            guard next?.isHexDigit == true else { return false }
            position += 1
        }
        return true
    }

    private mutating func number() -> Bool {
        _ = take("-")
        if !take("0"), !digits() { return false }
        if take("."), !digits() { return false }
        guard take("e") || take("E") else { return true }
        if !take("+") { _ = take("-") }
        return digits()
    }

    /// Takes at least one digit.
    private mutating func digits() -> Bool {
        let start = position
        while next?.isASCIIDigit == true { position += 1 }
        return position > start
    }

    private mutating func literal(_ text: String) -> Bool {
        guard bytes[position...].starts(with: text.utf8) else { return false }
        position += text.utf8.count
        return true
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: scalar) else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
    }
}
