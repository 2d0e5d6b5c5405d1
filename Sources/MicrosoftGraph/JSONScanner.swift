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
            guard let name = scanner.string(), scanner.take(":") else { return false }
            return member(name, &scanner)
        }
    }

    /// The elements of the array that begins here, in order; nil when it does not end or is no array.
    mutating func array() -> [Range<Int>]? {
        var elements: [Range<Int>] = []
        let isComplete = sequence(open: "[", close: "]") { scanner in
            guard let value = scanner.value() else { return false }
            elements.append(value)
            return true
        }
        return isComplete ? elements : nil
    }

    /// One value of any kind, passed over by counting brackets outside of strings.
    mutating func value() -> Range<Int>? {
        skipSpace()
        let start = position
        var index = start
        var depth = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index = endOfString(from: index)
                guard index <= bytes.count else { return nil }
                // Between a name and its value, and between two strings, stands one byte.
                while depth > 0, index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "\""), isSeparator(index) {
                    index = endOfString(from: index + 1)
                    guard index <= bytes.count else { return nil }
                }
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                index += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                index += 1
            default:
                if depth == 0 { return scalar() }
                index += 1
            }
            if depth <= 0 {
                position = index
                return depth == 0 ? start..<index : nil
            }
        }
        position = index
        return nil
    }

    /// Whether nothing but white space is left.
    mutating func isAtEnd() -> Bool {
        skipSpace()
        return position == bytes.count
    }

    /// Whether an array begins here.
    mutating func isAtArray() -> Bool {
        skipSpace()
        return position < bytes.count && bytes[position] == UInt8(ascii: "[")
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
        skipSpace()
        let start = position
        guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") else { return nil }
        let end = endOfString(from: start)
        position = min(end, bytes.count)
        return end <= bytes.count ? start..<end : nil
    }

    private func isSeparator(_ index: Int) -> Bool {
        bytes[index] == UInt8(ascii: ":") || bytes[index] == UInt8(ascii: ",")
    }

    /// Behind the quote that ends the string whose first quote is at `start`; behind everything when none does.
    @inline(__always)
    private func endOfString(from start: Int) -> Int {
        var index = nextQuote(from: start &+ 1)
        while index < bytes.count {
            // The byte before is the first quote at the latest.
            if bytes[index &- 1] != UInt8(ascii: "\\") || !isEscaped(index) { return index &+ 1 }
            index = nextQuote(from: index &+ 1)
        }
        return bytes.count + 1
    }

    /// Whether an odd number of backslashes stands before a quote of a string.
    private func isEscaped(_ quote: Int) -> Bool {
        var first = quote
        while bytes[first - 1] == UInt8(ascii: "\\") { first -= 1 }
        return !(quote - first).isMultiple(of: 2)
    }

    /// Where the next quote stands, or the end. Most of a page is text, so eight bytes are looked at at once.
    @inline(__always)
    private func nextQuote(from start: Int) -> Int {
        guard let base = bytes.baseAddress else { return start }
        let raw = UnsafeRawPointer(base)
        var index = start
        // Indices of a buffer cannot overflow, so nothing is spent on checking that.
        while index &+ 8 <= bytes.count {
            let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            let found = JSONScanner.zeros(word ^ JSONScanner.every(UInt8(ascii: "\"")))
            if found != 0 { return index &+ found.trailingZeroBitCount &>> 3 }
            index &+= 8
        }
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") { index &+= 1 }
        return index
    }

    /// The lowest bit that is set is the highest of the first byte that is zero: only there the subtraction borrows from
    /// nothing below.
    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 { (word &- every(0x01)) & ~word & every(0x80) }

    @inline(__always)
    private static func every(_ byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }

    /// A number or a literal: up to the next structural byte.
    private mutating func scalar() -> Range<Int>? {
        let start = position
        while position < bytes.count, !JSONScanner.isStructural(bytes[position]) { position += 1 }
        return position > start ? start..<position : nil
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        skipSpace()
        guard position < bytes.count, bytes[position] == UInt8(ascii: scalar) else { return false }
        position += 1
        return true
    }

    private mutating func skipSpace() {
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
