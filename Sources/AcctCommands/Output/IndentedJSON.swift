import FoundationEssentials

/// JSON text with line breaks, two spaces a level and, if wanted, colours, for reading.
///
/// Only white space between tokens changes: numbers, escapes and the order of keys stay as received. Text that is not
/// JSON comes out with all its characters too.
enum IndentedJSON {
    static func of(_ json: Data, colored: Bool = false) -> Data {
        let bytes = Array(json)
        var writer = Writer(isColored: colored)
        var position = 0
        while position < bytes.count {
            let end = end(ofTokenAt: position, in: bytes)
            let token = bytes[position..<end]
            if bytes[position] == UInt8(ascii: "\"") {
                writer.value(token, in: isName(before: end, in: bytes) ? .memberName : .green)
            } else if isPunctuation(bytes[position]) {
                writer.punctuation(bytes[position])
            } else if !isSpace(bytes[position]) {
                writer.value(token, in: isLetter(bytes[position]) ? .yellow : .cyan)
            }
            position = end
        }
        return writer.text
    }

    private static func end(ofTokenAt start: Int, in bytes: [UInt8]) -> Int {
        guard bytes[start] == UInt8(ascii: "\"") else {
            if isSpace(bytes[start]) || isPunctuation(bytes[start]) { return start + 1 }
            return bytes[start...].firstIndex { isSpace($0) || isPunctuation($0) || $0 == UInt8(ascii: "\"") }
                ?? bytes.count
        }
        var position = start + 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(position + 1, bytes.count)
    }

    private static func isName(before end: Int, in bytes: [UInt8]) -> Bool {
        bytes[end...].first { !isSpace($0) } == UInt8(ascii: ":")
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    private static func isPunctuation(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","),
            UInt8(ascii: ":"):
            true
        default: false
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte }

    private struct Writer {
        let isColored: Bool
        private(set) var text = Data()
        private var depth = 0
        /// An opening bracket whose first element has not come: it may stay empty.
        private var isOpen = false

        init(isColored: Bool) {
            self.isColored = isColored
        }

        mutating func value(_ token: ArraySlice<UInt8>, in color: TextStyle) {
            beginElement()
            guard isColored else { return text.append(contentsOf: token) }
            text.append(contentsOf: Array(color.start.utf8))
            text.append(contentsOf: token)
            text.append(contentsOf: Array(color.end.utf8))
        }

        mutating func punctuation(_ byte: UInt8) {
            switch byte {
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth = max(0, depth - 1)
                if !isOpen { breakLine() }
                isOpen = false
                text.append(byte)
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                beginElement()
                text.append(byte)
                depth += 1
                isOpen = true
            case UInt8(ascii: ","):
                text.append(byte)
                breakLine()
            default: text.append(contentsOf: [byte, UInt8(ascii: " ")])
            }
        }

        private mutating func beginElement() {
            if isOpen { breakLine() }
            isOpen = false
        }

        /// Deep nesting stops moving right: it would cost more than it shows.
        private mutating func breakLine() {
            text.append(UInt8(ascii: "\n"))
            text.append(contentsOf: repeatElement(UInt8(ascii: " "), count: min(depth, 64) * 2))
        }
    }
}
