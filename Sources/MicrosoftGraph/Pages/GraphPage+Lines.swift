import FoundationEssentials

/// A page as NDJSON.
extension GraphPage {
    /// The first items, each followed by a line feed, in one piece.
    ///
    /// An item keeps the bytes that the server sent, except for line breaks: between tokens they are left out, and in a
    /// string, where JSON forbids them, they are escaped. So each item is one line, whatever the server sent. A document
    /// that is no collection is its own only item.
    public func lines(first count: Int = .max) -> Data {
        let ranges = (itemRanges ?? [0..<body.count]).prefix(count)
        return body.withUnsafeBytes { body in
            let hasBreaks = body.contains { Self.isLineBreak($0) }
            return hasBreaks ? Self.unbroken(ranges, of: body) : Self.parts(ranges, of: body, terminator: "\n")
        }
    }

    /// Parts of a page, each followed by a character.
    static func parts(
        _ ranges: ArraySlice<Range<Int>>, of body: UnsafeRawBufferPointer, terminator: Unicode.Scalar
    ) -> Data {
        var parts = Data(capacity: ranges.reduce(0) { $0 + $1.count + 1 })
        for range in ranges {
            parts.append(contentsOf: UnsafeRawBufferPointer(rebasing: body[range]))
            parts.append(UInt8(ascii: terminator))
        }
        return parts
    }

    private static func unbroken(_ ranges: ArraySlice<Range<Int>>, of body: UnsafeRawBufferPointer) -> Data {
        var lines = Data(capacity: ranges.reduce(0) { $0 + $1.count + 1 })
        for range in ranges {
            append(UnsafeRawBufferPointer(rebasing: body[range]), to: &lines)
            lines.append(UInt8(ascii: "\n"))
        }
        return lines
    }

    private static func append(_ item: UnsafeRawBufferPointer, to lines: inout Data) {
        var isInString = false
        var isEscaped = false
        for byte in item {
            if !isLineBreak(byte) {
                lines.append(byte)
            } else if isInString {
                lines.append(contentsOf: Array(byte == UInt8(ascii: "\n") ? "\\n".utf8 : "\\r".utf8))
            }
            if byte == UInt8(ascii: "\""), !isEscaped { isInString.toggle() }
            isEscaped = isInString && !isEscaped && byte == UInt8(ascii: "\\")
        }
    }

    private static func isLineBreak(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }
}
