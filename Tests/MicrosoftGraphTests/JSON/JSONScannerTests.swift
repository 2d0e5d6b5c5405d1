import Foundation
import HostileInput
import Testing

@testable import MicrosoftGraph

@Suite struct JSONScannerTests {
    private func members(_ json: String) -> [(String, String)]? {
        let bytes = Array(json.utf8)
        return bytes.objectMembers()?.map {
            (String(decoding: bytes[$0.name], as: UTF8.self), String(decoding: bytes[$0.value], as: UTF8.self))
        }
    }

    private func elements(_ json: String) -> [String]? {
        let bytes = Array(json.utf8)
        return bytes.arrayElements()?.map { String(decoding: bytes[$0], as: UTF8.self) }
    }

    @Test(arguments: [
        ("{}", []), (" { } ", []), (#"{"a":1}"#, [(#""a""#, "1")]),
        (#"{ "a" : 1.10 , "b" : "x" }"#, [(#""a""#, "1.10"), (#""b""#, #""x""#)]),
        (#"{"a":{"b":[1,{"c":"}]"}]},"d":null}"#, [(#""a""#, #"{"b":[1,{"c":"}]"}]}"#), (#""d""#, "null")]),
        (#"{"a\"b":"\\","c":"\\\""}"#, [(#""a\"b""#, #""\\""#), (#""c""#, #""\\\"""#)]),
        ("{\"ü\":\"\\ud83d\\ude00\"\r\n\t}", [("\"ü\"", "\"\\ud83d\\ude00\"")]),
        (#"{"a":9007199254740993,"a":-1e-7}"#, [(#""a""#, "9007199254740993"), (#""a""#, "-1e-7")]),
    ])
    func membersAreFoundAtTheirPlaces(json: String, expected: [(String, String)]) throws {
        let found = try #require(members(json))
        #expect(found.map(\.0) == expected.map(\.0))
        #expect(found.map(\.1) == expected.map(\.1))
    }

    @Test(arguments: [
        ("[]", []), (" [ ] ", []), ("[1]", ["1"]), ("[1, [2,3] ,{}]", ["1", "[2,3]", "{}"]),
        (#"["a,b","]","\"]"]"#, [#""a,b""#, #""]""#, #""\"]""#]), ("[true,false,null]", ["true", "false", "null"]),
    ])
    func elementsAreFoundAtTheirPlaces(json: String, expected: [String]) {
        #expect(elements(json) == expected)
    }

    @Test(arguments: ["!", "#", "[", "]", "¢", "Ü", "\u{0}", "\u{7F}", #"\""#, #"\\"#, #"\\\""#])
    func stringEndsAtItsQuote(content: String) {
        let string = "\"\(content)b\""
        #expect(elements("[\(string),\(string)]") == [string, string])
        #expect(elements("[\(string.dropLast())") == nil)
    }

    @Test(arguments: 0...5)
    func onlyAnOddRunOfBackslashesEscapesAQuote(length: Int) {
        let run = String(repeating: "\\", count: length)
        let string = length.isMultiple(of: 2) ? "\"\(run)\"" : "\"\(run)\"}\""
        #expect(elements("[\(string),\"]\"]") == [string, "\"]\""])
        #expect(elements("[{\"a\":[\(string)]}]") == ["{\"a\":[\(string)]}"])
    }

    @Test(arguments: [
        "", " ", "{", "}", "[", "]", "null", "1", #""a""#, #"{"a"}"#, #"{"a":}"#, #"{"a":1"#, #"{"a":1}}"#,
        #"{"a":1,}"#,
        #"{"a":1 "b":2}"#, "{a:1}", #"{"a":"x}"#, #"{"a":"\"}"#, #"{"a":"\"#, #"{"a":[}"#, #"{"a":1}x"#, "[1", "[1,]",
        "[1 2]", "[,1]", "[1}", "\u{FEFF}{}", "<html>",
    ])
    func anythingButAWholeObjectIsRejected(json: String) {
        #expect(members(json) == nil)
    }

    /// A value in random spacing, nested up to `depth`.
    private func value(_ generator: inout SeededGenerator, depth: Int) throws -> String {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &generator) {
        case 0: return ["null", "true", "false"].randomElement(using: &generator) ?? "null"
        case 1: return "\(Int64.random(in: .min ... .max, using: &generator))"
        case 2: return ["1.10", "-0.5", "1e-7", "6.02E+23", "0"].randomElement(using: &generator) ?? "0"
        case 3...5: return try string(generator.text(upTo: 12))
        case 6: return try container(&generator, "[", "]") { generator in try value(&generator, depth: depth - 1) }
        default: return try object(&generator, depth: depth - 1).json
        }
    }

    private func object(_ generator: inout SeededGenerator, depth: Int) throws -> (json: String, names: [String]) {
        var names: [String] = []
        let json = try container(&generator, "{", "}") { generator in
            let name = "\(names.count)\(generator.text(upTo: 4))"
            names.append(name)
            return try string(name) + space(&generator) + ":" + space(&generator) + value(&generator, depth: depth)
        }
        return (json, names)
    }

    private func container(
        _ generator: inout SeededGenerator, _ open: String, _ close: String,
        _ item: (inout SeededGenerator) throws -> String
    ) throws -> String {
        let items = try (0..<Int.random(in: 0...4, using: &generator)).map { _ in
            try space(&generator) + item(&generator) + space(&generator)
        }
        return open + space(&generator) + items.joined(separator: ",") + close
    }

    private func space(_ generator: inout SeededGenerator) -> String {
        ["", "", " ", "\n", "\r\n", "\t "].randomElement(using: &generator) ?? ""
    }

    private func string(_ text: String) throws -> String {
        let data = try JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed)
        return String(decoding: data, as: UTF8.self)
    }

    private func normalized(_ json: some DataProtocol) throws -> Data {
        let value = try JSONSerialization.jsonObject(with: Data(json), options: .fragmentsAllowed)
        return try JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed, .sortedKeys])
    }

    @Test(arguments: SeededGenerator.seeds)
    func membersAreThoseOfAParser(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let (json, names) = try object(&generator, depth: 3)
            let whole = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
            let found = try #require(members(json), "\(json)")
            #expect(found.count == names.count)
            for ((quoted, text), name) in zip(found, names) {
                let decoded = try JSONDecoder().decode(String.self, from: Data(quoted.utf8))
                #expect(Array(decoded.utf8) == Array(name.utf8))
                // Foundation drops some scalars from keys, but not the number that each begins with.
                let value = whole.first { $0.key.unicodeScalars.first == name.unicodeScalars.first }?.value
                let expected = try JSONSerialization.data(
                    withJSONObject: try #require(value), options: [.fragmentsAllowed, .sortedKeys])
                #expect(try normalized(Array(text.utf8)) == expected)
            }
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func everyTruncationIsRejected(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<10 {
            let bytes = Array(try object(&generator, depth: 3).json.utf8)
            for end in 0..<bytes.count {
                #expect(Array(bytes[..<end]).objectMembers() == nil)
            }
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func randomBytesNeverCrash(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let structural = Array(#"{}[]:,"\ 1n"#.utf8)
        for _ in 0..<500 {
            let structure = (0..<30).compactMap { _ in structural.randomElement(using: &generator) }
            for bytes in [generator.bytes(upTo: 60), structure, Array("{\"a\":".utf8) + structure] {
                #expect(bytes.objectMembers()?.allSatisfy { $0.value.upperBound <= bytes.count } != false)
                #expect(bytes.arrayElements()?.allSatisfy { $0.upperBound <= bytes.count } != false)
                #expect(GraphPage(Data(bytes)) == nil || bytes.first != UInt8(ascii: "["))
            }
        }
    }

    @Test(.timeLimit(.minutes(1))) func deepNestingNeedsNoStack() {
        let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        #expect(members(#"{"value":\#(deep)}"#)?.first?.1 == deep)
        #expect(members(#"{"value":\#(deep.dropLast())}"#) == nil)
        let objects = String(repeating: #"{"a":"#, count: 100_000) + "1" + String(repeating: "}", count: 100_000)
        #expect(elements("[\(objects)]") == [objects])
    }
}

extension [UInt8] {
    /// Where the members of the object are that these bytes are, and nothing else.
    fileprivate func objectMembers() -> [(name: Range<Int>, value: Range<Int>)]? {
        withUnsafeBufferPointer { bytes in
            var scanner = JSONScanner(bytes)
            var members: [(name: Range<Int>, value: Range<Int>)] = []
            let isObject = scanner.object { name, scanner in
                guard let value = scanner.value() else { return false }
                members.append((name, value))
                return true
            }
            return isObject && scanner.isAtEnd() ? members : nil
        }
    }

    fileprivate func arrayElements() -> [Range<Int>]? {
        withUnsafeBufferPointer { bytes in
            var scanner = JSONScanner(bytes)
            guard scanner.isAtArray(), let elements = scanner.array() else { return nil }
            return scanner.isAtEnd() ? elements : nil
        }
    }
}
