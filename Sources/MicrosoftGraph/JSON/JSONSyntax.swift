import FoundationEssentials
import HTTPTransport

/// Checks that a text is JSON (RFC 8259), without decoding it and without recursion.
///
/// A decoder would build a tree of the whole text, and refuses what this check lets through: half a surrogate pair, a byte
/// that is not UTF-8, deep nesting. None of them says where a document ends or which members it has.
struct JSONSyntax {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0

    private init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Whether the text is one JSON object and nothing else, in UTF-8.
    static func isObject(_ text: Data) -> Bool {
        String(validating: text, as: UTF8.self) != nil && isValue(text) { $0 == UInt8(ascii: "{") }
    }

    /// Whether the text is one JSON value and nothing else, whatever its strings hold.
    ///
    /// - Parameter isWanted: decides by the first byte of the value.
    static func isValue(_ text: Data, where isWanted: (UInt8) -> Bool = { _ in true }) -> Bool {
        text.withUnsafeBytes { text in
            var syntax = JSONSyntax(text.bindMemory(to: UInt8.self))
            syntax.skipSpace()
            guard let first = syntax.next, isWanted(first), syntax.value() else { return false }
            return syntax.next == nil
        }
    }

    /// The next byte; nil at the end.
    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Takes a value and the white space after it.
    private mutating func value() -> Bool {
        var open: [Container] = []
        repeat {
            skipSpace()
            if let container = container() {
                skipSpace()
                if !take(container.end) {
                    open.append(container)
                    guard name(in: container) else { return false }
                    continue
                }
            } else if !scalar() {
                return false
            }
            skipSpace()
            while let container = open.last {
                if take(",") {
                    guard name(in: container) else { return false }
                    break
                }
                guard take(container.end) else { return false }
                open.removeLast()
                skipSpace()
            }
        } while !open.isEmpty
        return true
    }

    private enum Container {
        case object, array

        var end: Unicode.Scalar { self == .object ? "}" : "]" }
    }

    /// Takes the beginning of an object or an array.
    private mutating func container() -> Container? {
        take("{") ? .object : take("[") ? .array : nil
    }

    /// Takes the name of an object's next member with its colon; an element of an array has none.
    private mutating func name(in container: Container) -> Bool {
        guard container == .object else { return true }
        skipSpace()
        guard string() else { return false }
        skipSpace()
        return take(":")
    }

    private mutating func scalar() -> Bool {
        switch next {
        case UInt8(ascii: "\""): string()
        case UInt8(ascii: "t"): literal("true")
        case UInt8(ascii: "f"): literal("false")
        case UInt8(ascii: "n"): literal("null")
        default: number()
        }
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
