import HostileInput
import Testing

@testable import AcctCommands

@Suite struct FuzzyMatchTests {
    @Test(arguments: [
        ("bob", "bob", [0, 1, 2]), ("bob", "old-bob", [4, 5, 6]), ("cb", "contoso-bob", [0, 8]),
        ("bb", "abcb", [1, 3]),
        ("ob", "bob", [1, 2]), ("con", "bacon contoso", [6, 7, 8]), ("aab", "aaab", [1, 2, 3]),
        ("acb", "a-a-c-b", [2, 4, 6]),
        ("ca", "cxxcya", [3, 5]), ("anna", "annanna", [0, 1, 2, 3]),
    ])
    func lettersAreFoundTogetherOrInOrder(word: String, text: String, positions: [Int]) {
        #expect(match(word, text)?.positions == positions)
    }

    @Test(arguments: [
        ("", "abc"), ("abc", ""), ("", ""), ("abcd", "abc"), ("ba", "ab"), ("aa", "a"), ("x", "abc"), ("abb", "acb"),
    ])
    func lettersInAnotherOrderDoNotMatch(word: String, text: String) {
        #expect(match(word, text) == nil)
    }

    /// In descending order of score.
    @Test func closerMatchesScoreHigher() {
        let texts = ["bob", "bobby", "old-bob", "xbob", "b-o-b", "bxoxb", "bxxxxxoxxxxxb"]
        let scores = texts.map { match("bob", $0)?.score ?? -1 }
        #expect(zip(scores, scores.dropFirst()).allSatisfy(>), "\(scores)")
        #expect(scores.allSatisfy { 0...100 ~= $0 })
    }

    @Test(arguments: SeededGenerator.seeds)
    func everySubsequenceMatchesAtItsPositions(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let text = (0..<Int.random(in: 1...30, using: &generator)).map { _ in
                "ab-c".unicodeScalars.randomElement(using: &generator) ?? "a"
            }
            let word = text.filter { _ in Bool.random(using: &generator) }
            guard !word.isEmpty else { continue }
            let match = FuzzyMatch(word, in: text)
            #expect(match?.positions.map { text[$0] } == word)
            #expect(match.map { zip($0.positions, $0.positions.dropFirst()).allSatisfy(<) } == true)
            #expect(match.map { 0...100 ~= $0.score } == true)
        }
    }

    private func match(_ word: String, _ text: String) -> FuzzyMatch? {
        FuzzyMatch(Array(word.unicodeScalars), in: Array(text.unicodeScalars))
    }
}
