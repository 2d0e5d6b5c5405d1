import Foundation
import HostileInput
import Testing

@testable import AcctCommands

@Suite struct IndentedJSONTests {
    @Test(arguments: [
        (#"{"b":9007199254740993,"a":1.10}"#, "{\n  \"b\": 9007199254740993,\n  \"a\": 1.10\n}"),
        (#"{ "a" : [ ] , "b":{ } }"#, "{\n  \"a\": [],\n  \"b\": {}\n}"),
        (#"[1,"a,{\"}",null]"#, "[\n  1,\n  \"a,{\\\"}\",\n  null\n]"),
        ("12", "12"), (#""text""#, #""text""#), ("", ""), (#"{"a"#, "{\n  \"a"), (#""\"#, #""\"#),
    ])
    func onlyWhiteSpaceChanges(json: String, shown: String) {
        #expect(String(decoding: IndentedJSON.of(Data(json.utf8)), as: UTF8.self) == shown)
    }

    @Test func tokensHaveColours() {
        let colored = IndentedJSON.of(Data(#"{"a" :"b","c":[-1.5,true]}"#.utf8), colored: true)
        #expect(
            String(decoding: colored, as: UTF8.self) == """
                {
                  \u{1B}[1;34m"a"\u{1B}[m: \u{1B}[32m"b"\u{1B}[m,
                  \u{1B}[1;34m"c"\u{1B}[m: [
                    \u{1B}[36m-1.5\u{1B}[m,
                    \u{1B}[33mtrue\u{1B}[m
                  ]
                }
                """)
    }

    @Test func outputForDeepNestingIsLimited() {
        let depth = 10_000
        let deep = Data((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        #expect(IndentedJSON.of(deep).count < 2 * depth * 130)
    }

    @Test(arguments: SeededGenerator.seeds) func noCharacterIsLost(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let space: [UInt8] = [0x20, 0x0A, 0x0D, 0x09]
        for _ in 0..<200 {
            let bytes = generator.bytes(upTo: 60)
            let shown = IndentedJSON.of(Data(bytes))
            #expect(shown.filter { !space.contains($0) } == bytes.filter { !space.contains($0) })
        }
    }
}
