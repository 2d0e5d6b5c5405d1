import Foundation

/// A page as NDJSON.
extension GraphPage {
    /// The first items, each followed by a line feed, in one piece.
    ///
    /// An item's bytes are those that came, but for line breaks: between tokens they are left out, and in a string,
    /// where JSON forbids them, they are escaped. One item is one line, whatever the server sent. A document that is no
    /// collection is its own only item.
    public func lines(first count: Int = .max) -> Data {
        let ranges = (itemRanges ?? [0..<body.count]).prefix(count)
        return body.withUnsafeBytes { body in
            let hasBreaks = GraphPage.contains("\n", body) || GraphPage.contains("\r", body)
            return hasBreaks ? GraphPage.unbroken(ranges, of: body) : GraphPage.parts(ranges, of: body, end: "\n")
        }
    }

    /// Parts of a page, each with a character behind it. Appending each to `Data` would cost more than copying it.
    static func parts(_ ranges: ArraySlice<Range<Int>>, of body: UnsafeRawBufferPointer, end: Unicode.Scalar) -> Data {
        let size = ranges.reduce(0) { $0 + $1.count + 1 }
        guard size > 0 else { return Data() }
        // Not `Data(count:)`, which writes zeros first.
        let parts = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 1)
        var place = 0
        for range in ranges {
            UnsafeMutableRawBufferPointer(rebasing: parts[place...])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: body[range]))
            place += range.count + 1
            parts[place - 1] = UInt8(ascii: end)
        }
        guard let start = parts.baseAddress else { return Data() }
        return Data(bytesNoCopy: start, count: size, deallocator: .custom { start, _ in start.deallocate() })
    }

    private static func unbroken(_ ranges: ArraySlice<Range<Int>>, of body: UnsafeRawBufferPointer) -> Data {
        var lines = Data(capacity: ranges.reduce(0) { $0 + $1.count + 1 })
        for range in ranges {
            append(UnsafeRawBufferPointer(rebasing: body[range]), to: &lines)
            lines.append(UInt8(ascii: "\n"))
        }
        return lines
    }

    private static func contains(_ character: Unicode.Scalar, _ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let start = bytes.baseAddress else { return false }
        return memchr(start, Int32(character.value), bytes.count) != nil
    }

    private static func append(_ item: UnsafeRawBufferPointer, to lines: inout Data) {
        var isInString = false
        var isEscaped = false
        for byte in item {
            let isBreak = byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
            if !isBreak {
                lines.append(byte)
            } else if isInString {
                lines.append(contentsOf: Array(byte == UInt8(ascii: "\n") ? "\\n".utf8 : "\\r".utf8))
            }
            if byte == UInt8(ascii: "\""), !isEscaped { isInString.toggle() }
            isEscaped = isInString && !isEscaped && byte == UInt8(ascii: "\\")
        }
    }
}
