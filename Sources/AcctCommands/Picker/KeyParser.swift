/// A key of the picker.
enum Key: Hashable, Sendable {
    /// Typed or pasted text, on one line and without control characters.
    case text(String)
    case backspace, deleteWord, deleteAll
    case up, down, pageUp, pageDown, home, end
    case enter, escape
    /// Ctrl-D.
    case endOfInput
    /// Ctrl-C, if the terminal makes no signal of it.
    case interrupt
}

/// Reads keys from the bytes that a terminal sends (ECMA-48, with xterm's extensions).
///
/// Bytes may arrive in any portions. Unknown sequences do nothing, and no input is an error.
struct KeyParser {
    private enum State {
        case ground, escape, functionKey
        /// A control sequence, with its parameters so far.
        case sequence([UInt8])
        /// The beginning of a character in UTF-8.
        case character([UInt8], missing: Int)
    }

    private var state = State.ground
    /// The text so far of a bracketed paste.
    private var paste: [UInt8]?
    private var keys: [Key] = []

    /// No keyboard sends a longer one.
    private static let longestSequence = 32
    /// No filter is longer.
    private static let longestPaste = 4096

    /// Whether the last byte may be the Esc key or the beginning of a sequence.
    var isUndecided: Bool {
        guard paste == nil else { return false }
        switch state {
        case .escape, .functionKey, .sequence: return true
        case .ground, .character: return false
        }
    }

    mutating func keys(in bytes: some Sequence<UInt8>) -> [Key] {
        for byte in bytes { read(byte) }
        defer { keys = [] }
        return keys
    }

    /// Reads the end of the bytes: a lone escape character is the Esc key, and an incomplete sequence is dropped.
    mutating func keysAtTimeout() -> [Key] {
        guard isUndecided else { return [] }
        defer { state = .ground }
        if case .escape = state { return [.escape] }
        return []
    }

    private mutating func read(_ byte: UInt8) {
        switch state {
        case .ground: begin(byte)
        case .escape: afterEscape(byte)
        case .functionKey: end(Key(functionKey: byte))
        case .sequence(let parameters): continueSequence(parameters, with: byte)
        case .character(let bytes, let missing): continueCharacter(bytes, missing: missing, with: byte)
        }
    }

    private mutating func begin(_ byte: UInt8) {
        state = .ground
        switch byte {
        case 0x1B: state = .escape
        case 0xC2...0xDF: state = .character([byte], missing: 1)
        case 0xE0...0xEF: state = .character([byte], missing: 2)
        case 0xF0...0xF4: state = .character([byte], missing: 3)
        case 0x20...0x7E: insert([byte])
        default: control(byte)
        }
    }

    private mutating func control(_ byte: UInt8) {
        if paste != nil {
            // The lines of a paste become one line.
            if [0x09, 0x0A, 0x0D].contains(byte) { insert([0x20]) }
        } else if let key = Key.controls[byte] {
            keys.append(key)
        }
    }

    private mutating func afterEscape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "["): state = .sequence([])
        case UInt8(ascii: "O") where paste == nil: state = .functionKey
        case 0x1B:
            if paste == nil { keys.append(.escape) }
        // A letter with Alt.
        case 0x20...0x7E: state = .ground
        default:
            if paste == nil { keys.append(.escape) }
            begin(byte)
        }
    }

    private mutating func continueSequence(_ parameters: [UInt8], with byte: UInt8) {
        switch byte {
        case 0x20...0x3F where parameters.count < Self.longestSequence: state = .sequence(parameters + [byte])
        case 0x40...0x7E: end(parameters, final: byte)
        // Not a part of any sequence: this one is incomplete, and something else begins.
        default: begin(byte)
        }
    }

    private mutating func end(_ parameters: [UInt8], final: UInt8) {
        switch (final, String(decoding: parameters, as: UTF8.self)) {
        case (UInt8(ascii: "~"), "200"):
            state = .ground
            paste = paste ?? []
        case (UInt8(ascii: "~"), "201"):
            let pasted = paste
            (state, paste) = (.ground, nil)
            if let pasted { insert(pasted) }
        default: end(Key(sequence: parameters, final: final))
        }
    }

    private mutating func end(_ key: Key?) {
        state = .ground
        if paste == nil, let key { keys.append(key) }
    }

    private mutating func continueCharacter(_ bytes: [UInt8], missing: Int, with byte: UInt8) {
        guard 0x80...0xBF ~= byte else { return begin(byte) }
        state = missing > 1 ? .character(bytes + [byte], missing: missing - 1) : .ground
        if missing == 1 { insert(bytes + [byte]) }
    }

    private mutating func insert(_ bytes: [UInt8]) {
        if let pasted = paste {
            if pasted.count + bytes.count <= Self.longestPaste { paste?.append(contentsOf: bytes) }
        } else if let text = String(validating: bytes, as: UTF8.self) {
            insert(String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.isUnsafeForTerminal })))
        }
    }

    private mutating func insert(_ text: String) {
        if case .text(let before) = keys.last {
            keys[keys.count - 1] = .text(before + text)
        } else if !text.isEmpty {
            keys.append(.text(text))
        }
    }
}

/// The keys that control characters and escape sequences stand for.
extension Key {
    fileprivate static let controls: [UInt8: Key] = [
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

    /// `ESC [ parameters final`. A second parameter stands for Shift, Alt and Ctrl, which change nothing here.
    fileprivate init?(sequence parameters: [UInt8], final: UInt8) {
        switch (final, parameters.prefix { $0 != UInt8(ascii: ";") }) {
        case (UInt8(ascii: "Z"), _): self = .up
        case (UInt8(ascii: "~"), [UInt8(ascii: "1")]), (UInt8(ascii: "~"), [UInt8(ascii: "7")]): self = .home
        case (UInt8(ascii: "~"), [UInt8(ascii: "4")]), (UInt8(ascii: "~"), [UInt8(ascii: "8")]): self = .end
        case (UInt8(ascii: "~"), [UInt8(ascii: "5")]): self = .pageUp
        case (UInt8(ascii: "~"), [UInt8(ascii: "6")]): self = .pageDown
        default: self.init(cursorKey: final)
        }
    }

    /// `ESC O final`, which keypads send, and cursor keys in application mode.
    fileprivate init?(functionKey final: UInt8) {
        if final == UInt8(ascii: "M") { self = .enter } else { self.init(cursorKey: final) }
    }

    private init?(cursorKey final: UInt8) {
        switch final {
        case UInt8(ascii: "A"): self = .up
        case UInt8(ascii: "B"): self = .down
        case UInt8(ascii: "H"): self = .home
        case UInt8(ascii: "F"): self = .end
        default: return nil
        }
    }
}
