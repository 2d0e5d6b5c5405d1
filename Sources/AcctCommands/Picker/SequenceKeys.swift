/// Which key a control character or an escape sequence stands for.
enum SequenceKeys {
    static let controls: [UInt8: Key] = [
        0x03: .interrupt,
        0x04: .endOfInput,
        0x08: .backspace,
        0x09: .down,
        0x0A: .enter,
        0x0D: .enter,
        0x0E: .down,  // Ctrl-N
        0x10: .up,  // Ctrl-P
        0x15: .deleteAll,  // Ctrl-U
        0x17: .deleteWord,  // Ctrl-W
        0x7F: .backspace,
    ]

    /// `ESC [ parameters final`. A second parameter tells of Shift, Alt and Ctrl, which change nothing here.
    static func sequence(_ parameters: [UInt8], final: UInt8) -> Key? {
        guard final == UInt8(ascii: "~") else { return cursorKey(final) ?? (final == UInt8(ascii: "Z") ? .up : nil) }
        switch parameters.prefix(while: { $0 != UInt8(ascii: ";") }) {
        case [UInt8(ascii: "1")], [UInt8(ascii: "7")]: return .home
        case [UInt8(ascii: "4")], [UInt8(ascii: "8")]: return .end
        case [UInt8(ascii: "5")]: return .pageUp
        case [UInt8(ascii: "6")]: return .pageDown
        default: return nil
        }
    }

    /// `ESC O final`, which keypads send, and cursor keys where a program asked for it.
    static func functionKey(_ final: UInt8) -> Key? {
        final == UInt8(ascii: "M") ? .enter : cursorKey(final)
    }

    private static func cursorKey(_ final: UInt8) -> Key? {
        switch final {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        default: nil
        }
    }
}
