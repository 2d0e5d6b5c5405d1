/// Makes keys of the bytes that a terminal sends (ECMA-48 and what xterm made of it).
///
/// Bytes may come in any portions. What it does not know does nothing, and no input is an error.
struct KeyParser {
    private enum State {
        case ground, escape, functionKey
        /// A control sequence with its parameters so far.
        case sequence([UInt8])
        /// A character that lacks so many bytes.
        case character([UInt8], missing: Int)
    }

    private var state = State.ground
    /// What was pasted so far, while a bracketed paste lasts.
    private var paste: [UInt8]?
    private var keys: [Key] = []

    /// Longer than any sequence that a keyboard sends.
    private static let longestSequence = 32
    /// Far more than anybody filters by.
    private static let longestPaste = 4096

    /// Whether an escape character came and nothing else yet says if it was the Esc key.
    var isUndecided: Bool {
        guard paste == nil else { return false }
        switch state {
        case .escape, .functionKey, .sequence: return true
        case .ground, .character: return false
        }
    }

    mutating func keys(in bytes: some Sequence<UInt8>) -> [Key] {
        for byte in bytes { take(byte) }
        defer { keys = [] }
        return keys
    }

    /// Nothing more came: a lone escape character was the Esc key, and a sequence that was cut off is dropped.
    mutating func decide() -> [Key] {
        guard isUndecided else { return [] }
        defer { state = .ground }
        if case .escape = state { return [.escape] }
        return []
    }

    private mutating func take(_ byte: UInt8) {
        switch state {
        case .ground: begin(byte)
        case .escape: afterEscape(byte)
        case .functionKey: end(SequenceKeys.functionKey(byte))
        case .sequence(let parameters): goOn(parameters, byte)
        case .character(let bytes, let missing): complete(bytes, missing, byte)
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
            // The lines of a paste become one.
            if [0x09, 0x0A, 0x0D].contains(byte) { insert([0x20]) }
        } else if let key = SequenceKeys.controls[byte] {
            keys.append(key)
        }
    }

    private mutating func afterEscape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "["): state = .sequence([])
        case UInt8(ascii: "O") where paste == nil: state = .functionKey
        case 0x1B:
            if paste == nil { keys.append(.escape) }
        // With Alt.
        case 0x20...0x7E: state = .ground
        default:
            if paste == nil { keys.append(.escape) }
            begin(byte)
        }
    }

    private mutating func goOn(_ parameters: [UInt8], _ byte: UInt8) {
        switch byte {
        case 0x20...0x3F where parameters.count < Self.longestSequence: state = .sequence(parameters + [byte])
        case 0x40...0x7E: end(parameters, final: byte)
        // Not a part of any sequence: this one was cut off, and something else begins.
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
        default: end(SequenceKeys.sequence(parameters, final: final))
        }
    }

    private mutating func end(_ key: Key?) {
        state = .ground
        if paste == nil, let key { keys.append(key) }
    }

    private mutating func complete(_ bytes: [UInt8], _ missing: Int, _ byte: UInt8) {
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
