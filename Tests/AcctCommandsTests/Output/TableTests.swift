import Testing

@testable import AcctCommands

@Suite struct TableTests {
    @Test func columnsAreAlignedForAnyText() {
        let text = Table.text(header: ["NAME", "WHO"], rows: [["山田", "x"], ["a", "longer"], ["", ""]])
        #expect(text == "NAME  WHO\n山田  x\na     longer\n")
    }

    @Test func cellIsASingleLineWithoutControlCharacters() {
        let text = Table.text(header: ["A"], rows: [["x\ny"], [hostile]])
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count == 3)
        #expect(!text.hasControlCharacters)
        let plain = Table.plain(rows: [["a\tb", "c\nd"], [hostile, ""]])
        let lines = plain.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { line in line.count { $0 == "\t" } == 1 })
        #expect(!plain.hasControlCharacters)
    }

    @Test func noRowsPrintNothing() {
        #expect(Table.plain(rows: []) == "")
        #expect(Table.text(header: ["A", "B"], rows: []) == "A  B")
    }
}
