import Testing

@testable import AcctCommands

@Suite struct NumberedChoiceTests {
    private let items = (1...10).map {
        PickerItem(name: "p\($0)", details: ["u\($0)@x"], reason: "why", isCurrent: $0 == 2)
    }

    @Test func listIsNumberedAndAligned() throws {
        let lines = NumberedChoice(prompt: "Switch to:", items: items).list.split(separator: "\n")
        #expect(lines[0] == "Switch to:")
        #expect(lines[1] == "1      p1   u1@x   why")
        #expect(lines[2] == "2   *  p2   u2@x   why")
        #expect(lines[10] == "10     p10  u10@x  why")
    }

    @Test func entriesAreAsWideAsTheTerminal() {
        let lines = NumberedChoice(prompt: "Switch to:", items: items, columns: 20).list.split(separator: "\n")
        #expect(lines[1] == "1      p1   u1@x   …")
    }

    @Test func itemIsASingleLine() {
        let odd = NumberedChoice(
            prompt: hostile, items: [PickerItem(name: hostile, details: [hostile], reason: hostile)]
        )
        .list
        #expect(!odd.hasControlCharacters)
        #expect(odd.split(separator: "\n").count == 2)
    }

    @Test(arguments: [(["3"], 2), ([" 10 "], 9), (["0", "11", "1"], 0), (["p11", "-1", "2"], 1), (["p4"], 3)])
    func numberOrNameChoosesAndOtherTextPromptsAgain(lines: [String], index: Int) throws {
        let asked = try ask(lines)
        #expect(asked.choice == index)
        #expect(asked.texts.count == lines.count)
        #expect(asked.texts[0].hasSuffix("\nNumber (1-10), or Enter to cancel: "))
        for (text, line) in zip(asked.texts.dropFirst(), lines) {
            #expect(text.hasPrefix("\"\(line)\" is not one of the numbers or names.\n"))
        }
    }

    @Test(arguments: [[], [""], ["  "], ["x", ""], ["x", "y", "z", "1"]])
    func emptyLineOrThreeInvalidLinesCancel(lines: [String]) {
        #expect(throws: CancellationError.self) { try ask(lines) }
    }

    private func ask(_ lines: [String]) throws -> (choice: Int, texts: [String]) {
        var (rest, texts) = (lines[...], [String]())
        let choice = try NumberedChoice(prompt: "Switch to:", items: items).choose { text in
            texts.append(text)
            return rest.popFirst()
        }
        return (choice, texts)
    }
}
