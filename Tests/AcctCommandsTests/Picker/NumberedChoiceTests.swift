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
        #expect(lines[1...2] == ["1      p1   u1@x ", "       why"])
        #expect(lines.allSatisfy { $0.displayWidth <= 20 })
    }

    /// The state is in the reason.
    @Test(arguments: [40, 60, 80, 120]) func reasonIsShownWhole(columns: Int) {
        let item = PickerItem(
            name: "contoso-production", details: ["alice@contoso.example", "contoso.example"], kind: "work",
            reason: "signed out, used 3 d ago")
        let lines = NumberedChoice(prompt: "Switch to:", items: [item], columns: columns).list.split(separator: "\n")
        #expect(lines.last?.hasSuffix("signed out, used 3 d ago") == true, "\(lines)")
        #expect(lines.count == (columns < 120 ? 3 : 2) && lines.allSatisfy { $0.displayWidth <= columns }, "\(lines)")
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
        #expect(asked.texts[0].hasSuffix("\nNumber (1-10) or part of a name, Enter to cancel: "))
        for (text, line) in zip(asked.texts.dropFirst(), lines) {
            #expect(text.hasPrefix("\"\(line)\" is not one of the numbers or names.\n"))
        }
    }

    @Test(
        arguments: [
            ("carol", 2, []), ("FAB", 2, []), ("gov", 1, []), ("tailspin", 2, []),
            ("work", 0, []), ("wor", nil, ["\"wor\" fits work, work-gov.\n"]),
            ("example", nil, ["\"example\" fits work, "]),
            ("wkgv", nil, ["\"wkgv\" is not one of"]),
        ] as [(String, Int?, [String])])
    func partOfANameThatFitsOneItemChoosesIt(line: String, index: Int?, answers: [String]) throws {
        let items = [
            PickerItem(name: "work", details: ["alice@contoso.example"], reason: ""),
            PickerItem(name: "work-gov", details: ["alice@contoso.example"], reason: ""),
            PickerItem(name: "fabrikam", details: ["carol@tailspin.example"], reason: ""),
        ]
        var (lines, texts) = ([line][...], [String]())
        let choice = try? NumberedChoice(prompt: "Switch to:", items: items).choose { text in
            texts.append(text)
            return lines.popFirst()
        }
        #expect(choice == index)
        #expect(zip(texts.dropFirst(), answers).allSatisfy { $0.hasPrefix($1) } && texts.count == answers.count + 1)
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
