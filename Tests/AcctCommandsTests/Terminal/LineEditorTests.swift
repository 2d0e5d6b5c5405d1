import HostileInput
import Testing

@testable import AcctCommands

@Suite struct LineEditorTests {
    /// The line, the echo and the end after these bytes.
    private func edit(_ bytes: [UInt8]) -> (text: String, echo: String, end: LineEditor.End?) {
        var (editor, echo) = (LineEditor(), "")
        for byte in bytes {
            let step = editor.take(byte)
            echo += step.echo
            if let end = step.end { return (editor.text, echo, end) }
        }
        return (editor.text, echo, nil)
    }

    @Test(arguments: [
        ("abc\n", "abc", "abc\n"), ("abc\r", "abc", "abc\n"), ("ab\u{7F}c\n", "ac", "ab\u{8} \u{8}c\n"),
        ("\u{7F}\u{8}a\n", "a", "a\n"), ("abc\u{15}d\n", "d", "abc\nd\n"), ("a\u{4}b\n", "ab", "ab\n"),
        ("ü\u{7F}a\n", "a", "ü\u{8} \u{8}a\n"), ("山\u{7F}\n", "", "山\u{8} \u{8}\u{8} \u{8}\n"),
        ("a\u{1B}[Ab\u{1B}[3~c\u{1B}OHd\n", "abcd", "abcd\n"), ("\u{1B}[200~x\u{1B}[201~\n", "x", "x\n"),
        ("a\u{0}\u{7}\tb\n", "ab", "ab\n"),
    ])
    func keysEditTheLine(typed: String, text: String, echo: String) {
        let result = edit(Array(typed.utf8))
        #expect(result.text == text && result.echo == echo && result.end == .line)
    }

    @Test(arguments: ["abc\n", "ab\u{7F}b\u{15}abc\n", "ab\u{7F}bc\u{1B}[A\n"]) func secretIsNotShown(typed: String) {
        var (editor, echo) = (LineEditor(echoes: false), "")
        for byte in typed.utf8 { echo += editor.take(byte).echo }
        #expect(editor.text == "abc" && echo == "\n")
    }

    @Test func inputEndsOnAnEmptyLineOnly() {
        #expect(edit([0x04]).end == .input)
        #expect(edit([0x61, 0x7F, 0x04]).end == .input)
        #expect(edit([0x61, 0x04]).end == nil)
    }

    @Test(arguments: [4096, 40_000]) func longLineIsWhole(count: Int) {
        let line = String(repeating: "0123456789abcdef", count: count / 16)
        #expect(edit(Array("\(line)\n".utf8)).text == line)
    }

    @Test func endlessLineIsCut() {
        #expect(edit([UInt8](repeating: 0x61, count: 2 * LineEditor.limit)).text.utf8.count == LineEditor.limit)
    }

    @Test(arguments: SeededGenerator.seeds) func echoMovesNothing(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let echo = edit(random.bytes(upTo: 200)).echo.replacing("\u{8} \u{8}", with: "")
            #expect(echo.safeForTerminal == echo)
        }
    }
}
