import Foundation
import HostileInput
import Testing

@testable import HTTPTransport

/// Bodies in a log: readable, short, and without secrets.
@Suite struct BodyExcerptTests {
    private func shown(_ body: String, _ type: String? = "application/json", isSecret: Bool = false) -> String {
        BodyExcerpt(body.utf8, isWhole: true, contentType: type, isSecret: isSecret).lines.joined(separator: "\n")
    }

    @Test(arguments: [
        (#"{"access_token":"SEKRET","scope":"a"}"#, #"{"access_token":"<redacted>","scope":"a"}"#),
        (
            #"{ "refresh_token" : "SEKRET" , "id_token":"SEKRET"}"#,
            #"{ "refresh_token" : "<redacted>" , "id_token":"<redacted>"}"#
        ),
        (#"{"acc\u0065ss_token":"SEKRET"}"#, #"{"acc\u0065ss_token":"<redacted>"}"#),
        (#"{"access_token":"SE\"KRET"}"#, #"{"access_token":"<redacted>"}"#),
        (#"{"access_token":"SEKRET"#, #"{"access_token":"<redacted>""#),
        (#"{"access_token":"SEKRET\"#, #"{"access_token":"<redacted>""#),
        (#"{"device_code":"SEKRET","user_code":"SEKRET"}"#, #"{"device_code":"<redacted>","user_code":"<redacted>"}"#),
        (#"{"passwordProfile":{"password":"SEKRET"}}"#, #"{"passwordProfile":{"password":"<redacted>"}}"#),
        (
            #"{"headers":{"Authorization":"SEKRET","cookie":"SEKRET","Accept":"a"}}"#,
            #"{"headers":{"Authorization":"<redacted>","cookie":"<redacted>","Accept":"a"}}"#
        ),
        (#"{"secretText":"SEKRET","hint":"a"}"#, #"{"secretText":"<redacted>","hint":"a"}"#),
        (#"{"uploadUrl":"https://h/SEKRET"}"#, #"{"uploadUrl":"<redacted>"}"#),
        (#"{"@microsoft.graph.downloadUrl":"https://h/SEKRET"}"#, #"{"@microsoft.graph.downloadUrl":"<redacted>"}"#),
        (#"{"secret":["SEKRET",{"a":"SEKRET"}],"b":"c"}"#, #"{"secret":["<redacted>",{"a":"<redacted>"}],"b":"c"}"#),
        (#"{"secret":123,"b":1}"#, #"{"secret":<redacted>,"b":1}"#),
        (#"{"url":"https://h/a?x=1&tempauth=SEKRET&y=2"}"#, #"{"url":"https://h/a?x=1&tempauth=<redacted>&y=2"}"#),
        (
            #"{"url":"https://h/a?x=1\u0026sig=SEKRET\u0026y=2"}"#,
            #"{"url":"https://h/a?x=1\u0026sig=<redacted>\u0026y=2"}"#
        ),
        (#"{"error":{"code":"itemNotFound"}}"#, #"{"error":{"code":"itemNotFound"}}"#),
        (#"{"token_type":"Bearer","expires_in":3599}"#, #"{"token_type":"Bearer","expires_in":3599}"#),
    ])
    func secretsInJSONAreHidden(body: String, expected: String) {
        #expect(shown(body) == expected)
        // Servers do not always say that it is JSON.
        #expect(shown(body, nil) == expected)
    }

    @Test(arguments: [
        ("grant_type=password&username=a&password=SEKRET", "grant_type=password&username=a&password=<redacted>"),
        ("client_assertion=SEKRET&assertion=SEKRET", "client_assertion=<redacted>&assertion=<redacted>"),
        ("code=SEKRET&code_verifier=SEKRET&scope=a", "code=<redacted>&code_verifier=<redacted>&scope=a"),
        ("client_id=1&client_secret=SEKRET", "client_id=1&client_secret=<redacted>"),
    ])
    func secretsInFormsAreHidden(body: String, expected: String) {
        #expect(shown(body, "application/x-www-form-urlencoded; charset=utf-8", isSecret: true) == expected)
    }

    @Test func textIsShownLineByLineWithoutControlCharacters() {
        #expect(
            shown("a\n<a href='https://h/?authtoken=SEKRET'>\u{1b}[2J\r\nb", "text/html")
                == "a\n<a href='https://h/?authtoken=<redacted>'>\\u{1b}[2J\nb")
        #expect(shown("", "text/plain").isEmpty)
    }

    @Test func bytesAndUnknownSecretsAreNotShown() {
        #expect(shown("a\u{0}b", "image/png") == "(not shown: image/png)")
        #expect(shown("SEKRET", "text/plain", isSecret: true) == "(not shown: text/plain)")
    }

    @Test func longBodiesAreCutOff() {
        let lines = BodyExcerpt(
            String(repeating: "é", count: 5000).utf8, isWhole: true, contentType: "text/plain"
        ).lines
        #expect(lines.count == 2 && lines[0].utf8.count == 8192 && lines[1] == "(cut off after 8 KiB)")
        let image = BodyExcerpt([UInt8](repeating: 0, count: 9000), isWhole: true, contentType: nil)
        #expect(image.lines == ["(not shown)"])
    }

    @Test(arguments: SeededGenerator.seeds) func anyBytesAreShown(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let good = Array(#"{"a":[{"access_token":"SEKRET\"x"}],"b":"https://h/?sig=SEKRET&c=d"}"#.utf8)
        for _ in 0..<500 {
            var bytes = good
            for _ in 0...3 {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = random.bytes(upTo: 1).first ?? 0x22
            }
            bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
            for type in ["application/json", "text/html", "application/x-www-form-urlencoded", nil] {
                let text = BodyExcerpt(bytes, isWhole: true, contentType: type).lines.joined()
                #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control })
            }
        }
    }
}
