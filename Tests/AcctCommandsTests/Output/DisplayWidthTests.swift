import HostileInput
import Testing

@testable import AcctCommands

@Suite struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("abc", 3), ("ü", 1), ("u\u{308}", 1), ("a\u{301}\u{302}\u{303}", 1), ("山田", 4), ("한국", 4),
        ("\u{1112}\u{1161}\u{11AB}", 2), ("ｗｉｄｅ", 8), ("a山b", 4), ("ｱ", 1), ("мир", 3), ("สวัสดี", 4), ("กำ", 2),
        ("क्ष", 2), ("…", 1), ("☎", 1), ("\u{FFFD}", 1), ("\u{FF00}", 1), ("𠀀", 2),
    ])
    func widthDependsOnTheScalar(text: String, columns: Int) {
        #expect(text.displayWidth == columns)
    }

    @Test(arguments: [
        ("😀", 2), ("👩‍👩‍👧", 2), ("👍🏽", 2), ("🇩🇪", 2), ("🇩🇪🇫🇷", 4), ("❤️", 2), ("❤", 1), ("1️⃣", 2), ("🚀", 2), ("🪐", 2), ("✅", 2),
        ("⚡️", 2), ("🏴󠁧󠁢󠁳󠁣󠁴󠁿", 2), ("\u{1F321}", 1), ("🏳️‍🌈", 2),
    ])
    func emojiSequenceHasTheWidthOfOneEmoji(text: String, columns: Int) {
        #expect(text.displayWidth == columns)
    }

    @Test(arguments: ["\u{301}", "\u{200B}", "\u{200D}", "\u{FEFF}", "\u{FE0F}", "\u{20DD}"])
    func combiningMarksHaveNoWidth(text: String) {
        #expect(text.displayWidth == 0)
    }

    @Test(arguments: SeededGenerator.seeds)
    func prefixIsNotWiderThanTheWhole(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let text = generator.text(upTo: 20).safeLine
            #expect(text.dropLast().displayWidth <= text.displayWidth)
        }
    }
}
