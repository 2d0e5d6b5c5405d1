import HostileInput
import Testing

@testable import AuthCore

@Suite struct ClosingPageTests {
    @Test(arguments: [
        "<script>alert(1)</script>", "\" onload=\"x", "' onload='x", "</title><img src=x>", "&lt;b>", "<!--",
    ])
    func escapesHostileText(text: String) {
        let plain = ClosingPage.signedIn(username: "x").html
        for page in [ClosingPage.signedIn(username: text), .failed(text)] {
            #expect(!page.html.contains(text))
            #expect(page.html.contains(ClosingPage.escape(text)))
            #expect(page.html.count { $0 == "<" } == plain.count { $0 == "<" })
        }
    }

    @Test(arguments: [
        ("a&b", "a&amp;b"), ("<>\"'", "&lt;&gt;&quot;&#39;"), ("ü 山", "ü 山"), ("a\u{0}\u{1B}[31m\u{9B}b\r\n", "a[31mb"),
        ("<\u{301}", "&lt;\u{301}"), ("", ""),
    ])
    func escapesMarkupAndDropsControls(text: String, escaped: String) {
        #expect(Array(ClosingPage.escape(text).utf8) == Array(escaped.utf8))
    }

    @Test(arguments: SeededGenerator.seeds)
    func escapedTextHasNoMarkup(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let escaped = ClosingPage.escape(generator.text(upTo: 40))
            let scalars = escaped.unicodeScalars
            #expect(
                !scalars.contains { "<>\"'".unicodeScalars.contains($0) || $0.properties.generalCategory == .control })
        }
    }

    @Test func statusTellsResponsesFromStrayRequests() {
        #expect(ClosingPage.signedIn(username: "a").status == 200)
        #expect(ClosingPage.failed("x").status == 200)
        #expect(ClosingPage.unexpected.status == 400)
    }
}
