extension String {
    /// The text with a replacement character for everything that could move a cursor, change a colour or turn the reading
    /// direction. Names come from servers and files: a terminal must show them and do nothing else.
    var safeForTerminal: String {
        guard unicodeScalars.contains(where: \.isUnsafeForTerminal) else { return self }
        var safe = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            safe.append(scalar.isUnsafeForTerminal ? "\u{FFFD}" : scalar)
        }
        return String(safe)
    }

    /// `safeForTerminal` on one line.
    var safeLine: String {
        // Most texts are printable ASCII and need no walk over characters.
        if utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return self }
        return String(map { $0.isNewline || $0 == "\t" ? " " : $0 }).safeForTerminal
    }
}

extension Unicode.Scalar {
    /// C0 and C1 controls but tab and newline, and the bidirectional controls.
    var isUnsafeForTerminal: Bool {
        switch value {
        case 0x09, 0x0A: false
        case 0x00...0x1F, 0x7F...0x9F: true
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension String {
    /// The text as one word for a shell, in a command that is shown to be pasted.
    var asShellWord: String {
        if !isEmpty, unicodeScalars.allSatisfy({ $0.properties.isAlphabetic || Self.unquotedInShells.contains($0) }) {
            return self
        }
        return inSingleQuotes
    }

    /// A word of the command line in a sentence: the whole of a usual one, and the beginning of one of any length.
    var inQuotes: String { "\"\(count > 100 ? prefix(100) + "…" : self[...])\"" }

    /// The text as one word for a POSIX shell, whatever is in it.
    var inSingleQuotes: String { "'\(replacing("'", with: #"'\''"#))'" }

    private static let unquotedInShells = Set("0123456789-._/:@+,=".unicodeScalars)
}

extension String {
    /// The words on lines of at most this width. A longer word, such as a path, has a line of its own and stays whole.
    func wrapped(to width: Int) -> [String] {
        var (lines, columns): ([String], Int) = ([], 0)
        for word in split(whereSeparator: \.isWhitespace) {
            let wordColumns = word.displayWidth
            if !lines.isEmpty, columns + 1 + wordColumns <= width {
                lines[lines.count - 1] += " " + word
                columns += 1 + wordColumns
            } else {
                lines.append(String(word))
                columns = wordColumns
            }
        }
        return lines
    }
}

extension String {
    /// The sentences of a message on lines of at most this width. The lines of an indented message are indented alike.
    ///
    /// - Parameters:
    ///   - taken: the columns that are taken on the first line.
    ///   - command: the end of the message, which stays in one piece.
    func wrappedMessage(to width: Int, after taken: Int = 0, command: String? = nil) -> String {
        let whole = command.map { "\(self) \($0)" } ?? self
        guard whole.displayWidth > width - taken else { return whole }
        let indent = prefix { $0 == " " }
        let width = width - indent.count
        var lines = (String(repeating: "x", count: taken) + dropFirst(indent.count)).wrapped(to: width)
        if let command, let last = lines.last, last.displayWidth + 1 + command.displayWidth <= width {
            lines[lines.count - 1] = "\(last) \(command)"
        } else if let command {
            lines.append(command)
        }
        return String(indent + lines.joined(separator: "\n\(indent)").dropFirst(taken))
    }
}

extension StringProtocol {
    /// The columns on a terminal, as `wcwidth` counts them, but with an emoji of several scalars as one picture.
    var displayWidth: Int {
        utf8.allSatisfy { $0 < 0x80 } ? utf8.count : reduce(0) { $0 + $1.displayWidth }
    }
}

extension Character {
    /// 0 for marks and joiners, 2 for wide East Asian characters and pictures.
    var displayWidth: Int {
        isPicture ? 2 : unicodeScalars.reduce(0) { $0 + $1.displayWidth }
    }

    /// Whether the character is a flag, a keycap, or an emoji with a variation selector, a skin colour or a joiner (Unicode
    /// Technical Standard 51).
    private var isPicture: Bool {
        guard let first = unicodeScalars.first, first.properties.isEmoji, unicodeScalars.count > 1 else { return false }
        return unicodeScalars.dropFirst().contains {
            $0 == "\u{FE0F}" || $0 == "\u{200D}" || $0.properties.isEmojiModifier || $0.isRegionalIndicator
        }
    }
}

extension Unicode.Scalar {
    fileprivate var displayWidth: Int {
        if isASCII { return 1 }
        return isZeroWidth ? 0 : isWide ? 2 : 1
    }

    /// Whether the scalar is a mark or a joiner, or a vowel or final of a Korean syllable, whose first letter has the room.
    private var isZeroWidth: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        case .format: value != 0xAD
        default: 0x1160...0x11FF ~= value || 0xD7B0...0xD7FF ~= value
        }
    }

    /// Whether the scalar is in a wide or full-width block of Unicode Standard Annex 11, or a picture by itself.
    private var isWide: Bool {
        switch value {
        case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF,
            0x1AFF0...0x1B2FB, 0x1F200...0x1F265, 0x20000...0x3FFFD:
            true
        default: properties.isEmojiPresentation && !isRegionalIndicator
        }
    }

    fileprivate var isRegionalIndicator: Bool { 0x1F1E6...0x1F1FF ~= value }
}

extension Collection<String> {
    /// `a, b and 7 more`: the first of them, and the number of the others.
    func listed(first count: Int) -> String {
        let more = self.count - count
        return prefix(count).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }
}
