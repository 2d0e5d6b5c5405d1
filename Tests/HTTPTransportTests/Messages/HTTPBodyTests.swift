import Foundation
import HTTPTransport
import Testing

@Suite struct HTTPBodyTests {
    @Test(arguments: [
        ([("a", "b")], "a=b"),
        (
            [("grant_type", "refresh_token"), ("scope", "User.Read offline_access")],
            "grant_type=refresh_token&scope=User.Read%20offline_access"
        ),
        ([("redirect_uri", "http://localhost:1/?a=b&c")], "redirect_uri=http%3A%2F%2Flocalhost%3A1%2F%3Fa%3Db%26c"),
        ([("p", "a+b/c==~-._")], "p=a%2Bb%2Fc%3D%3D~-._"),
        ([("näme", "€\u{0}\n")], "n%C3%A4me=%E2%82%AC%00%0A"),
        ([], ""),
    ])
    func formsPercentEncodeAllButUnreservedCharacters(fields: [(String, String)], expected: String) {
        #expect(HTTPBody.form(fields) == .secret(Data(expected.utf8)))
    }

    @Test func formsDecodeToTheOriginalText() {
        let value = String(String.UnicodeScalarView((1..<0x250).compactMap(Unicode.Scalar.init)))
        guard case .secret(let data) = HTTPBody.form([("k", value)]) else { return #expect(Bool(false)) }
        let text = String(decoding: data, as: UTF8.self)
        #expect(String(text.dropFirst(2)).removingPercentEncoding == value)
    }
}
