import FoundationEssentials
import HTTPTransport

/// Checks that a text is JSON (RFC 8259), without decoding it and without recursion.
///
/// A decoder would build a tree of the whole text, and refuses what this check lets through: half a surrogate pair, a byte
/// that is not UTF-8, deep nesting. None of them says where a document ends or which members it has.
struct JSONSyntax {
    private var scanner: JSONScanner

    /// Whether the text is one JSON object and nothing else, in UTF-8.
    static func isObject(_ text: Data) -> Bool {
        String(validating: text, as: UTF8.self) != nil && isValue(text) { $0 == UInt8(ascii: "{") }
    }

    /// Whether the text is one JSON value and nothing else, whatever its strings hold.
    ///
    /// - Parameter isWanted: decides by the first byte of the value.
    static func isValue(_ text: Data, where isWanted: (UInt8) -> Bool = { _ in true }) -> Bool {
        text.withUnsafeBytes { text in
            var syntax = JSONSyntax(scanner: JSONScanner(text.bindMemory(to: UInt8.self)))
            syntax.scanner.skipSpace()
            guard let first = syntax.scanner.next, isWanted(first), syntax.value() else { return false }
            return syntax.scanner.isAtEnd()
        }
    }

    private mutating func value() -> Bool {
        var open: [Container] = []
        repeat {
            if let container = container() {
                if !scanner.take(container.end) {
                    open.append(container)
                    guard name(in: container) else { return false }
                    continue
                }
            } else if !scalar() {
                return false
            }
            while let container = open.last {
                if scanner.take(",") {
                    guard name(in: container) else { return false }
                    break
                }
                guard scanner.take(container.end) else { return false }
                open.removeLast()
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
        scanner.take("{") ? .object : scanner.take("[") ? .array : nil
    }

    /// Takes the name of an object's next member with its colon; an element of an array has none.
    private mutating func name(in container: Container) -> Bool {
        guard container == .object else { return true }
        scanner.skipSpace()
        return string() && scanner.take(":")
    }

    private mutating func scalar() -> Bool {
        scanner.skipSpace()
        return switch scanner.next {
        case UInt8(ascii: "\""): string()
        case UInt8(ascii: "t"): literal("true")
        case UInt8(ascii: "f"): literal("false")
        case UInt8(ascii: "n"): literal("null")
        default: number()
        }
    }

    private mutating func string() -> Bool {
        guard take("\"") else { return false }
        while let byte = scanner.next, byte >= 0x20 {
            scanner.skip()
            if byte == UInt8(ascii: "\"") { return true }
            if byte == UInt8(ascii: "\\"), !escape() { return false }
        }
        return false
    }

    private mutating func escape() -> Bool {
        guard let byte = scanner.next else { return false }
        scanner.skip()
        guard byte == UInt8(ascii: "u") else { return "\"\\/bfnrt".utf8.contains(byte) }
        for _ in 0..<4 {
            guard scanner.next?.isHexDigit == true else { return false }
            scanner.skip()
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
        let start = scanner.position
        while scanner.next?.isASCIIDigit == true { scanner.skip() }
        return scanner.position > start
    }

    private mutating func literal(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { take($0) }
    }

    /// Takes a byte within a scalar, where white space is not allowed.
    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard scanner.next == UInt8(ascii: scalar) else { return false }
        scanner.skip()
        return true
    }
}
