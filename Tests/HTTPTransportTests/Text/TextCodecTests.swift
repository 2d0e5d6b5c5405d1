import Foundation
import HTTPTransport
import Testing

@Suite struct TextCodecTests {
    @Test func comparingWithoutCaseKnowsASCIILettersOnly() {
        #expect("Bearer".equalsIgnoringASCIICase("bEARER"))
        #expect(!"\u{212A}".equalsIgnoringASCIICase("k"))
        #expect(!"é".equalsIgnoringASCIICase("É"))
        #expect(!"[".equalsIgnoringASCIICase("{"))
        #expect(!"bear".equalsIgnoringASCIICase("bearer"))
    }

    @Test(arguments: [
        ("  a b\r\n", "a b"), ("a", "a"), ("", ""), (" \t\r\n", ""), ("\u{A0}a", "\u{A0}a"), ("\né ", "é"),
    ])
    func trimmingTakesWhiteSpaceOffBothEnds(text: String, expected: String) {
        #expect(text.trimmingASCIIWhitespace() == expected)
    }

    @Test func trimmingTakesOffOtherBytesToo() {
        #expect("\" a b\" ".trimmingASCII { "\" ".utf8.contains($0) } == "a b")
        #expect(" a\n\n".trimmingASCII(while: \.isASCIINewline) == " a")
    }

    @Test func percentEncodingLeavesUnreservedCharacters() {
        #expect(PercentEncoding.encode("aZ09-._~") == "aZ09-._~")
        #expect(PercentEncoding.encode("a b+c/é%") == "a%20b%2Bc%2F%C3%A9%25")
        #expect(PercentEncoding.encode("a/b", where: { $0.isURLUnreserved || $0 == UInt8(ascii: "/") }) == "a/b")
    }

    @Test func percentEncodingKeepsValidEscapesWhenAsked() {
        #expect(PercentEncoding.encode("%20 %2g%", keepsEscapes: true) == "%20%20%252g%25")
    }

    @Test(arguments: [
        ("a%20b", "a b"), ("%C3%A9", "é"), ("%", "%"), ("%4", "%4"), ("%+5", "%+5"), ("%zz", "%zz"),
        ("%fF", "\u{FFFD}"),
    ])
    func percentDecodingTakesAnyText(text: String, expected: String) {
        #expect(PercentEncoding.decode(text) == expected)
    }

    @Test func plusIsASpaceInForms() {
        #expect(PercentEncoding.decode("a+b%2B") == "a+b+")
        #expect(PercentEncoding.decode("a+b%2B", plusIsSpace: true) == "a b+")
    }

    @Test(arguments: 0..<40)
    func base64URLIsReadWithAndWithoutPadding(count: Int) throws {
        let data = Data((0..<count).map { UInt8(truncatingIfNeeded: 250 + $0 * 7) })
        #expect(data.base64URL.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-_".utf8.contains($0) })
        #expect(Data(base64URL: data.base64URL) == data)
        #expect(Data(base64URL: data.base64EncodedString()) == data)
    }

    @Test(arguments: ["a", "a=b=", "é", "ab c"])
    func otherTextIsNotBase64URL(text: String) {
        #expect(Data(base64URL: text) == nil)
    }

    @Test func hexadecimalHasTwoDigitsForEachByte() {
        #expect([UInt8]([0, 0x0A, 0xFF]).hexadecimal == "000aff")
        #expect(UInt8(hexDigits: "fA".utf8) == 0xFA)
        for text in ["", "f", "fff", "+1", "g0"] { #expect(UInt8(hexDigits: text.utf8) == nil, "\(text)") }
    }
}
