import Foundation
import HTTPTransport
import HostileInput
import Testing

@testable import AuthCore

@Suite struct FormFieldsTests {
    @Test(arguments: [
        ("a=1&b=2", "a", "1"), ("a=1&b=2", "b", "2"), ("a=1+2%203", "a", "1 2 3"), ("a=%2B%26%3D", "a", "+&="),
        ("a", "a", ""), ("a=", "a", ""), ("=x", "", "x"), ("a==b=c", "a", "=b=c"), ("&&a=1&", "a", "1"),
        ("%61=1", "a", "1"), ("a=%C3%BC", "a", "ü"), ("a=%c3%bc", "a", "ü"), ("a=ü", "a", "ü"),
        // Text that is not an escape is kept.
        ("a=100%", "a", "100%"), ("a=%2", "a", "%2"), ("a=%zz", "a", "%zz"), ("a=%+1", "a", "% 1"),
        ("a=%-1", "a", "%-1"), ("a=%FF", "a", "\u{FFFD}"), ("a=%00", "a", "\u{0}"), ("a=%%41", "a", "%A"),
    ])
    func decodesNamesAndValues(text: String, name: String, value: String) {
        #expect(FormFields(text)[name] == value)
    }

    @Test(arguments: ["a=1&a=2", "a=1&a=1", "a&a", "a=1&%61=1", "a=1&b=2&a="])
    func repeatedNameIsAbsent(text: String) {
        #expect(FormFields(text)["a"] == nil)
    }

    @Test(arguments: ["", "&", "b=1", "A=1"])
    func missingNameIsNil(text: String) {
        #expect(FormFields(text)["a"] == nil)
    }

    @Test(arguments: SeededGenerator.seeds)
    func decodesWhatQueryStringEncodes(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let (name, value) = (generator.text(upTo: 12), generator.text(upTo: 40))
            let query = QueryString.make([("before", "1"), (name, value), ("after", "2")])
            #expect(query.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
            // Bytes and not characters: text that looks alike is not the same text.
            #expect(FormFields(query)[name].map { Array($0.utf8) } == Array(value.utf8), "\(value.debugDescription)")
            guard case .secret(let body) = HTTPBody.form([(name, value)]) else { throw Unexpected(query) }
            #expect(String(decoding: body, as: UTF8.self) == QueryString.make([(name, value)]))
        }
    }

    /// Marks that Swift joins with the separator to one character.
    @Test(arguments: ["\u{600}", "a\u{1F3F3}\u{200D}", "=\u{301}", "\u{E01EF}"])
    func aMarkBesideASeparatorIsOfTheValue(mark: String) {
        #expect(FormFields("a=\(mark)&b=1")["b"] == "1")
        #expect(FormFields("a=1&\(mark)=2&b=1")["b"] == "1")
    }

    @Test(arguments: SeededGenerator.seeds)
    func acceptsAnyBytes(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let text = String(decoding: generator.bytes(upTo: 80), as: UTF8.self)
            #expect(FormFields(text) == FormFields(text))
            #expect(FormFields("\(text)&nobody%20names%20this=1")["nobody names this"] == "1")
        }
    }

    @Test(arguments: [
        (" ", "%20"), ("+", "%2B"), ("a-b._~9Z", "a-b._~9Z"), ("ü", "%C3%BC"), ("\n", "%0A"), ("%", "%25"), ("", ""),
    ])
    func queryEscapesAllButUnreservedCharacters(value: String, escaped: String) {
        #expect(QueryString.make([("k", value)]) == "k=\(escaped)")
    }
}
