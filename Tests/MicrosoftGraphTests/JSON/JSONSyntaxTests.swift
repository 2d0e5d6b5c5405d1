import Foundation
import HostileInput
import Testing

@testable import MicrosoftGraph

@Suite struct JSONSyntaxTests {
    @Test(arguments: [
        "{}", " { } \r\n\t", #"{"a":1}"#, #"{"a":-0.5e+7,"b":[1E2,0,-1]}"#, #"{"a":[true,false,null,{}]}"#,
        #"{"a":"\"\\\/\b\f\n\r\tü\u00fC"}"#, #"{"a":12345678901234567890}"#,
    ])
    func objectsAreAccepted(text: String) {
        #expect(JSONSyntax.isObject(Data(text.utf8)))
    }

    @Test(arguments: [
        "", " ", "[]", "1", "null", #""a""#, "{", "}", "{}{}", "{}x", "{,}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#,
        #"{"a":1 "b":2}"#, "{a:1}", #"{"a":01}"#, #"{"a":1.}"#, #"{"a":.5}"#, #"{"a":+1}"#, #"{"a":1e}"#, #"{"a":-}"#,
        #"{"a":tru}"#, #"{"a":truex}"#, #"{"a":NaN}"#, #"{"a":"\q"}"#, #"{"a":"\u12g4"}"#, #"{"a":"\u123"}"#,
        "{\"a\":\"\n\"}", #"{"a":"b}"#, #"{"a":[1,]}"#, #"{"a":[1}"#, "\u{FEFF}{}",
    ])
    func otherTextsAreRejected(text: String) {
        #expect(!JSONSyntax.isObject(Data(text.utf8)))
    }

    @Test func invalidUTF8IsRejected() {
        #expect(!JSONSyntax.isObject(Data(#"{"a":""#.utf8) + [0xFF] + Data(#""}"#.utf8)))
    }

    @Test func whateverStringsHoldIsAValue() {
        #expect(JSONSyntax.isValue(Data("[\"\\ud83d\",\"".utf8) + [0xFF] + Data("\"]".utf8)))
        for text in [" 1 ", "null", "\"a\"", "[{}]"] { #expect(JSONSyntax.isValue(Data(text.utf8))) }
        for text in ["", "1 2", "[1", "a", "<html>"] { #expect(!JSONSyntax.isValue(Data(text.utf8))) }
    }

    @Test func nestingIsNotLimited() {
        func nested(_ depth: Int) -> Data {
            let arrays = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            return Data(#"{"a":\#(arrays)}"#.utf8)
        }
        #expect(JSONSyntax.isObject(nested(100_000)))
        #expect(!JSONSyntax.isObject(nested(100_000).dropLast(2) + Data("}".utf8)))
    }

    @Test(arguments: SeededGenerator.seeds)
    func damagedTextIsAcceptedOnlyIfAParserAcceptsIt(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let good = Array(#"{"a":[1.5,-20,true,null],"b":{"c":"x\"\n","d":""},"e":0}"#.utf8)
        let other = Array("{}[]:,\"\\ 019.-e+tnu".utf8)
        for _ in 0..<500 {
            var bytes = good
            for _ in 0...Int.random(in: 0...2, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = other.randomElement(using: &generator) ?? 0
            }
            let parsed = (try? JSONSerialization.jsonObject(with: Data(bytes))) is [String: Any]
            #expect(!JSONSyntax.isObject(Data(bytes)) || parsed, "\(String(decoding: bytes, as: UTF8.self))")
        }
    }
}
