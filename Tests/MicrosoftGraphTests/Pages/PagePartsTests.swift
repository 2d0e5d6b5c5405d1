import Foundation
import HTTPTransport
import HostileInput
import Testing

@testable import MicrosoftGraph

@Suite struct PagePartsTests {
    /// The parts of a page that arrives in such pieces; nil in the end for one that is not whole.
    private func parts(_ json: String, size: Int, pieces: Int) -> [GraphPage?] {
        var parts = PageParts(size: size)
        var found: [GraphPage?] = []
        for start in stride(from: 0, to: json.utf8.count, by: pieces) {
            parts.add(Data(json.utf8.dropFirst(start).prefix(pieces)))
            while let part = parts.next() { found.append(part) }
        }
        return found + [parts.last()]
    }

    private static let page =
        #"{"@odata.context":"c","@odata.nextLink":"n","value":[{"id":"1"}, 22 ,"a,b]",[3,{"x":"]"}],4444],"tip":"t"}"#

    @Test(arguments: [(1, 1), (1, 7), (20, 1), (20, 5), (50, 50), (64, 1000), (200, 3)])
    func partsMakeUpThePage(size: Int, pieces: Int) throws {
        let parts = try parts(Self.page, size: size, pieces: pieces).map { try #require($0) }
        #expect(parts.map(\.body).reduce(Data(), +) == Data(Self.page.utf8))
        #expect(
            parts.flatMap(\.items).map { String(decoding: $0, as: UTF8.self) } == [
                #"{"id":"1"}"#, "22", #""a,b]""#, #"[3,{"x":"]"}]"#, "4444",
            ])
        #expect(parts.map(\.beginsPage) == [true] + parts.dropFirst().map { _ in false })
        #expect(parts.map(\.endsPage) == parts.dropLast().map { _ in false } + [true])
        #expect(parts.flatMap(\.members).map(\.name) == ["@odata.context", "@odata.nextLink", "value", "tip"])
        #expect(parts.map(\.nextLink) == parts.dropLast().map { _ in nil } + ["n"])
        // A part that begins with the page waits for twice the bytes until it has an item.
        #expect(parts.count > 1 || size >= 64 || pieces == 7)
    }

    /// Services write the links before the items or behind them.
    @Test(
        arguments: [
            #"{"@odata.nextLink":"n","@odata.deltaLink":"d","value":[1,22,333]}"#,
            #"{"@odata.deltaLink":"d","value":[1,22,333],"@odata.nextLink":"n"}"#,
            #"{"value":[1,22,333],"@odata.nextLink":"n","@odata.deltaLink":"d"}"#,
        ], [1, 40, 1000])
    func linksAreThoseOfTheLastPart(page: String, size: Int) throws {
        let parts = try parts(page, size: size, pieces: 3).map { try #require($0) }
        #expect(parts.last?.nextLink == "n" && parts.last?.deltaLink == "d")
        #expect(parts.dropLast().allSatisfy { $0.nextLink == nil && $0.deltaLink == nil })
    }

    /// Whether the page is cut makes no difference.
    @Test(
        arguments: [
            (#"{"value":[1,22,333],"value":[4]}"#, "value"), (#"{"value":[1,22,333],"value":null}"#, "value"),
            (#"{"value":null,"value":[1,22,333]}"#, "value"), (#"{"v\u0061lue":0,"value":[1,22,333]}"#, "value"),
            (#"{"@odata.nextLink":"n","value":[1,22,333],"@odata.nextLink":"n"}"#, "@odata.nextLink"),
            (#"{"value":[1,22,333],"@odata.nextLink":5}"#, "@odata.nextLink"),
            (#"{"@odata.nextLink":{"a":"n"},"value":[1,22,333]}"#, "@odata.nextLink"),
            (#"{"@odata.deltaLink":[ ],"value":[1,22,333]}"#, "@odata.deltaLink"),
            (#"{"value":[1,22,333],"@odata.deltaLink":true}"#, "@odata.deltaLink"),
            (#"{"@odata.deltaLink": null ,"value":[1,22,333],"@odata.nextLink": null }"#, nil),
            (#"{"a":1,"a":2,"value":[{"value":1,"value":2}]}"#, nil),
        ] as [(String, String?)], [1, 40, 1000])
    func repeatedMemberAndLinkOfTheWrongTypeAreFound(_ page: (json: String, member: String?), size: Int) {
        let found = parts(page.json, size: size, pieces: 3).compactMap { $0?.malformedMember }
        #expect(found.first == page.member)
    }

    @Test(arguments: SeededGenerator.seeds)
    func cutPageJoinsToTheSameDocument(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let items = (0..<30).map { index in
            "{\"n\":\(generator.next()),\"t\":\"\(index.isMultiple(of: 2) ? "]}" : "\\\"")\"}"
        }
        let page = #"\#u{FEFF}{"a":1 ,"value" : [ \#(items.joined(separator: " ,\n"))  ] , "b":2}"#
        var (joined, whole) = (JoinedPages(), JoinedPages())
        var text = Data()
        let size = Int.random(in: 1...400, using: &generator)
        for part in parts(page, size: size, pieces: Int.random(in: 1...300, using: &generator)) {
            text += try joined.text(of: try #require(part))
        }
        let expected = try whole.text(of: try #require(GraphPage(Data(page.utf8)))) + whole.end()
        #expect(text + joined.end() == expected)
        #expect(joined.pageCount == 1 && joined.itemCount == 30)
    }

    /// The last page of a delta query may be a large one, with its link before the items.
    @Test(arguments: [1, 40, 1000]) func membersOfACutLastPageAreKept(size: Int) throws {
        let first = try #require(GraphPage(Data(#"{"@odata.context":"c","value":[0],"@odata.nextLink":"n"}"#.utf8)))
        let last = #"{"@odata.context":"c","@odata.deltaLink":"d","value":[1,22,333],"tip":"t"}"#
        var joined = JoinedPages()
        var text = try joined.text(of: first)
        for part in parts(last, size: size, pieces: 3) { text += try joined.text(of: try #require(part)) }
        text += joined.end()
        #expect(
            String(decoding: text, as: UTF8.self)
                == #"{"@odata.context":"c","value":[0,1,22,333],"@odata.deltaLink":"d","tip":"t"}"#)
    }

    @Test(arguments: [
        #"{"value":[1,2,3"#, #"{"value":[1,2,3]"#, #"{"value":[1,2,3]}x"#, #"{"value":[1,2,3],}"#, #"{"value":[1 2]}"#,
        #"{"value":[1,2,3],"a"}"#, "[1,2,3]", #"{"a":"#, "", "<html>",
    ])
    func pageThatIsNotWholeHasNoLastPart(page: String) {
        for size in [1, 4, 100] { #expect(parts(page, size: size, pieces: 3).last.map { $0 == nil } == true) }
    }

    @Test(arguments: SeededGenerator.seeds)
    func randomBytesNeverCrash(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let structural = Array(#"{}[]:,"\ 1n"#.utf8)
        for _ in 0..<300 {
            var parts = PageParts(size: Int.random(in: 1...20, using: &generator))
            parts.add(Data(#"{"value":["#.utf8))
            for _ in 0..<5 {
                parts.add(Data((0..<9).compactMap { _ in structural.randomElement(using: &generator) }))
                while let part = parts.next() { #expect(part.itemCount > 0) }
            }
            _ = parts.last()
        }
    }
}

@Suite struct PagePositionTests {
    @Test(arguments: [
        ("https://g/x?a=1", "https://g/x?a=1", 0), ("https://g/x#item=12", "https://g/x", 12),
        ("https://g/x#item=-1", "https://g/x#item=-1", 0), ("https://g/x#item=", "https://g/x#item=", 0),
        ("https://g/x#item=3#item=4", "https://g/x#item=3", 4), ("", "", 0),
        ("https://g/x#item=99999999999999999999", "https://g/x#item=99999999999999999999", 0),
    ])
    func positionIsALinkAndACount(text: String, link: String, itemsBefore: Int) {
        let position = PagePosition(text)
        #expect(position == PagePosition(link: link, itemsBefore: itemsBefore))
        #expect(position.text == text)
    }
}
