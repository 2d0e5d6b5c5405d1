import HostileInput
import Testing

@testable import AcctCommands

@Suite struct PickerModelTests {
    private static let people = [
        PickerItem(name: "work", details: ["alice@contoso.example", "7c6e2b14"], reason: ""),
        PickerItem(name: "contoso-bob", details: ["bob@contoso.example", "7c6e2b14"], reason: ""),
        PickerItem(name: "home", details: ["émile@outlook.example", "9188040d"], reason: "", isCurrent: true),
        PickerItem(name: "alice", details: ["a@fabrikam.example", "fab71ca3"], reason: ""),
    ]

    @Test(arguments: [
        ("", ["work", "contoso-bob", "home", "alice"]), ("ALICE", ["alice", "work"]),
        ("contoso", ["contoso-bob", "work"]),
        ("contoso ali", ["work"]), ("ali contoso", ["work"]), ("emile", ["home"]), ("Émi", ["home"]),
        ("fab71", ["alice"]), ("cbob", ["contoso-bob"]), ("zzz", []), ("contoso zzz", []), ("  work  ", ["work"]),
    ])
    func allWordsHaveToBeFoundAndTheBestFitIsFirst(query: String, names: [String]) {
        var model = PickerModel(Self.people)
        #expect(model.press(.text(query)) == nil)
        #expect(found(model) == names)
    }

    @Test func theKindOfAccountIsNotSearched() {
        var model = PickerModel([
            PickerItem(name: "alice", details: ["alice@contoso.example", "contoso.example"], kind: "work", reason: ""),
            PickerItem(name: "wolf", details: ["b@fabrikam.example", "fabrikam.example"], kind: "work", reason: ""),
            PickerItem(name: "home", details: ["c@outlook.example", "consumers"], kind: "personal", reason: ""),
        ])
        _ = model.press(.text("wo"))
        #expect(found(model) == ["wolf"])
        _ = model.press(.deleteAll)
        _ = model.press(.text("consum"))
        #expect(found(model) == ["home"])
    }

    @Test func equalMatchesKeepTheOrderOfTheItems() {
        var model = PickerModel(numbered(100))
        _ = model.press(.text("profile"))
        #expect(model.matches == Array(0..<100))
        _ = model.press(.text("-9"))
        #expect(model.matches.prefix(11) == [90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 9].sorted()[...])
    }

    @Test(
        arguments: [
            ([.text("al bo"), .backspace], "al b"), ([.text("al bo"), .deleteWord], "al "),
            ([.text("al bo  "), .deleteWord], "al "),
            ([.text("al"), .deleteAll], ""), ([.backspace, .deleteWord, .deleteAll], ""),
            ([.text("u\u{308}"), .backspace], ""),
            ([.text("a"), .text("b"), .down, .text("c")], "abc"),
            ([.text(String(repeating: "x", count: 999))], String(repeating: "x", count: 200)),
        ] as [([Key], String)])
    func queryIsEdited(keys: [Key], query: String) {
        var model = PickerModel(Self.people)
        for key in keys { #expect(model.press(key) == nil) }
        #expect(model.query == query)
    }

    @Test(
        arguments: [
            ([.enter], .chosen(0)), ([.down, .enter], .chosen(1)), ([.up, .enter], .chosen(0)),
            ([.end, .down, .enter], .chosen(3)),
            ([.end, .home, .enter], .chosen(0)), ([.text("alice"), .enter], .chosen(3)),
            ([.text("alice"), .down, .enter], .chosen(0)),
            ([.text("zzz"), .enter], nil), ([.text("zzz"), .down, .up, .pageDown, .end, .enter], nil),
            ([.escape], .cancelled),
            ([.text("a"), .escape], .cancelled), ([.endOfInput], .cancelled), ([.text("a"), .endOfInput], nil),
            ([.text("a"), .backspace, .endOfInput], .cancelled), ([.interrupt], .interrupted),
        ] as [([Key], PickerModel.Outcome?)])
    func enterChoosesTheMatchAtTheCursor(keys: [Key], outcome: PickerModel.Outcome?) {
        var model = PickerModel(Self.people)
        let outcomes = keys.map { model.press($0) }
        #expect(outcomes.last == outcome)
    }

    @Test func listFollowsTheCursor() {
        var model = PickerModel(numbered(10))
        model.height = 4
        let steps: [(Key, cursor: Int, top: Int)] = [
            (.down, 1, 0), (.pageDown, 5, 2), (.up, 4, 2), (.up, 3, 2), (.up, 2, 2), (.up, 1, 1), (.end, 9, 6),
            (.pageUp, 5, 5),
            (.home, 0, 0), (.pageDown, 4, 1), (.pageDown, 8, 5), (.pageDown, 9, 6), (.pageDown, 9, 6),
        ]
        for (key, cursor, top) in steps {
            _ = model.press(key)
            #expect((model.cursor, model.top) == (cursor, top), "\(key)")
        }
        model.height = 20
        #expect((model.cursor, model.top, model.visible.count) == (9, 0, 10))
        model.height = 0
        #expect(model.visible == [9])
    }

    @Test func typingMovesTheCursorToTheBestMatch() {
        var model = PickerModel(numbered(50))
        model.height = 5
        for key in [Key.end, .text("1")] { _ = model.press(key) }
        #expect((model.cursor, model.top) == (0, 0))
    }

    @Test func incrementalFilteringEqualsFilteringAtOnce() {
        let items = numbered(10_000)
        var stepwise = PickerModel(items)
        for letter in "pro 42 file" { _ = stepwise.press(.text(String(letter))) }
        var atOnce = PickerModel(items)
        _ = atOnce.press(.text("pro 42 file"))
        #expect(stepwise.matches == atOnce.matches)
        #expect(stepwise.matches.count == items.count { hasInOrder("42", $0.name) })
        _ = stepwise.press(.deleteAll)
        #expect(stepwise.matches == Array(items.indices))
    }

    @Test(arguments: SeededGenerator.seeds)
    func randomKeysKeepTheModelValid(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let keys: [Key] = [
            .backspace, .deleteWord, .deleteAll, .up, .down, .pageUp, .pageDown, .home, .end, .text("p"), .text("1 "),
        ]
        var model = PickerModel(
            (0..<30).map { PickerItem(name: "p\($0)", details: [generator.text(upTo: 20)], reason: "") })
        for _ in 0..<500 {
            model.height = Int.random(in: 0...14, using: &generator)
            let typed =
                Bool.random(using: &generator) ? keys.randomElement(using: &generator) : .text(generator.text(upTo: 3))
            #expect(model.press(typed ?? .up) == nil)
            #expect(model.matches.isEmpty ? model.cursor == 0 : model.visible.indices.contains(model.cursor))
        }
    }

    private func found(_ model: PickerModel) -> [String] { model.matches.map { model.rows[$0].cells[0] } }

    private func numbered(_ count: Int) -> [PickerItem] {
        (0..<count).map { PickerItem(name: "profile-\($0)", details: ["user\($0)@x.example"], reason: "") }
    }

    private func hasInOrder(_ letters: String, _ text: String) -> Bool {
        var rest = text[...]
        return letters.allSatisfy { letter in
            guard let found = rest.firstIndex(of: letter) else { return false }
            rest = rest[found...].dropFirst()
            return true
        }
    }
}
