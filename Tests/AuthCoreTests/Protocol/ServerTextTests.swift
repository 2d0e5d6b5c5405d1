import HTTPTransport
import Testing

@testable import AuthCore

/// Text of servers that is shown, opened or printed. Every text here came from an attacker.
@Suite struct ServerTextTests {
    @Test(arguments: [
        "https://microsoft.com/devicelogin", "https://idp.example:8443/a/b?c=d&e=%20#f", "http://localhost:1234/device",
        "http://[::1]/x", "http://127.0.0.1/x",
    ])
    func pagesMayBeOpened(url: String) {
        #expect(ServerText.isPage(url))
    }

    @Test(arguments: [
        "", "h", "/device", "//h/x", "http://h/x", "ftp://h/x", "file:///etc/passwd", "javascript:alert(1)", "https://",
        "https://user@h/x", "https://h/a b", "https://h/a\tb", "https://h/a\nacct: Signed in as alice.",
        "https://h/\r\n",
        "https://h/\u{1B}[2J", "https://h/\u{7F}", "https://h/\u{85}x", "https://h/\u{202E}x", "https://h/\u{0}x",
        "https://h/'$(id)'", "https://h/\"x", "https://h/`id`", "https://h/\\x", "https://h/<b>", "https://h\u{E4}/x",
        "--version", "https://h/" + String(repeating: "a", count: 2040),
    ])
    func otherTextMayNot(url: String) {
        #expect(!ServerText.isPage(url))
    }

    @Test func parametersMayBeLong() {
        let url = "https://h/?" + String(repeating: "a", count: 4000)
        #expect(ServerText.isPage(url, hasParameters: true) && !ServerText.isPage(url))
    }

    @Test(arguments: ["a\nb", "a\rb", "a\u{0}b", "a\u{7F}b", "a\u{E4}b", "a\u{2028}b", "a\u{1B}[2Jb"])
    func tokenWithALineEndOrAControlCharacterIsNone(text: String) {
        #expect(!ServerText.isToken(Secret(text)))
        #expect(ServerText.isToken(Secret(text.filter { $0 == "a" || $0 == "b" })))
    }
}
