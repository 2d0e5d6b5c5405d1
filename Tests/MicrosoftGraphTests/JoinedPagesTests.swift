import Foundation
import HostileInput
import Testing

@testable import MicrosoftGraph

@Suite struct JoinedPagesTests {
    private func joined(_ pages: [String]) throws -> JoinedPages {
        var joined = JoinedPages()
        for page in pages { try joined.append(try #require(GraphPage(Data(page.utf8)))) }
        return joined
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
        // What only the last page has is kept; what only one in between has is about that page alone.
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
        let joined = try joined(pages)
        #expect(String(decoding: joined.document, as: UTF8.self) == document)
        #expect(joined.pageCount == pages.count)
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: joined.document) }
    }

    @Test func whatIsNoCollectionCannotBeJoined() throws {
        #expect(throws: GraphError.notACollection) { try joined([#"{"value":[1]}"#, #"{"id":1}"#]) }
    }

    @Test(arguments: SeededGenerator.seeds)
    func everyItemSurvivesInItsOrder(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let pages = (0..<20).map { _ in
            (0..<Int.random(in: 0...5, using: &generator)).map { _ in "{\"n\":\(generator.next())}" }
        }
        let joined = try joined(pages.map { #"{"value":[\#($0.joined(separator: " ,\n"))]}"# })
        let items = pages.flatMap(\.self)
        #expect(String(decoding: joined.document, as: UTF8.self) == #"{"value":[\#(items.joined(separator: ","))]}"#)
        #expect(joined.itemCount == items.count)
    }
}
