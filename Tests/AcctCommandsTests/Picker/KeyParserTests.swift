import HostileInput
import Testing

@testable import AcctCommands

@Suite struct KeyParserTests {
    @Test(
        arguments: [
            ("", []), ("a", [.text("a")]), ("al bo", [.text("al bo")]), ("ü山😀", [.text("ü山😀")]), ("\r", [.enter]),
            ("\n", [.enter]), ("\u{7F}\u{8}", [.backspace, .backspace]), ("\u{15}\u{17}", [.deleteAll, .deleteWord]),
            ("\u{E}\u{10}\t", [.down, .up, .down]), ("\u{4}\u{3}", [.endOfInput, .interrupt]),
            ("a\u{7F}b", [.text("a"), .backspace, .text("b")]), ("\u{1}\u{0}\u{C}\u{1A}", []),
            ("a\u{202E}\u{85}b", [.text("ab")]),
        ] as [(String, [Key])])
    func lettersAndControlsAreKeys(typed: String, keys: [Key]) {
        #expect(parse(typed) == keys)
    }

    @Test(
        arguments: [
            ("\u{1B}[A", [.up]), ("\u{1B}[B", [.down]), ("\u{1B}OA\u{1B}OB", [.up, .down]),
            ("\u{1B}[H\u{1B}[F", [.home, .end]),
            ("\u{1B}[1~\u{1B}[4~", [.home, .end]), ("\u{1B}[7~\u{1B}[8~", [.home, .end]),
            ("\u{1B}OH\u{1B}OF", [.home, .end]),
            ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]), ("\u{1B}[Z", [.up]), ("\u{1B}OM", [.enter]),
            ("\u{1B}[1;5A", [.up]), ("\u{1B}[5;2~", [.pageUp]),
        ] as [(String, [Key])])
    func sequencesOfMovingKeysAreKeys(typed: String, keys: [Key]) {
        #expect(parse(typed) == keys)
    }

    @Test(arguments: [
        "\u{1B}[C", "\u{1B}[D", "\u{1B}[3~", "\u{1B}[11~", "\u{1B}OP", "\u{1B}[24;5~", "\u{1B}[I", "\u{1B}[?62;1;2c",
        "\u{1B}x",
        "\u{1B}[201~", "\u{1B}[~", "\u{1B}[;~", "\u{1B}[1$~", "\u{1B}[12345678901234567890~",
    ])
    func otherSequencesDoNothingAndShowNothing(typed: String) {
        #expect(parse(typed + "b") == [.text("b")])
    }

    @Test(
        arguments: [
            ([0xFF, 0x61], "a"), ([0xC0, 0xAF, 0x61], "a"), ([0xC3, 0x61], "a"), ([0xE5, 0xB1, 0x61], "a"),
            ([0xED, 0xA0, 0x80, 0x61], "a"), ([0xF4, 0x90, 0x80, 0x80, 0x61], "a"), ([0x80, 0x61], "a"),
            ([0xC3, 0xC3, 0xBC], "ü"),
        ] as [([UInt8], String)])
    func invalidBytesAreDropped(bytes: [UInt8], text: String) {
        var parser = KeyParser()
        #expect(parser.keys(in: bytes) == [.text(text)])
    }

    @Test func loneEscapeIsTheEscapeKey() {
        var parser = KeyParser()
        #expect(!parser.isUndecided)
        #expect(parser.keys(in: [0x1B]) == [])
        #expect(parser.isUndecided)
        #expect(parser.keysAtTimeout() == [.escape])
        #expect(!parser.isUndecided)
        #expect(parser.keysAtTimeout() == [])
        #expect(parse("\u{1B}\u{1B}") == [.escape])
        #expect(parse("\u{1B}\r") == [.escape, .enter])
    }

    @Test func incompleteSequenceIsDropped() {
        for typed in ["\u{1B}[", "\u{1B}[1;", "\u{1B}O"] {
            var parser = KeyParser()
            #expect(parser.keys(in: typed.utf8) == [])
            #expect(parser.isUndecided)
            #expect(parser.keysAtTimeout() == [])
            #expect(parser.keys(in: "A".utf8) == [.text("A")])
        }
        #expect(parse("\u{1B}[1\r") == [.enter])
        #expect(parse("\u{1B}[\u{1B}[B") == [.down])
    }

    @Test(arguments: [
        ("bob", "bob"), ("a\r\nb\tc\n", "a  b c "), ("\u{3}\u{4}\u{1B}[Aup", "up"), ("\u{1B}[200~twice", "twice"),
        ("ü\u{0}山", "ü山"), ("\u{9B}31mx", "31mx"),
    ])
    func pasteIsTextOnOneLine(pasted: String, text: String) {
        #expect(parse("\u{1B}[200~\(pasted)\u{1B}[201~\r") == [.text(text), .enter])
    }

    @Test func pasteInSeveralReadsEndsAtItsMarker() {
        var parser = KeyParser()
        #expect(parser.keys(in: "\u{1B}[200~a\u{1B}".utf8) == [])
        #expect(!parser.isUndecided)
        #expect(parser.keysAtTimeout() == [])
        #expect(parser.keys(in: "[201~".utf8) == [.text("a")])
        let long = String(repeating: "x", count: 100_000)
        #expect(parser.keys(in: "\u{1B}[200~\(long)\u{1B}[201~".utf8) == [.text(String(long.prefix(4096)))])
        #expect(parser.keys(in: "\u{1B}[200~\u{1B}[201~\r".utf8) == [.enter])
    }

    @Test(arguments: SeededGenerator.seeds)
    func chunkingDoesNotChangeTheKeys(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let pieces = ["a", "ü", "😀", "\u{1B}", "[", "A", "200~", "201~", "O", "5~", "\r", "\u{7F}", ";", "\u{202E}"].map
        { Array($0.utf8) }
        for _ in 0..<300 {
            let known = (0..<12).flatMap { _ in pieces.randomElement(using: &generator) ?? [] }
            for bytes in [generator.bytes(upTo: 60), known] {
                var (whole, split) = (KeyParser(), KeyParser())
                let keys = whole.keys(in: bytes)
                #expect(joined(keys) == joined(bytes.flatMap { split.keys(in: [$0]) }))
                #expect(
                    !keys.contains {
                        if case .text(let text) = $0 { text.hasControlCharacters || text.contains("\n") } else { false }
                    })
            }
        }
    }

    private func parse(_ typed: String) -> [Key] {
        var parser = KeyParser()
        return parser.keys(in: typed.utf8)
    }

    /// The keys with adjacent text joined.
    private func joined(_ keys: [Key]) -> [Key] {
        keys.reduce(into: []) { joined, key in
            if case .text(let more) = key, case .text(let text) = joined.last {
                joined[joined.count - 1] = .text(text + more)
            } else {
                joined.append(key)
            }
        }
    }
}
