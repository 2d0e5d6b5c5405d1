import Foundation
import HostileInput
import Testing

@testable import MicrosoftGraph

@Suite struct JoinedPagesTests {
    private func joined(
        _ pages: [String], first count: Int = .max, remainderAt link: String? = nil
    ) throws -> (document: String, state: JoinedPages) {
        var (joined, document) = (JoinedPages(), Data())
        for page in pages {
            document += try joined.text(of: try #require(GraphPage(Data(page.utf8))), first: count - joined.itemCount)
        }
        document += joined.end(remainderAt: link)
        return (String(decoding: document, as: UTF8.self), joined)
    }

    @Test(arguments: [
        ([#"{"value":[]}"#], #"{"value":[]}"#),
        (
            [
                #"{"@odata.context":"c","@odata.count":3,"value":[{"b":9007199254740993,"a":1.10}],"@odata.nextLink":"n"}"#,
                #"{"@odata.context":"d","value":[{"z":1e2},{"y":"é"}]}"#,
            ],
            #"{"@odata.context":"c","@odata.count":3,"value":[{"b":9007199254740993,"a":1.10},{"z":1e2},{"y":"é"}]}"#
        ),
        // Members of the last page are kept. Other members of a page between describe that page only and are dropped.
        (
            [
                #"{"value":[1],"@odata.nextLink":"n"}"#, #"{"value":[],"@odata.nextLink":"m","tip":1}"#,
                #"{"value":[2],"@odata.deltaLink":"d"}"#,
            ],
            #"{"value":[1,2],"@odata.deltaLink":"d"}"#
        ),
        // A page may be empty and have a link all the same.
        ([#"{"value":[],"@odata.nextLink":"n"}"#, #"{"value":[ 7 ]}"#], #"{"value":[7]}"#),
        (
            [#"{ "@odata.nextLink" : "n" , "a" : [ 1 ] , "value" : [ 1 ] }"#, #"{"value":[2]}"#],
            #"{"a" : [ 1 ],"value":[1,2]}"#
        ),
    ])
    func pagesBecomeOneDocument(pages: [String], document: String) throws {
        let (text, joined) = try joined(pages)
        #expect(text == document)
        #expect(joined.pageCount == pages.count)
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text.utf8)) }
    }

    /// An incomplete document has the link to the remaining items instead of those of its pages.
    @Test(arguments: [
        ([#"{"value":[1],"@odata.nextLink":"n"}"#], "https://g/n", #"{"value":[1],"@odata.nextLink":"https://g/n"}"#),
        (
            [#"{"@odata.nextLink":"n","a":1,"value":[1],"b":2}"#, #"{"value":[2],"@odata.nextLink" : "m","c":3}"#],
            #"a"b#item=3"#, #"{"a":1,"value":[1,2],"b":2,"c":3,"@odata.nextLink":"a\"b#item=3"}"#
        ),
    ])
    func truncatedDocumentEndsWithTheLink(pages: [String], link: String, document: String) throws {
        #expect(try joined(pages, remainderAt: link).document == document)
    }

    @Test(arguments: [(1, "[1]"), (2, "[1,2]"), (3, "[1,2,3]"), (9, "[1,2,3,4]")])
    func limitOfItemsIsKept(count: Int, items: String) throws {
        let (text, joined) = try joined([#"{"value":[1,2]}"#, #"{"value":[3,4]}"#], first: count)
        #expect(text == #"{"value":\#(items)}"#)
        #expect(joined.itemCount == min(count, 4))
    }

    @Test func documentWithoutItemsCannotBeJoined() throws {
        #expect(throws: GraphError.notACollection) { try joined([#"{"value":[1]}"#, #"{"id":1}"#]) }
    }

    @Test(arguments: SeededGenerator.seeds)
    func everyItemIsKeptInOrder(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let pages = (0..<20).map { _ in
            (0..<Int.random(in: 0...5, using: &generator)).map { _ in "{\"n\":\(generator.next())}" }
        }
        let (text, joined) = try joined(pages.map { #"{"value":[\#($0.joined(separator: " ,\n"))]}"# })
        let items = pages.flatMap(\.self)
        #expect(text == #"{"value":[\#(items.joined(separator: ","))]}"#)
        #expect(joined.itemCount == items.count)
    }
}
