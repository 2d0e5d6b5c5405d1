import HostileInput
import Testing

@testable import AcctCommands

@Suite struct FoldedTextTests {
    @Test(arguments: [
        ("Alice", "alice"), ("ÅNGSTRÖM", "angstrom"), ("a\u{30A}", "a"), ("Émile", "emile"), ("İstanbul", "istanbul"),
        ("МИР", "мир"), ("がく", "かく"), ("", ""), ("\u{301}", ""), ("Straße", "straße"), ("ΑΘΉΝΑ", "αθηνα"),
    ])
    func caseAndDiacriticsAreIgnored(text: String, folded: String) {
        #expect(FoldedText(text).scalars == Array(folded.unicodeScalars))
    }

    @Test(arguments: [
        ("abc", [0, 1, 2]), ("äbc", [0, 1, 2]), ("한b", [0, 0, 0, 1]), ("a\u{301}b", [0, 1]), ("👩‍👧b", [0, 0, 0, 1]),
    ])
    func eachScalarHasTheIndexOfItsCharacter(text: String, characters: [Int]) {
        let folded = FoldedText(text)
        #expect(folded.scalars.indices.map(folded.character) == characters)
    }

    @Test(arguments: [("", []), ("  ", []), ("Al  BO ", ["al", "bo"]), ("a\u{3000}b", ["a", "b"])])
    func wordsAreSeparatedBySpaces(text: String, words: [String]) {
        #expect(FoldedText(text).words == words.map { Array($0.unicodeScalars) })
    }

    @Test(arguments: SeededGenerator.seeds)
    func foldingKeepsCharacterIndices(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let text = generator.text(upTo: 20).safeLine
            let folded = FoldedText(text)
            #expect(folded.scalars.indices.allSatisfy { text.count > folded.character(of: $0) })
        }
    }
}
