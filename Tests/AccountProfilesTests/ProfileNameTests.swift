import Foundation
import HostileInput
import Testing

@testable import AccountProfiles

@Suite struct ProfileNameTests {
    @Test(arguments: [
        "a", "Work", "contoso.com", "alice@contoso.example", "a+b", "a_b", "a-b", "_x", "@x", "+x", "0", "münchen",
        "山田",
        "мир", "٣", "العربية", String(repeating: "a", count: 64), String(repeating: "山", count: 64),
    ])
    func validNameIsAccepted(text: String) throws {
        let name = try ProfileName(text)
        #expect(name.text == text)
        #expect("\(name)" == text)
    }

    @Test(arguments: [
        "", " ", "a b", "-a", "-", ".a", "..", "a/b", "a\\b", "a:b", "a,b", "a*b", "a\"b", "a'b", "a$b", "a;b", "a\tb",
        "a\n", "a\u{0}b", "a\u{1B}[31m", "a\u{7F}", "a\u{9B}b", "a\u{202E}b", "a\u{200B}b", "a\u{FEFF}b", "a\u{2028}b",
        "\u{FF0D}a", "a😀", "½", String(repeating: "a", count: 65), String(repeating: "山", count: 65),
        // Invisible letters.
        "\u{3164}", "a\u{115F}b", "\u{FFA0}",
    ])
    func invalidNameIsRejected(text: String) {
        #expect(failure { () throws(ProfileError) in try ProfileName(text) } == .invalidName(text))
    }

    @Test func listsAreInTheOrderOfNumbers() throws {
        let names = ["work", "Bob", "a", "cust10", "cust2b", "cust2", "cust2-x", "cust1.9", "cust1.10", "9", "10"]
        let sorted = try names.map(Profile.named).inNameOrder().map(\.name.text)
        #expect(
            sorted
                == ["9", "10", "a", "Bob", "cust1.9", "cust1.10", "cust2", "cust2-x", "cust2b", "cust10", "work"])
    }

    @Test(arguments: [
        ("Work", "work", true), ("MÜNCHEN", "münchen", true), ("u\u{308}", "ü", true), ("МИР", "мир", true),
        ("work", "w0rk", false), ("a", "а", false), ("work", "work1", false),
    ])
    func namesAreComparedWithoutCase(left: String, right: String, areEqual: Bool) throws {
        // A combining mark alone is not a letter, but the composed character is.
        guard let left = try? ProfileName(left) else { return #expect(left == "u\u{308}") }
        let right = try ProfileName(right)
        #expect((left == right) == areEqual)
        #expect((Set([left, right]).count == 1) == areEqual)
    }

    @Test(arguments: SeededGenerator.seeds)
    func nameIsSafeForTerminalsAndShells(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            guard let name = try? ProfileName(generator.text(upTo: 3)) else { continue }
            let forbidden = CharacterSet.controlCharacters.union(.whitespacesAndNewlines).union(
                CharacterSet(charactersIn: "/\\\"'`$;&|<>()*?[]{}!#~:,=%^"))
            #expect(!name.text.unicodeScalars.contains(where: forbidden.contains), "\(name.text.debugDescription)")
            #expect(!name.text.hasPrefix("-"))
        }
    }
}
