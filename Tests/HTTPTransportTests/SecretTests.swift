import Foundation
import HTTPTransport
import Testing

@Suite struct SecretTests {
    private struct Holder: Decodable {
        var token: Secret
        var others: [Secret]?
    }

    private let secret = Secret("hunter2")

    @Test func noPrintingRevealsTheText() {
        var dumped = ""
        dump(["a": Holder(token: secret, others: [secret])], to: &dumped)
        let reflected = String(reflecting: Mirror(reflecting: secret).children.map(\.value))
        let printed = [
            "\(secret)", String(describing: secret), String(reflecting: secret), String(describing: [secret]),
            String(describing: Holder(token: secret)), String(reflecting: Optional(secret)), dumped, reflected,
            String(format: "%@", "\(secret)"), String(describing: ["k": secret]),
        ]
        for text in printed { #expect(!text.contains("hunter2")) }
        #expect("\(secret)" == "<redacted>")
    }

    @Test func exposeReturnsTheText() {
        #expect(secret.expose() == "hunter2")
        #expect(!secret.isEmpty)
        #expect(Secret("").isEmpty)
    }

    @Test func jsonStringDecodesToASecret() throws {
        let holder = try JSONDecoder().decode(Holder.self, from: Data(#"{"token":"hunter2"}"#.utf8))
        #expect(holder.token == secret)
    }

    @Test(arguments: [#"{"token":["hunter2"]}"#, #"{"token":7734}"#, #"{"token":"hunter2","others":["hunter2",7734]}"#])
    func decodingErrorDoesNotRevealTheText(json: String) throws {
        let error = try #require(throws: DecodingError.self) {
            try JSONDecoder().decode(Holder.self, from: Data(json.utf8))
        }
        #expect(!"\(error)".contains("hunter2"))
        #expect(!"\(error)".contains("7734"))
    }

    @Test(arguments: [
        ("abc", "abc", true), ("abc", "abd", false), ("abc", "ab", false), ("", "", true),
        // One character to Swift, different bytes to a server.
        ("\u{e9}", "e\u{301}", false),
    ])
    func secretsAreEqualByBytes(left: String, right: String, isEqual: Bool) {
        #expect((Secret(left) == Secret(right)) == isEqual)
        #expect(Set([Secret(left), Secret(right)]).count == (isEqual ? 1 : 2))
    }

    @Test func secretIsNotEncodable() {
        #expect(!((secret as Any) is any Encodable))
    }
}
