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
