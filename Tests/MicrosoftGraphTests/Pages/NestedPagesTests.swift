import Foundation
import HostileInput
import MicrosoftGraph
import Testing

@Suite struct NestedPagesTests {
    @Test(arguments: [
        (#"{"value":[],"@odata.nextLink":"https://g/"}"#, []),
        (#"{"value":[{"replies":[],"replies@odata.nextLink":"https://g/"}]}"#, ["replies"]),
        (#"{"value":[{"a_b@odata.nextLink" : "x"},{"c@odata.nextLink":"y"},{"c@odata.nextLink":"z"}]}"#, ["a_b", "c"]),
        (#"{"attachments@odata.nextLink":"https://g/","mail":"a@odata.example"}"#, ["attachments"]),
        (#"{"a@odata.count":3,"text":"see \"@odata.nextLink\" or x y@odata.nextLink"}"#, []), ("{}", []),
    ])
    func propertiesWithTheirOwnLinkAreFound(document: String, names: [String]) throws {
        #expect(try #require(GraphPage(Data(document.utf8))).propertiesWithMorePages.sorted() == names)
    }

    @Test(arguments: SeededGenerator.seeds) func anyTextIsReadWithoutATrap(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let text = try JSONEncoder().encode([random.text(upTo: 30) + "@odata.nextLink": random.text(upTo: 30)])
            _ = GraphPage(text)?.propertiesWithMorePages
        }
    }
}
