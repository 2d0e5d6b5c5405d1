import Foundation
import HTTPTransport
import Testing

@Suite struct JSONValueTests {
    @Test(
        arguments: [
            ("null", JSONValue.null), ("true", .bool(true)), ("0", .integer(0)),
            ("-9007199254740993", .integer(-9_007_199_254_740_993)),
            ("1.5", .number(1.5)), ("\"\"", ""), ("[1,\"a\",[]]", [.integer(1), "a", []]),
            ("{\"a\":{\"b\":null}}", ["a": ["b": .null]]),
        ] as [(String, JSONValue)])
    func everyKindOfValueIsRead(text: String, expected: JSONValue) {
        #expect(JSONValue(parsing: Data(text.utf8)) == expected)
    }

    @Test(arguments: ["", "{", "{\"a\":1}x", "nul", "{'a':1}"])
    func otherTextIsNotAValue(text: String) {
        #expect(JSONValue(parsing: Data(text.utf8)) == nil)
    }

    @Test func membersAreWrittenInTheOrderOfTheirNames() throws {
        let value: JSONValue = ["b": "x/y", "a": [.number(1.5), .integer(2), .bool(false), .null]]
        #expect(String(decoding: try value.jsonData(), as: UTF8.self) == #"{"a":[1.5,2,false,null],"b":"x/y"}"#)
    }

    @Test func accessorsAreNilForOtherKinds() {
        let value: JSONValue = ["a": .integer(1), "b": "c"]
        #expect(value["a"]?.doubleValue == 1)
        #expect(value["a"]?.stringValue == nil)
        #expect(value["b"]?.stringValue == "c")
        #expect(value["x"] == nil)
        #expect(JSONValue.array([])["a"] == nil)
    }
}
