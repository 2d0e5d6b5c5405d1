import Foundation

/// JSON text with line breaks and two spaces a level, for reading.
///
/// Only white space between tokens changes: numbers, escapes and the order of keys stay as they came. Text that is not
/// JSON comes out with all its characters too.
enum IndentedJSON {
    static func of(_ json: Data) -> Data {
        var writer = Writer()
        var isInString = false
        var isEscaped = false
        for byte in json {
            if isInString {
                writer.append(byte)
                isInString = isEscaped || byte != UInt8(ascii: "\"")
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
            } else {
                writer.structure(byte)
                isInString = byte == UInt8(ascii: "\"")
            }
        }
        return writer.text
    }

    private struct Writer {
        private(set) var text = Data()
        private var depth = 0
        /// An opening bracket whose first element has not come: it may stay empty.
        private var isOpen = false

        mutating func append(_ byte: UInt8) {
            text.append(byte)
        }

        mutating func structure(_ byte: UInt8) {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"): return
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
            case UInt8(ascii: ":"): text.append(contentsOf: [byte, UInt8(ascii: " ")])
            default:
                beginElement()
                text.append(byte)
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
