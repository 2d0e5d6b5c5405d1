import Testing

@testable import AcctCommands

@Suite struct TableTests {
    @Test func columnsAreAlignedForAnyText() {
        let text = text(["NAME", "WHO"], [["山田", "x"], ["a", "longer"], ["", ""]])
        #expect(text == "NAME  WHO\n山田  x\na     longer\n")
    }

    @Test func cellIsASingleLineWithoutControlCharacters() {
        let text = text(["A"], [["x\ny"], [hostile]])
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
        #expect(text(["A", "B"], []) == "A  B")
    }

    @Test func narrowTerminalClipsCellsAndThenLeavesOutColumns() {
        let columns = ["NAME", TableColumn("USER", minimumWidth: 6), TableColumn("KIND", dropOrder: 1), "STATE"]
        let rows = [["work", "alice@contoso", "personal", "in"]]
        let expected = [
            80: ["NAME  USER           KIND      STATE", "work  alice@contoso  personal  in"],
            33: ["NAME  USER        KIND      STATE", "work  alice@con…  personal  in"],
            29: ["NAME  USER    KIND      STATE", "work  alice…  personal  in"],
            28: ["NAME  USER           STATE", "work  alice@contoso  in"],
            19: ["NAME  USER    STATE", "work  alice…  in"],
            4: ["NAME  USER    STATE", "work  alice…  in"],
        ]
        for (width, lines) in expected {
            let table = Table.text(columns, rows: rows.map { $0.map { TableCell($0) } }, width: width, isStyled: false)
            #expect(table.split(separator: "\n").map(String.init) == lines, "\(width) columns")
        }
    }

    @Test func wordsContinueBelowThemselvesAndAreNotCut() {
        let columns = [TableColumn("NAME"), TableColumn("REASON", minimumWidth: 10, wraps: true)]
        let rows = [["work", "the profile exists"], ["a", "none"], ["b", ""]].map { $0.map { TableCell($0) } }
        let expected = [
            40: ["NAME  REASON", "work  the profile exists", "a     none", "b"],
            18: ["NAME  REASON", "work  the profile", "      exists", "a     none", "b"],
        ]
        for (width, lines) in expected {
            let table = Table.text(columns, rows: rows, width: width, isStyled: false)
            #expect(table.split(separator: "\n").map(String.init) == lines, "\(width) columns")
        }
    }

    @Test(arguments: [40, 48, 60, 80, 100]) func importedProfilesFitNarrowTerminals(width: Int) {
        let reason = "login.example.com is not in a Microsoft cloud; add --trust login.example.com"
        let row = ["unchanged", "contoso-production-admin", "alice@contoso.example", "7c6e2b14", "ac0c1e47", reason]
        let table = Table.text(ImportRow.columns, rows: [row.map { TableCell($0) }], width: width, isStyled: false)
        let lines = table.split(separator: "\n")
        #expect(lines.allSatisfy { $0.displayWidth <= width }, "\(table)")
        let words = table.split(whereSeparator: \.isWhitespace)
        #expect(reason.split(separator: " ").allSatisfy { word in words.contains { $0.hasPrefix(word.prefix(14)) } })
    }

    /// On a terminal of 35 columns or more, whatever the profiles are called. Only a long state takes a second line.
    @Test(arguments: [35, 36, 42, 43, 46, 47, 60, 80])
    func listOfProfilesFitsNarrowTerminals(width: Int) throws {
        let names = [
            ["*", "northwind", "nora@northwind.example", "northwind.example", "work", "sign-in required", "never"],
            [
                ">", String(repeating: "n", count: 60), "山田@contoso.example", "consumers", "personal", "signed in",
                "now",
            ],
            ["", "a", "", "", "app", "signed in, by the broker, read-only", "3 days ago"],
        ]
        let rows = names.map { $0.map { TableCell($0) } }
        let lines = Table.text(ProfileRow.columns, rows: rows, width: width, isStyled: false).split(separator: "\n")
        #expect(lines.allSatisfy { $0.displayWidth <= width }, "\(lines.joined(separator: "\n"))")
        #expect(lines[1].contains("northw") && lines[1].contains("sign-in required"), "\(lines[1])")
        #expect(lines[0].contains("USERNAME") == (width >= 43))
        for word in ["broker,", "read-only"] { #expect(lines.contains { $0.contains(word) }, "\(word)") }
    }

    @Test func styleColoursTheTextAndNotTheSpacesAfterIt() {
        let rows = [[TableCell("out", style: .red), TableCell("x")], [TableCell("in"), TableCell("y")]]
        let table = Table.text(["A", "B"], rows: rows, width: 80, isStyled: true)
        #expect(table == "A    B\n\u{1B}[31mout\u{1B}[m  x\nin   y")
        let hostileCell = Table.text(["A"], rows: [[TableCell(hostile, style: .red)]], width: 80, isStyled: false)
        #expect(!hostileCell.hasControlCharacters)
    }

    private func text(_ columns: [TableColumn], _ rows: [[String]]) -> String {
        Table.text(columns, rows: rows.map { $0.map { TableCell($0) } }, width: 200, isStyled: false)
    }
}
