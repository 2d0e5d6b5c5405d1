import Foundation

/// Finds where the members of an object and the elements of an array stand in JSON text, without decoding them.
///
/// Only the structure is followed, without recursion, so that numbers, key order and spacing stay as the server sent
/// them and deep nesting costs nothing. Text that is not well-formed gives nil or a wrong range, never a crash.
struct JSONScanner {
    let bytes: [UInt8]
    private(set) var position: Int

    init(_ bytes: [UInt8], from position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    /// The members of the object that begins here, in order; nil when it does not end or is no object.
    mutating func objectMembers() -> [(name: Range<Int>, value: Range<Int>)]? {
        var members: [(name: Range<Int>, value: Range<Int>)] = []
        let isComplete = elements(open: "{", close: "}") { scanner in
            guard let name = scanner.string(), scanner.take(":"), let value = scanner.value() else { return false }
            members.append((name, value))
            return true
        }
        return isComplete ? members : nil
    }

    /// The elements of the array that begins here, in order; nil when it does not end or is no array.
    mutating func arrayElements() -> [Range<Int>]? {
        var values: [Range<Int>] = []
        let isComplete = elements(open: "[", close: "]") { scanner in
            guard let value = scanner.value() else { return false }
            values.append(value)
            return true
        }
        return isComplete ? values : nil
    }

    /// Whether nothing but white space is left.
    mutating func isAtEnd() -> Bool {
        skipSpace()
        return position == bytes.count
    }

    private mutating func elements(
        open: Unicode.Scalar, close: Unicode.Scalar, _ element: (inout JSONScanner) -> Bool
    ) -> Bool {
        guard take(open) else { return false }
        if take(close) { return true }
        repeat {
            guard element(&self) else { return false }
        } while take(",")
        return take(close)
    }

    /// One value of any kind, skipped over by counting brackets outside of strings.
    private mutating func value() -> Range<Int>? {
        skipSpace()
        let start = position
        var depth = 0
        repeat {
            skipSpace()
            guard position < bytes.count else { return nil }
            switch bytes[position] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1; position += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1; position += 1
            case UInt8(ascii: ","), UInt8(ascii: ":"): position += 1
            case UInt8(ascii: "\""): if string() == nil { return nil }
            default: guard scalar() else { return nil }
            }
        } while depth > 0
        return depth == 0 && position > start ? start..<position : nil
    }

    /// A string with its quotes.
    private mutating func string() -> Range<Int>? {
        skipSpace()
        let start = position
        guard take("\"") else { return nil }
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return start..<position
            case UInt8(ascii: "\\"): position += 2
            default: position += 1
            }
        }
        return nil
    }

    /// A number or a literal: up to the next structural byte.
    private mutating func scalar() -> Bool {
        let start = position
        while position < bytes.count, !JSONScanner.structural.contains(bytes[position]) { position += 1 }
        return position > start
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: scalar) else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
        while position < bytes.count, JSONScanner.space.contains(bytes[position]) { position += 1 }
    }

    private static let space: [UInt8] = [0x20, 0x0A, 0x0D, 0x09]
    private static let structural = Set(",:{}[]\" \t\r\n".utf8)
}
