import Foundation

/// Hostile text: C0 and C1 control characters, colours, line ends and bidirectional overrides.
let hostile = "a\u{1B}[31m\u{9B}2J\r\u{0}\u{7}\u{8}\u{7F}\u{85}\u{202E}\u{2066}\u{200F}\u{61C}\"\\z"

extension String {
    /// Whether the text contains characters that control a terminal.
    var hasControlCharacters: Bool {
        unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x0A, 0x09: false
            case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
            default: scalar.properties.generalCategory == .control
            }
        }
    }
}
