import HostileInput
import Testing

@testable import AccountProfiles

@Suite struct NearestNamesTests {
    private func nearest(_ typed: String, _ names: [String]) throws -> [String] {
        try names.map { name in try ProfileName(name) }.nearest(to: typed).map(\.text)
    }

    @Test(arguments: [
        ("wrok", ["work", "home"], ["work"]), ("WORK", ["work"], ["work"]), ("wok", ["work", "home"], ["work"]),
        ("workk", ["work"], ["work"]), ("con", ["contoso", "fabrikam", "Contoso2"], ["Contoso2", "contoso"]),
        ("contosso", ["contoso", "costco"], ["contoso"]), ("x", ["work", "home"], []), ("", ["work"], []),
        ("a", ["b"], ["b"]), ("aa", ["bb"], []), ("work", [], []), ("\u{1B}[31m", ["work"], []),
        ("a", ["a1", "a2", "a3", "a4"], ["a1", "a2", "a3"]),
    ])
    func suggestsTheNearestNames(typed: String, names: [String], expected: [String]) throws {
        #expect(try nearest(typed, names) == expected)
    }

    @Test(arguments: [
        ("", "", 0), ("a", "", 1), ("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("abc", "abd", 1),
        ("kitten", "sitting", 3), ("ab", "ba", 1), ("ca", "abc", 3),
    ])
    func countsEdits(source: String, target: String, edits: Int) {
        #expect(NameSearch.edits(from: Array(source), to: Array(target), limit: 9) == edits)
        #expect(NameSearch.edits(from: Array(target), to: Array(source), limit: 9) == edits)
    }

    @Test(arguments: SeededGenerator.seeds)
    func limitOnlyLeavesFarNamesOut(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let (source, target) = (generator.text(upTo: 12), generator.text(upTo: 12))
            let edits = NameSearch.edits(from: Array(source), to: Array(target), limit: .max) ?? -1
            for limit in 0...4 {
                let limited = NameSearch.edits(from: Array(source), to: Array(target), limit: limit)
                #expect(limited == (edits <= limit ? edits : nil), "\(source) \(target)")
            }
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func candidatesHoldTheNearestNames(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let letters = "abAB"
            func text() -> String {
                String(
                    (0..<Int.random(in: 1...6, using: &generator)).map { _ in letters.randomElement(using: &generator)!
                    })
            }
            let names = try (0..<40).map { _ in try ProfileName(text()) }
            let typed = text()
            let byKey = Dictionary(names.map { ($0.text.lowercased(), $0) }) { first, _ in first }
            let keys = NearestNames.candidates(for: typed, amongKeys: Array(byKey.keys))
            let nearest = keys.compactMap { byKey[$0] }.nearest(to: typed)
            #expect(nearest == byKey.values.nearest(to: typed))
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func anyTextIsAccepted(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let names = try ["work", "home", "contoso", "münchen"].map { name in try ProfileName(name) }
        for _ in 0..<100 {
            let typed = generator.text(upTo: 200)
            let found = names.nearest(to: typed)
            #expect(found.count <= 3)
            #expect(found.allSatisfy(names.contains))
            #expect(Set(found).count == found.count)
        }
    }
}
