/// Finds where the members of an object and the elements of an array stand in JSON text, without decoding them.
///
/// Only the structure is followed, each byte once and without recursion, so that numbers, key order and spacing stay as
/// the server sent them and deep nesting costs nothing. Text that is not well-formed gives nil, false or a wrong range,
/// never a crash.
struct JSONScanner {
    private let bytes: UnsafeBufferPointer<UInt8>
    private(set) var position: Int

    /// - Parameter bytes: has to outlive the scanner, which is used within `withUnsafeBytes` therefore.
    init(_ bytes: UnsafeBufferPointer<UInt8>, from position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    /// Visits the members of the object that begins here; false when it does not end or is no object.
    ///
    /// - Parameter member: gets the place of the name with its quotes; has to take the value, and tells if there was one.
    mutating func object(_ member: (_ name: Range<Int>, inout JSONScanner) -> Bool) -> Bool {
        sequence(open: "{", close: "}") { scanner in
            guard let name = scanner.name() else { return false }
            return member(name, &scanner)
        }
    }

    /// The elements of the array that begins here, in order; nil when it does not end or is no array.
    mutating func array() -> [Range<Int>]? {
        var elements: [Range<Int>] = []
        return self.elements { elements.append($0) } ? elements : nil
    }

    /// Visits the complete elements of the array that begins here, in order; false when it does not end or is no array.
    mutating func elements(_ body: (Range<Int>) -> Void) -> Bool {
        sequence(open: "[", close: "]") { scanner in
            guard let value = scanner.value() else { return false }
            body(value)
            return true
        }
    }

    /// The value of any kind that begins here; nil when it does not end.
    mutating func value() -> Range<Int>? {
        skipSpace()
        guard position < bytes.count else { return nil }
        switch bytes[position] {
        case UInt8(ascii: "\""): return string()
        case UInt8(ascii: "{"), UInt8(ascii: "["): return container()
        default: return scalar()
        }
    }

    /// The next byte, white space too; nil at the end.
    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Skips the next byte.
    mutating func skip() { position += 1 }

    /// Whether nothing but white space is left.
    mutating func isAtEnd() -> Bool {
        skipSpace()
        return position == bytes.count
    }

    /// Whether an array begins here.
    mutating func isAtArray() -> Bool { isAt("[") }

    /// Skips a structural character, if it is the next one.
    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard isAt(scalar) else { return false }
        position += 1
        return true
    }

    /// The name of a member, with its quotes and without the colon, which is skipped.
    mutating func name() -> Range<Int>? {
        guard let name = string(), take(":") else { return nil }
        return name
    }

    private mutating func sequence(
        open: Unicode.Scalar, close: Unicode.Scalar, _ element: (inout JSONScanner) -> Bool
    ) -> Bool {
        guard take(open) else { return false }
        if take(close) { return true }
        repeat {
            guard element(&self) else { return false }
        } while take(",")
        return take(close)
    }

    /// A string with its quotes.
    private mutating func string() -> Range<Int>? {
        guard isAt("\"") else { return nil }
        let start = position
        position += 1
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return start..<position
            // The escaped byte may be a quote.
            case UInt8(ascii: "\\"): position += 2
            default: position += 1
            }
        }
        return nil
    }

    /// An object or an array with its brackets, which are counted and not matched with each other.
    private mutating func container() -> Range<Int>? {
        let start = position
        var depth = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                guard string() != nil else { return nil }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            position += 1
            if depth == 0 { return start..<position }
        }
        return nil
    }

    /// A number or a literal: up to the next structural byte.
    private mutating func scalar() -> Range<Int>? {
        let start = position
        while position < bytes.count, !JSONScanner.isStructural(bytes[position]) { position += 1 }
        return position > start ? start..<position : nil
    }

    private mutating func isAt(_ scalar: Unicode.Scalar) -> Bool {
        skipSpace()
        return position < bytes.count && bytes[position] == UInt8(ascii: scalar)
    }

    mutating func skipSpace() {
        while position < bytes.count, JSONScanner.isSpace(bytes[position]) { position += 1 }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte <= 0x20 && (byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09)
    }

    private static func isStructural(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["),
            UInt8(ascii: "]"), UInt8(ascii: "\""):
            true
        default: isSpace(byte)
        }
    }
}
