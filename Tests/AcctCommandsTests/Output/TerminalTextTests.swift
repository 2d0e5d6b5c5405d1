import HostileInput
import Testing

@testable import AcctCommands

@Suite struct TerminalTextTests {
    @Test(arguments: [
        ("plain", "plain"), ("ü 山 😀\n\tx", "ü 山 😀\n\tx"), ("a\u{1B}[31mb", "a\u{FFFD}[31mb"), ("a\rb", "a\u{FFFD}b"),
        ("a\r\nb", "a\u{FFFD}\nb"), ("a\u{9B}b", "a\u{FFFD}b"), ("a\u{202E}b", "a\u{FFFD}b"),
        ("a\u{61C}b", "a\u{FFFD}b"), ("\u{7F}", "\u{FFFD}"), ("", ""),
    ])
    func controlCharactersAreReplaced(text: String, shown: String) {
        #expect(Array(text.safeForTerminal.unicodeScalars) == Array(shown.unicodeScalars))
    }

    @Test(arguments: [
        ("a\nb\tc", "a b c"), ("a\r\nb", "a b"), ("a\u{2028}b\u{2029}c\u{85}d\u{B}e\u{C}f", "a b c d e f"),
        ("a b", "a b"),
    ])
    func lineBreaksAreReplaced(text: String, line: String) {
        #expect(text.safeLine == line)
    }

    @Test(arguments: SeededGenerator.seeds)
    func randomTextHasNoControlCharacters(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let text = generator.text(upTo: 30)
            #expect(!text.safeForTerminal.hasControlCharacters)
            #expect(text.safeForTerminal.unicodeScalars.count == text.unicodeScalars.count)
            #expect(!text.safeLine.contains { $0.isNewline || $0 == "\t" })
            #expect(!text.safeLine.hasControlCharacters)
        }
        #expect(!hostile.safeLine.hasControlCharacters)
    }
}
