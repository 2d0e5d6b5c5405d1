import HostileInput
import Testing

@testable import AcctCommands

@Suite struct PickerScreenTests {
    typealias Size = TerminalSize

    private static let people = [
        PickerItem(name: "alice", details: ["alice@contoso.example"], kind: "work", reason: "used 5 min ago"),
        PickerItem(name: "bob", details: ["bob@contoso.example"], kind: "work", reason: "never used", isCurrent: true),
        PickerItem(name: "山田", details: ["taro@山田.example"], kind: "personal", reason: "used 3 d ago"),
    ]

    @Test func listIsDrawnBelowTheQuery() {
        let drawn = draw(Self.people, [.down], in: Size(columns: 80, lines: 24))
        #expect(
            drawn.text == [
                "Switch to:", "    alice  alice@contoso.example  work      used 5 min ago",
                "> * bob    bob@contoso.example    work      never used",
                "    山田   taro@山田.example      personal  used 3 d ago", "  3/3  Enter chooses, Esc cancels",
            ])
        #expect((drawn.line, drawn.column) == (0, 11))
        #expect(drawn.faults == [])
    }

    @Test func rowsWithoutAMatchAreErased() {
        let drawn = draw(Self.people, [.text("bo")], in: Size(columns: 80, lines: 24))
        #expect(
            drawn.text == [
                "Switch to: bo", "> * bob    bob@contoso.example    work      never used",
                "  1/3  Enter chooses, Esc cancels",
            ])
        #expect((drawn.line, drawn.column) == (0, 13))
        #expect(
            draw(Self.people, [.text("zzz")], in: Size(columns: 80, lines: 24)).text.last
                == "  0/3  no match, Esc cancels")
    }

    @Test func narrowTerminalShowsTheBeginningsOfCells() {
        let drawn = draw(Self.people, [], in: Size(columns: 30, lines: 10))
        #expect(
            drawn.text == [
                "Switch to:", ">   alice  alice@contoso.exa…", "  * bob    bob@contoso.examp…",
                "    山田   taro@山田.example", "  3/3  Enter chooses, Esc ca…",
            ])
        #expect(drawn.faults == [])
    }

    @Test func onlyAWindowOfALongListIsDrawn() {
        let items = (0..<10_000).map { PickerItem(name: "p\($0)", details: [], reason: "") }
        let drawn = draw(items, [.end], in: Size(columns: 80, lines: 50))
        #expect(
            drawn.text == ["Switch to:"] + (9988..<9999).map { "    p\($0)" } + [
                ">   p9999", "  10000/10000, 9988 more above  Enter chooses, Esc cancels",
            ])
        #expect(draw(items, [], in: Size(columns: 80, lines: 8)).text.count == 7)
    }

    @Test func listAtTheBottomScrollsAndIsErasedCompletely() throws {
        let size = Size(columns: 80, lines: 10)
        var drawn = DrawnScreen(size, line: 9)
        let screen = screen(Self.people, isStyled: true)
        var model = PickerModel(Self.people)
        model.height = screen.rows(in: size)
        var frame: PickerScreen.Frame?
        for key in [Key.down, .text("a"), .backspace] {
            let next = screen.frame(model, in: size)
            drawn.write(next.drawn(over: frame, in: size))
            frame = next
            #expect(drawn.line == 5)
            _ = model.press(key)
        }
        drawn.write(try #require(frame).erasing(in: size))
        #expect(drawn.text == [])
        #expect((drawn.line, drawn.column) == (5, 0))
        #expect(drawn.faults == [])
    }

    @Test func endOfALongQueryIsShown() {
        let drawn = draw(Self.people, [.text("abcdefghij klmnopqrst山田")], in: Size(columns: 24, lines: 10))
        #expect(drawn.text[0] == "Switch to: nopqrst山田")
        #expect(drawn.faults == [])
    }

    /// The target of a write is never clipped: a person has to see what is deleted.
    @Test(arguments: [
        (60, ["Send DELETE /users/carol@fabrikam.example as:", "Filter: bo"]),
        (46, ["Send DELETE /users/carol@fabrikam.example as:", "Filter: bo"]),
        (40, ["Send DELETE", "/users/carol@fabrikam.example as:", "Filter: bo"]),
        (20, ["Send DELETE /users/", "carol@fabrikam.exam", "ple as:", "Filter: bo"]),
    ])
    func longQuestionIsWrappedAboveTheQuery(columns: Int, lines: [String]) {
        let prompt = "Send DELETE /users/carol@fabrikam.example as:"
        let drawn = draw(Self.people, [.down, .text("bo")], in: Size(columns: columns, lines: 24), prompt: prompt)
        #expect(Array(drawn.text.prefix(lines.count)) == lines)
        #expect((drawn.line, drawn.column) == (lines.count - 1, 10))
        #expect(drawn.text[lines.count].hasPrefix("> * bob") && drawn.text.count == lines.count + 2)
        #expect(drawn.faults == [])
        let wide = draw(Self.people, [.text("bo")], in: Size(columns: 80, lines: 24), prompt: prompt)
        #expect(wide.text[0] == "\(prompt) bo")
    }

    @Test func wideCharactersOfTheQuestionAreNotCutInTwo() {
        let drawn = draw(
            Self.people, [], in: Size(columns: 20, lines: 24), prompt: "Send PATCH /groups/山田山田山田山田山田 as:")
        #expect(
            drawn.text.prefix(4) == ["Send PATCH /groups/", "山田山田山田山田山", "田 as:", "Filter:"], "\(drawn.text)")
        #expect(drawn.faults == [])
    }

    /// The question has the lines first, then the query and a match, then the rest.
    @Test(arguments: 1...9)
    func questionFitsIntoFewLines(lines: Int) {
        let size = Size(columns: 20, lines: lines)
        let drawn = draw(Self.people, [.down], in: size, prompt: "Send DELETE /users/carol@fabrikam.example as:")
        #expect(drawn.faults == [])
        let text = drawn.text
        switch lines {
        case 1, 2: #expect(text == ["Send DEL…", "> * bob    bob@con…"].prefix(lines).map(\.self))
        case 3, 4:
            #expect(text.suffix(2) == ["Filter:", "> * bob    bob@con…"] && text[lines - 3].hasSuffix("…"), "\(text)")
        default:
            #expect(text[2] == "ple as:" && text[3] == "Filter:", "\(text)")
            #expect(text[4...].contains { $0.hasPrefix("> * bob") } && text.count <= lines, "\(text)")
        }
    }

    /// Most terminals wrap the lines that a narrower window has no room for.
    @Test func theNextFrameCoversTheLinesThatATerminalHasWrapped() throws {
        let (wide, narrow) = (Size(columns: 50, lines: 24), Size(columns: 30, lines: 24))
        let screen = screen(
            Self.people, isStyled: false, prompt: "Send DELETE /users/carol@fabrikam.example as:")
        let model = PickerModel(Self.people)
        let before = screen.frame(model, in: wide)
        #expect(screen.frame(model, in: narrow).drawn(over: before, in: narrow).hasPrefix("\u{1B}[2A\r"))
        #expect(screen.frame(model, in: wide).drawn(over: before, in: wide).hasPrefix("\u{1B}[1A\r"))
        #expect(before.erasing(in: narrow) == "\u{1B}[2A\r\u{1B}[J")
    }

    @Test func matchesAreHighlightedOnlyWithColours() {
        let size = Size(columns: 80, lines: 24)
        var model = PickerModel(Self.people)
        _ = model.press(.text("bb exam"))
        model.height = 5
        let styled = screen(Self.people, isStyled: true).frame(model, in: size).drawn(over: nil, in: size)
        #expect(styled.contains("\u{1B}[1;4mb\u{1B}[m\u{1B}[1mo\u{1B}[m\u{1B}[1;4mb\u{1B}[m"))
        #expect(styled.contains("\u{1B}[1;4mexam\u{1B}[m"))
        #expect(styled.contains("\u{1B}[2mnever used\u{1B}[m"))
        let plain = screen(Self.people, isStyled: false).frame(model, in: size).drawn(over: nil, in: size)
        #expect(!plain.contains(/\e\[[0-9;]*m/))
        #expect(plain.contains("> * bob"))
    }

    @Test(arguments: SeededGenerator.seeds)
    func randomItemsAndSizesWrapNoLine(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            let items = (0..<5).map { _ in
                PickerItem(
                    name: generator.text(upTo: 30), details: [generator.text(upTo: 30), hostile],
                    reason: generator.text(upTo: 30))
            }
            let size = Size(
                columns: Int.random(in: 2...90, using: &generator), lines: Int.random(in: 1...12, using: &generator))
            let drawn = draw(items, [.down, .text("a")], in: size, prompt: generator.text(upTo: 60))
            #expect(drawn.faults == [], "\(size)")
            #expect(drawn.column < size.columns)
        }
    }

    private func screen(_ items: [PickerItem], isStyled: Bool, prompt: String = "Switch to:") -> PickerScreen {
        PickerScreen(prompt: prompt, isStyled: isStyled, columns: PickerColumns(items.map(PickerRow.init)))
    }

    /// The screen after these keys, with a frame before each and at the end.
    private func draw(_ items: [PickerItem], _ keys: [Key], in size: Size, prompt: String = "Switch to:") -> DrawnScreen
    {
        var (model, drawn) = (PickerModel(items), DrawnScreen(size))
        let screen = screen(items, isStyled: true, prompt: prompt)
        model.height = screen.rows(in: size)
        var frame = screen.frame(model, in: size)
        drawn.write(frame.drawn(over: nil, in: size))
        for key in keys {
            _ = model.press(key)
            let next = screen.frame(model, in: size)
            drawn.write(next.drawn(over: frame, in: size))
            frame = next
        }
        return drawn
    }
}
