import HostileInput
import Testing

@testable import MicrosoftGraph

@Suite struct PermissionTextTests {
    @Test func cellHasScopesAndTheirConditions() throws {
        let found = try #require(PermissionText.requirements("A.Read!, B.Read+C/D | = | ?"))
        let options = [
            ScopeOption(name: "A.Read", mayNeedAdministrator: true),
            ScopeOption(name: "B.Read", alsoRequires: ["C", "D"]),
        ]
        #expect(found[.delegatedWork] == .anyOf(options))
        #expect(found[.delegatedPersonal] == .anyOf([ScopeOption(name: "A.Read"), options[1]]))
        #expect(found[.application] == .unknown)
        #expect(options[1].scopesToRequest == ["B.Read", "C"])
    }

    @Test(arguments: ["- | - | -", "A! | B | C", "A!+B/C, D | - | E", "? | - | ?"])
    func formattedTextIsParsedAgain(text: String) throws {
        #expect(PermissionText.text(try #require(PermissionText.requirements(text[...]))) == text)
    }

    @Test(arguments: ["", "A", "A | B", "A | B | C | D"])
    func anotherNumberOfCellsIsRejected(text: String) {
        #expect(PermissionText.requirements(text[...]) == nil)
    }

    @Test(arguments: [
        "", "a b", "a|b", "a,b", "a+b", "a/b", "a!", "=", "?", "-", "a#", "ä", "a\n", "\u{1B}[31m", "a\u{7F}",
    ])
    func nameWithASeparatorIsRejected(name: String) {
        #expect(!PermissionText.canHold(name))
    }

    @Test(arguments: SeededGenerator.seeds)
    func anyTextIsAcceptedOrRejected(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let text = generator.text(upTo: 60) + " | " + generator.text(upTo: 20)
            _ = PermissionText.requirements(text[...])
            if let row = PermissionRow(text[...]) { #expect(!row.path.isEmpty) }
        }
    }
}
