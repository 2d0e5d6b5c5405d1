import Testing

@testable import AcctCommands

@Suite struct ClippedLineTests {
    @Test(arguments: [
        ("abc", 5, "abc", 3), ("abc", 3, "abc", 3), ("abcd", 3, "ab…", 3), ("abcd", 1, "…", 1), ("山田商事", 5, "山田…", 5),
        ("山田商事", 4, "山…", 3), ("e\u{301}e\u{301}e\u{301}", 2, "e\u{301}…", 2), ("👩‍👩‍👧👩‍👩‍👧", 3, "👩‍👩‍👧…", 3), ("", 0, "", 0),
    ])
    func textIsCutBetweenCharactersByColumns(text: String, room: Int, cut: String, columns: Int) {
        let result = ClippedLine.clip(text, to: room)
        #expect((result.text, result.columns) == (cut, columns))
    }

    @Test func cellsArePaddedAndTheLastIsClipped() {
        var line = ClippedLine(width: 12, isStyled: false)
        line.add("ab", columns: 4)
        line.add("abcdefghij", columns: 20)
        line.add("none", columns: 4)
        #expect(line.text == "ab  abcdefg…\u{1B}[13G")
        #expect(line.used == 12)
    }

    @Test func cellAfterAWideCharacterIsAligned() {
        var line = ClippedLine(width: 20, isStyled: false)
        line.add("山", columns: 4)
        line.add("x")
        #expect(line.text == "山  \u{1B}[5Gx")
    }

    @Test func highlightsBeyondTheClipAreOmitted() {
        var line = ClippedLine(width: 4, isStyled: true)
        line.add("abcdef", style: .dim, marks: [0, 3, 5])
        #expect(line.text == "\u{1B}[1;4ma\u{1B}[m\u{1B}[2mbc…\u{1B}[m\u{1B}[5G")
    }
}
