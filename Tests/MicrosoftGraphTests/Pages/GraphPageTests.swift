import Foundation
import HostileInput
import Testing

@testable import MicrosoftGraph

@Suite struct GraphPageTests {
    private func read(_ json: String) -> GraphPage? { GraphPage(Data(json.utf8)) }

    @Test func itemsAreTheBytesOfTheServer() throws {
        let page = try #require(
            read(
                #"{"@odata.context":"c","value":[ {"id":9007199254740993, "b":1.10,"a":"ü\u00fc"} ,{"z":1}],"@odata.nextLink":"https://g/x?a=%2f\u0026b"}"#
            ))
        #expect(
            page.items.map { String(decoding: $0, as: UTF8.self) } == [
                #"{"id":9007199254740993, "b":1.10,"a":"ü\u00fc"}"#, #"{"z":1}"#,
            ])
        #expect(page.nextLink == "https://g/x?a=%2f&b")
        #expect(page.isCollection)
    }

    @Test(arguments: [
        (#"{"value":[]}"#, true), (#"{"v\u0061lue":[1]}"#, true), (#"{"id":"x"}"#, false), (#"{"value":{}}"#, false),
        (#"{"value":"text"}"#, false), (#"{"value":5}"#, false), (#"{"value":null}"#, false), ("{}", false),
        (#"{"children":[1],"Value":[2]}"#, false),
    ])
    func onlyAnArrayNamedValueIsACollection(json: String, isCollection: Bool) throws {
        #expect(try #require(read(json)).isCollection == isCollection)
    }

    @Test(arguments: [
        #"{"value":[]}"#, #"{"@odata.nextLink":null}"#, #"{"@odata.nextLink":5}"#,
        #"{"children@odata.nextLink":"https://g/x"}"#, #"{"value":[{"@odata.nextLink":"https://g/x"}]}"#,
        #"{"@odata.deltaLink":"https://g/x"}"#,
    ])
    func onlyAStringMemberOfThePageIsItsNextLink(json: String) throws {
        #expect(try #require(read(json)).nextLink == nil)
    }

    @Test(arguments: ["", "[]", "null", "5", "<html>", #"{"value":["#, #"{"value":[]}{}"#])
    func anythingButAnObjectIsRejected(json: String) {
        #expect(read(json) == nil)
    }

    @Test func bodyIsUnchanged() throws {
        let json = "{ \"id\" : 1.10 }\n"
        #expect(try #require(read(json)).body == Data(json.utf8))
    }

    @Test func deltaLinkIsRead() throws {
        let page = try #require(read(#"{"value":[],"@odata.deltaLink":"https://g/x?$deltatoken=a\u0026b"}"#))
        #expect(page.deltaLink == "https://g/x?$deltatoken=a&b")
        #expect(page.nextLink == nil)
    }

    @Test(arguments: [
        (#"{"value":[]}"#, ""), ("{\"id\":1,\n \"a\":2}\n", "{\"id\":1, \"a\":2}\n"),
        (#"{"value":[ {"a": 1.10} ,2]}"#, "{\"a\": 1.10}\n2\n"),
        ("{\r\n\"value\": [\r\n  {\r\n    \"a\\\"\": [1,\n2]\r\n  }\r\n]}", "{    \"a\\\"\": [1,2]  }\n"),
        // JSON allows no break in a string; what is sent all the same makes no second line.
        ("{\"value\":[\"a\nb\\\\\",\n\"c\r\"]}", "\"a\\nb\\\\\"\n\"c\\r\"\n"),
    ])
    func everyItemIsOneLine(json: String, lines: String) throws {
        #expect(String(decoding: try #require(read(json)).lines(), as: UTF8.self) == lines)
    }

    @Test func linesAreLimitedToTheFirstItems() throws {
        let page = try #require(read(#"{"value":[1,2,3]}"#))
        #expect(
            (0...4).map { String(decoding: page.lines(first: $0), as: UTF8.self) } == [
                "", "1\n", "1\n2\n", "1\n2\n3\n", "1\n2\n3\n",
            ])
    }

    /// A page may be a part of something larger.
    @Test func sliceOfDataIsAPage() throws {
        let data = Data(#"xx{"value":[17]}"#.utf8)
        let page = try #require(GraphPage(data[2...]))
        #expect(page.items == [Data("17".utf8)])
        #expect(page.lines() == Data("17\n".utf8))
    }

    @Test(arguments: SeededGenerator.seeds)
    func linesHaveTheContentOfTheItems(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let texts = (0..<30).map { _ in generator.text(upTo: 12) }
        let values = try texts.map { text in
            let json = try JSONSerialization.data(withJSONObject: ["t": text], options: .prettyPrinted)
            return String(decoding: json, as: UTF8.self)
        }
        let page = try #require(read(#"{"value":[\#(values.joined(separator: ",\r\n"))]}"#))
        let lines = page.lines().split(separator: UInt8(ascii: "\n"))
        #expect(lines.count == texts.count)
        for (line, item) in zip(lines, page.items) {
            let (a, b) = try (JSONSerialization.jsonObject(with: Data(line)), JSONSerialization.jsonObject(with: item))
            #expect((a as? [String: String]) == (b as? [String: String]))
        }
    }
}
