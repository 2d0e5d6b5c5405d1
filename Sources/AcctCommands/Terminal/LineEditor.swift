/// The editing of one line on a terminal in raw mode, with the keys of the kernel's own: Backspace, Ctrl-U, Ctrl-D and
/// Enter.
///
/// Other keys than characters do nothing, and no control character becomes part of the line or of its echo.
struct LineEditor {
    /// The longest line in bytes. More is not taken.
    static let limit = 64 << 10

    enum End { case line, input }

    /// Whether characters and their erasure are shown.
    private let echoes: Bool
    private var bytes: [UInt8] = []
    private var escape = Escape.none

    /// The position in an escape sequence, such as that of an arrow key (ECMA-48 section 5.4).
    private enum Escape { case none, begun, parameters, last }

    /// - Parameter echoes: false for a secret.
    init(echoes: Bool = true) { self.echoes = echoes }

    /// The line so far.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// - Returns: the text to show for a byte, and the end of the line or of the input that it brings.
    mutating func take(_ byte: UInt8) -> (echo: String, end: End?) {
        guard escape == .none else {
            escape = Self.next(escape, byte)
            return ("", nil)
        }
        switch byte {
        case UInt8(ascii: "\r"), UInt8(ascii: "\n"): return ("\n", .line)
        case 0x04 where bytes.isEmpty: return ("\n", .input)
        case 0x08, 0x7F: return (shown(eraseCharacter()), nil)
        case 0x15:
            bytes = []
            // A line that was wrapped cannot be erased from the screen.
            return (shown("\n"), nil)
        case 0x1B:
            escape = .begun
            return ("", nil)
        case 0x00..<0x20: return ("", nil)
        default: return (shown(append(byte)), nil)
        }
    }

    private func shown(_ echo: String) -> String { echoes ? echo : "" }

    private static func next(_ escape: Escape, _ byte: UInt8) -> Escape {
        switch (escape, byte) {
        case (.begun, UInt8(ascii: "[")): .parameters
        case (.begun, UInt8(ascii: "O")): .last
        case (.parameters, 0x20...0x3F): .parameters
        default: .none
        }
    }

    /// - Returns: the last character once its last byte is there.
    private mutating func append(_ byte: UInt8) -> String {
        guard bytes.count < Self.limit else { return "" }
        bytes.append(byte)
        guard let character = lastCharacter, !character.contains("\u{FFFD}") else { return "" }
        return character.safeLine
    }

    private mutating func eraseCharacter() -> String {
        guard let character = lastCharacter else { return "" }
        bytes.removeLast(bytes.count - (bytes.lastIndex(where: Self.isFirst) ?? 0))
        return String(repeating: "\u{8} \u{8}", count: character.safeLine.displayWidth)
    }

    /// The text of the last byte and of those that it continues.
    private var lastCharacter: String? {
        bytes.isEmpty ? nil : String(decoding: bytes[(bytes.lastIndex(where: Self.isFirst) ?? 0)...], as: UTF8.self)
    }

    /// Whether a byte is no continuation byte of UTF-8.
    private static func isFirst(_ byte: UInt8) -> Bool { byte & 0xC0 != 0x80 }
}
