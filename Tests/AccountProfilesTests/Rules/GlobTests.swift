import HostileInput
import Testing

@testable import AccountProfiles

@Suite struct GlobTests {
    @Test(arguments: [
        ("", "", true), ("", "a", false), ("a", "a", true), ("a", "A", false), ("a", "aa", false), ("*", "", true),
        ("*", "a/b", true), ("a*", "a", true), ("a*", "ba", false), ("*a", "ba", true), ("*a", "ab", false),
        ("a*a", "a", false), ("a*a", "aa", true), ("a*a", "aba", true), ("*a*", "bab", true), ("*a*", "bbb", false),
        ("a*b*c", "abc", true), ("a*b*c", "acb", false), ("a*b*b", "ab", false), ("a*b*b", "abb", true),
        ("*ab*ab*", "xabyabz", true), ("*ab*ab*", "xaab", false), ("**", "anything", true), ("a**b", "ab", true),
        ("*aab", "aaab", true), ("/a/*/c", "/a/b/b/c", true), ("/a/*/c", "/a/c", false),
    ])
    func starMatchesAnyRunOfCharacters(glob: String, text: String, matches: Bool) {
        #expect(Glob(glob).matches(Array(text.utf8)) == matches)
    }

    @Test(arguments: [
        ("a", "a", true), ("a", "b", false), ("a*", "*b", true), ("a*", "b*", false), ("*a", "*b", false),
        ("ab*", "a*", true), ("*ab", "*b", true), ("a*c", "abc", true), ("a*c", "abd", false), ("*", "", true),
        ("a*", "", false), ("a*b", "b*a", false), ("*x*", "*y*", true), ("ab*", "*ba", true), ("a*b", "a", false),
    ])
    func globsOverlapWhenSomeTextMatchesBoth(left: String, right: String, overlaps: Bool) {
        #expect(Glob(left).overlaps(Glob(right)) == overlaps)
        #expect(Glob(right).overlaps(Glob(left)) == overlaps)
    }

    /// Compares with a search over all short texts, which suffice for globs this short.
    @Test(arguments: SeededGenerator.seeds)
    func overlapIsExactForShortGlobs(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        // "baab*" and "*aaab" need eight letters.
        let texts = Self.texts(of: "ab", upTo: 8)
        for _ in 0..<60 {
            let (left, right) = (Self.glob(&generator), Self.glob(&generator))
            let matchBoth = texts.contains { left.matches($0) && right.matches($0) }
            #expect(left.overlaps(right) == matchBoth, "\(left.text) \(right.text)")
            #expect(left.overlaps(right) == right.overlaps(left))
        }
    }

    /// Compares with the recursive definition.
    @Test(arguments: SeededGenerator.seeds)
    func matchingAgreesWithARecursiveDefinition(seed: UInt64) {
        func matches(_ glob: Substring, _ text: Substring) -> Bool {
            guard let first = glob.first else { return text.isEmpty }
            if first == "*" {
                return matches(glob.dropFirst(), text) || !text.isEmpty && matches(glob, text.dropFirst())
            }
            return text.first == first && matches(glob.dropFirst(), text.dropFirst())
        }
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let glob = Self.glob(&generator).text
            let text = String(
                (0..<Int.random(in: 0...8, using: &generator)).map { _ in Bool.random(using: &generator) ? "a" : "b" })
            #expect(Glob(glob).matches(Array(text.utf8)) == matches(glob[...], text[...]), "\(glob) \(text)")
        }
    }

    /// Exponential backtracking would not end.
    @Test func hostileGlobMatchesInTime() {
        let glob = Glob(String(repeating: "*a", count: 400) + "*b")
        #expect(!glob.matches(Array(repeating: UInt8(ascii: "a"), count: 20_000)))
        #expect(glob.overlaps(Glob("a*" + String(repeating: "b*", count: 400))))
    }

    @Test func textWithoutWildcardsIsEscaped() {
        let glob = Glob(pieces: [Array("/a b%".utf8), Array("*\u{0}".utf8)])
        #expect(glob.text == "/a%20b%25*%2A%00")
    }

    private static func glob(_ generator: inout SeededGenerator) -> Glob {
        Glob(
            String(
                (0..<Int.random(in: 0...5, using: &generator)).map { _ in "ab*".randomElement(using: &generator) ?? "*"
                }))
    }

    private static func texts(of letters: String, upTo length: Int) -> [[UInt8]] {
        (0..<length).reduce(into: [[[]]]) { texts, _ in
            texts.append((texts.last ?? []).flatMap { text in letters.utf8.map { text + [$0] } })
        }.flatMap(\.self)
    }
}
