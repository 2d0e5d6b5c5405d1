import HTTPTransport
import HostileInput
import Testing

@testable import AuthCore

/// Text of servers that is shown, opened or printed. Every text here came from an attacker.
@Suite struct ServerTextTests {
    @Test(arguments: [
        "https://microsoft.com/devicelogin", "https://idp.example:8443/a/b?c=d&e=%20#f", "http://localhost:1234/device",
        "http://[::1]/x", "http://127.0.0.1/x",
    ])
    func pagesMayBeOpened(url: String) throws {
        #expect(try ServerText.isSafeToOpen(url))
    }

    @Test(arguments: [
        "", "h", "/device", "//h/x", "http://h/x", "ftp://h/x", "file:///etc/passwd", "javascript:alert(1)", "https://",
        "https://user@h/x", "https://h/a b", "https://h/a\tb", "https://h/a\nacct: Signed in as alice.",
        "https://h/\r\n",
        "https://h/\u{1B}[2J", "https://h/\u{7F}", "https://h/\u{85}x", "https://h/\u{202E}x", "https://h/\u{0}x",
        "https://h/'$(id)'", "https://h/\"x", "https://h/`id`", "https://h/\\x", "https://h/<b>", "https://h\u{E4}/x",
        "--version", "https://h/" + String(repeating: "a", count: 2040),
    ])
    func otherTextMayNot(url: String) throws {
        #expect(try !ServerText.isSafeToOpen(url))
    }

    @Test(
        arguments: [
            ("a b", "a b"), (" \r\n\n  a\t b  \nc", "a b"), ("a\u{2028}b", "a"), ("a\u{B}b", "a"), ("a\rb", "a"),
            ("", nil), (".", nil), (" . ..\n", nil), (" \n\t\u{2029}", nil), ("\u{85}a", "a"),
            ("Jos\u{E9} \u{5C71}\u{7530}", "José 山田"),
        ] as [(String, String?)])
    func lineIsTheFirstOne(text: String, line: String?) {
        #expect(ServerText.line(text) == line)
    }

    @Test func longLineIsCutAfterAWord() {
        func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }
        #expect(ServerText.line(times(300, "a")) == times(300, "a"))
        #expect(ServerText.line(times(301, "a")) == times(300, "a") + "…")
        #expect(ServerText.line(times(100, "abcd ")) == times(59, "abcd ") + "abcd…")
        #expect(ServerText.line("a" + times(5000, "\u{301}")) == "a" + times(299, "\u{301}") + "…")
    }

    @Test(arguments: SeededGenerator.seeds) func lineIsAlwaysOneLine(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            guard let line = ServerText.line(random.text(upTo: 700)) else { continue }
            #expect(!line.isEmpty && line.unicodeScalars.count <= 301 && !line.contains { $0.isNewline })
            // By scalars: an accent alone is a word, and becomes one character with the space before it.
            let ends = [line.unicodeScalars.first, line.unicodeScalars.last]
            #expect(ends.allSatisfy { $0?.properties.isWhitespace == false })
        }
    }

    @Test func parametersMayBeLong() throws {
        let url = "https://h/?" + String(repeating: "a", count: 4000)
        #expect(try ServerText.isSafeToOpen(url, hasParameters: true) && !ServerText.isSafeToOpen(url))
    }

    @Test(arguments: ["a\nb", "a\rb", "a\u{0}b", "a\u{7F}b", "a\u{E4}b", "a\u{2028}b", "a\u{1B}[2Jb"])
    func tokenWithALineEndOrAControlCharacterIsNone(text: String) {
        #expect(!ServerText.isToken(Secret(text)))
        #expect(ServerText.isToken(Secret(text.filter { $0 == "a" || $0 == "b" })))
    }
}
