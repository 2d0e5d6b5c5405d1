import Foundation

/// Lines out of bytes that come in pieces; empty ones and comments, which begin with `#`, are left out.
struct BatchLines {
    struct Line {
        /// Without white space around it.
        let text: Data
        /// Counted from 1, with those that are left out.
        let number: Int
    }

    private var buffer = Data()
    private var number = 0
    /// How much of the buffer is known to hold no end of a line.
    private var searched = 0
    private(set) var hasEnded = false

    /// Graph takes no larger batch, and no larger request on its own.
    static let limit = 4 << 20

    var isAtEnd: Bool { hasEnded && buffer.isEmpty }

    /// The next line that says something, out of what is there; nil when it takes more bytes, or at the end.
    mutating func next() throws(BatchError) -> Line? {
        while let raw = try rawLine() {
            number += 1
            let text = raw.trimmed
            if let first = text.first, first != UInt8(ascii: "#") { return Line(text: text, number: number) }
        }
        return nil
    }

    /// - Parameter chunk: nil when there are no more.
    mutating func append(_ chunk: Data?) {
        guard let chunk else {
            hasEnded = true
            return
        }
        // A copy without what was read already, which a slice would keep.
        buffer = Data(buffer) + chunk
    }

    /// Everything that is there and was not read as a line.
    mutating func rest() -> Data {
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
        guard buffer.count <= BatchLines.limit else {
            throw .invalid(.line(number + 1), .tooLong(limit: BatchLines.limit))
        }
        guard hasEnded, !buffer.isEmpty else { return nil }
        searched = 0
        return rest()
    }
}

extension Data {
    /// Without spaces, tabs and carriage returns around it; indices from 0.
    fileprivate var trimmed: Data {
        let space: [UInt8] = [0x20, 0x09, 0x0D]
        guard let first = firstIndex(where: { !space.contains($0) }),
            let last = lastIndex(where: { !space.contains($0) })
        else { return Data() }
        return Data(self[first...last])
    }
}
