import FoundationEssentials
import HTTPTransport

/// Splits chunks of bytes into lines, leaving out empty ones and comments, which begin with `#`.
struct BatchLines {
    struct Line {
        /// The line without white space at its ends.
        let text: Data
        /// Counted from 1, with the lines that are left out.
        let number: Int
    }

    private var buffer = Data()
    private var number = 0
    /// The length of the buffer's beginning that has no line break.
    private var searched = 0
    private(set) var hasEnded = false

    /// The largest batch, and the largest single request, that Graph accepts.
    static let limit = 4 << 20

    var isAtEnd: Bool { hasEnded && buffer.isEmpty }

    /// The next line with content; nil when it needs more bytes, or at the end.
    mutating func next() throws(BatchError) -> Line? {
        while let raw = try rawLine() {
            number += 1
            let text = Data(raw.trimming(while: \.isASCIIWhitespace))
            if let first = text.first, first != UInt8(ascii: "#") { return Line(text: text, number: number) }
        }
        return nil
    }

    /// - Parameter chunk: the next bytes; nil after the last.
    mutating func append(_ chunk: Data?) {
        guard let chunk else {
            hasEnded = true
            return
        }
        let isStart = number == 0 && buffer.isEmpty
        let bytes = isStart ? chunk.withoutByteOrderMark : chunk
        // A slice would hold on to the lines that were read already; a copy does not.
        buffer = Data(buffer) + bytes
    }

    /// The bytes that were received and not yet read as lines.
    mutating func remainder() -> Data {
        defer { buffer = Data() }
        return buffer
    }

    private mutating func rawLine() throws(BatchError) -> Data? {
        if let end = buffer[(buffer.startIndex + searched)...].firstIndex(of: UInt8(ascii: "\n")) {
            defer { buffer = buffer[(end + 1)...] }
            searched = 0
            return buffer[..<end]
        }
        searched = buffer.count
        guard buffer.count <= Self.limit else {
            throw .invalid(.line(number + 1), .tooLong(limit: Self.limit))
        }
        guard hasEnded, !buffer.isEmpty else { return nil }
        searched = 0
        return remainder()
    }
}
