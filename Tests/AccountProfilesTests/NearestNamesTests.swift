import HostileInput
import Testing

@testable import AccountProfiles

@Suite struct NearestNamesTests {
    private func nearest(_ typed: String, _ names: [String]) throws -> [String] {
        NearestNames.to(typed, among: try names.map { name in try ProfileName(name) }).map(\.text)
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
        #expect(NearestNames.edits(from: Array(source), to: Array(target)) == edits)
        #expect(NearestNames.edits(from: Array(target), to: Array(source)) == edits)
    }

    @Test(arguments: SeededGenerator.seeds)
    func acceptsAnyText(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let names = try ["work", "home", "contoso", "münchen"].map { name in try ProfileName(name) }
        for _ in 0..<100 {
            let typed = generator.text(upTo: 200)
            let found = NearestNames.to(typed, among: names)
            #expect(found.count <= 3)
            #expect(found.allSatisfy(names.contains))
            #expect(Set(found).count == found.count)
        }
    }
}
